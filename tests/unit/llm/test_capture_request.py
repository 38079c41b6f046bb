"""A request that is only captured is not sent, whatever HTTP library litellm uses for it."""

import asyncio

import pytest

from pytest_cookie.llm.messages.messages import Request, Text, user
from pytest_cookie.llm.transport.failures import CallFailed
from pytest_cookie.llm.transport.guarded_work import capture_request
from pytest_cookie.llm.transport.http_guard import RefusedTransferError, guarded_passage
from tests.unit.llm.stranger import stranger, whole


def test_the_request_of_httpx_is_kept_and_not_sent(monkeypatch: pytest.MonkeyPatch):
    with stranger(whole(b"{}")) as server:
        monkeypatch.setenv("ANTHROPIC_API_BASE", server.address())
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-loopback-0123456789")
        captured = capture_request(Request("anthropic/m", (user(Text("hello")),), "judge"))
    assert b"hello" in captured.body
    assert server.heard == []


def test_a_model_that_is_called_through_aiohttp_has_no_batch(monkeypatch: pytest.MonkeyPatch):
    with stranger(whole(b"{}")) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.address())
        monkeypatch.setenv("OPENAI_API_KEY", "sk-loopback-0123456789")
        with pytest.raises(CallFailed, match="through aiohttp, for which there is no batch"):
            capture_request(Request("aiohttp_openai/m", (user(Text("hello")),), "judge"))
    assert server.heard == []


def by_aiohttp(address: str) -> None:
    aiohttp = pytest.importorskip("aiohttp")

    async def send() -> None:
        async with aiohttp.ClientSession() as session:
            await session.get(address)

    asyncio.run(send())


def by_requests(address: str) -> None:
    pytest.importorskip("requests").get(address, timeout=30)


@pytest.mark.parametrize("send", [by_aiohttp, by_requests])
def test_other_libraries_send_nothing_while_a_request_is_captured(send):
    with stranger(whole(b"{}")) as server:
        with pytest.raises(RefusedTransferError), guarded_passage(captures=True):
            send(server.address())
        assert server.heard == []
        with guarded_passage():
            send(server.address())
        assert len(server.heard) == 1
