"""Keys are sent to the provider's own address only, whatever it answers; the other host checks each byte it gets."""

import asyncio
import base64
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import aiohttp
import httpx
import pytest
import requests

from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.llm.messages.messages import Request, Text, user
from pytest_cookie.llm.models import Models, ModelSettings
from pytest_cookie.llm.transport import http_guard
from pytest_cookie.llm.transport.litellm_call import Timeouts
from pytest_cookie.llm.transport.retry import Patience
from tests.provider import KEY, Provider, Reply, behaviours
from tests.unit.llm.stranger import Stranger, redirect, stranger, whole

COMPLETION = json.dumps(
    {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "hello"}}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
    }
).encode()
PROVIDERS = {
    "openai/m": {"OPENAI_BASE_URL": "{}/v1"},
    "azure/m": {"AZURE_API_BASE": "{}", "AZURE_API_VERSION": "2024-02-01"},
    "anthropic/m": {"ANTHROPIC_API_BASE": "{}"},
    "gemini/m": {"GEMINI_API_BASE": "{}"},
    "cohere/m": {"COHERE_API_BASE": "{}/v2/chat"},
    "mistral/m": {"MISTRAL_AZURE_API_BASE": "{}/v1"},
}
"""All kinds of clients that litellm makes of httpx, with keys in different headers."""


@pytest.fixture
def models(tmp_path: Path) -> Iterator[Models]:
    models = Models(
        ModelSettings(
            tmp_path / "state",
            tmp_path / "replay",
            timeouts=Timeouts(connect=5, read=20, whole=30),
            patience=Patience(tries=3, deadline_seconds=60, queue_seconds=60, backoff_seconds=0.01),
        )
    )
    yield models
    models.close()


@pytest.fixture
def other() -> Iterator[Stranger]:
    """Another host, which would send a good reply."""
    with stranger(whole(COMPLETION)) as server:
        yield server


def ask(monkeypatch: pytest.MonkeyPatch, models: Models, model: str, address: str):
    for name, value in PROVIDERS[model].items():
        monkeypatch.setenv(name, value.format(address))
    monkeypatch.setenv(f"{model.partition('/')[0].upper()}_API_KEY", KEY)
    return models.complete(Request(model, (user(Text("greet me")),), "generate", parameters={"max_tokens": 100}))


@pytest.mark.parametrize(("model", "status"), [*zip(PROVIDERS, [301, 302, 303, 307, 308, 307], strict=True)])
def test_a_redirect_to_another_host_is_refused(monkeypatch, models: Models, other: Stranger, model: str, status: int):
    for host in ("127.0.0.1", "localhost"):
        with stranger(redirect(status, f"{other.address(host)}*")) as own:
            with pytest.raises(ProviderError, match=f"HTTP {status}: the provider redirects to http://{host}:"):
                ask(monkeypatch, models, model, own.address())
            assert len(own.heard) == 1
            assert KEY in own.heard[0]
    assert other.heard == []


def test_another_name_of_the_same_port_is_another_host(monkeypatch, models: Models):
    with stranger(redirect(307, "@")) as own:
        own.answer = redirect(307, f"{own.address('localhost')}*")
        with pytest.raises(ProviderError, match="redirects to http://localhost"):
            ask(monkeypatch, models, "openai/m", own.address())
        assert len(own.heard) == 1


def test_a_redirect_to_a_malformed_address_is_refused(subtests):
    request = httpx.Request("GET", "https://own.example/")
    for location in ("http://a:x/", "http://\x01/", "http://xn--a-ecp.ru/", "http://[", "/" + "a" * 70_000):
        with subtests.test(location[:20]):
            passage = http_guard.Passage()
            with pytest.raises(http_guard.RefusedTransferError):
                passage.check_redirect(request, httpx.Response(307, headers={"Location": location}))
            assert passage.refused
            assert str(passage.refused).startswith("HTTP 307: the provider redirects to ")


@pytest.mark.parametrize("model", ["openai/m", "mistral/m"])
def test_a_redirect_within_the_host_is_followed_but_not_without_end(monkeypatch, models: Models, model: str):
    def answer(handler) -> None:
        answers = whole(COMPLETION) if handler.path.startswith("/moved") else redirect(308, "/moved*")
        answers(handler)

    with stranger(answer) as own:
        assert ask(monkeypatch, models, model, own.address()).text == "hello"
        own.answer = redirect(307, "*")
        with pytest.raises(ProviderError, match="redirects that do not end"):
            models.complete(replace(Request(model, (user(Text("more")),), "generate")))
        assert len(own.heard) == 7


BASIC = base64.b64encode(f":{KEY}".encode()).decode()
KEY_PLACES: tuple[dict[str, dict[str, str]], ...] = (
    {"headers": {"Authorization": f"Bearer {KEY}"}},
    {"headers": {"Authorization": f"Basic {BASIC}"}},
    {"headers": {"x-api-key": KEY}},
    {"params": {"key": KEY}},
)


def test_a_key_that_was_sent_to_one_host_is_sent_to_no_other(subtests, monkeypatch, other: Stranger):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    for first in KEY_PLACES:
        for second in KEY_PLACES:
            with (
                subtests.test(first=first, second=second),
                stranger(whole(COMPLETION)) as own,
                http_guard.guarded_passage() as passage,
                httpx.Client() as client,
            ):
                assert client.get(f"{own.address()}/start", **first).status_code == 200
                with pytest.raises(http_guard.RefusedTransferError, match=f"is not sent to {other.address()}"):
                    client.get(f"{other.address()}/rest", **second)
                assert client.get(f"{other.address()}/rest", headers={"x-api-key": "another-one"}).status_code == 200
                assert str(passage.refused) == (
                    f"a key that was sent to {own.address()} is not sent to {other.address()} too"
                )
    assert not any(KEY in heard or BASIC in heard for heard in other.heard)


def test_a_credential_that_is_in_no_variable_goes_to_one_host_too(subtests):
    minted = "a0b1c2d3e4f5"
    places: tuple[dict[str, dict[str, str]], ...] = (
        {"headers": {"Authorization": f"Bearer {minted}"}},
        {"headers": {"X-Goog-Api-Key": minted}},
        {"headers": {"Cookie": f"language=en; session={minted}"}},
        {"params": {"access_token": minted}},
        {"params": [("key", "none"), ("key", minted)]},
    )
    for first in places:
        for second in (*places, {"headers": {"X-Note": f"it is {minted}"}}):
            with subtests.test(first=first, second=second):
                passage = http_guard.Passage()
                passage.check_request(httpx.Request("GET", "https://own.example/start", **first))
                passage.check_request(httpx.Request("GET", "https://own.example/rest", **second))
                with pytest.raises(http_guard.RefusedTransferError, match=r"is not sent to https://other\.example"):
                    passage.check_request(httpx.Request("GET", "https://other.example/", **second))


def test_a_short_placeholder_or_a_value_of_another_name_may_go_to_two_hosts():
    passage = http_guard.Passage()
    for host in ("own", "other"):
        headers = {"Authorization": "Bearer none", "X-Client": "pytest-cookie", "X-Amz-Security-Token": "a0b1c2d3e4f5"}
        passage.check_request(httpx.Request("GET", f"https://{host}.example/?version=2026-01-01", headers=headers))


def test_a_key_in_a_request_through_requests_goes_to_one_host(other: Stranger):
    minted = {"x-api-key": "a0b1c2d3e4f5"}
    with stranger(redirect(307, f"{other.address()}/")) as own, http_guard.guarded_passage() as passage:
        with pytest.raises(http_guard.RefusedTransferError, match=f"is not sent to {other.address()}"):
            requests.post(own.address(), headers=minted, timeout=20)
        assert passage.refused
        assert len(own.heard) == 1
    assert other.heard == []
    assert requests.get(other.address(), timeout=20).status_code == 200


def test_a_request_through_aiohttp_is_refused_during_a_call(other: Stranger):
    async def get() -> int:
        async with aiohttp.ClientSession() as session, session.get(other.address()) as response:
            return response.status

    with http_guard.guarded_passage() as passage, pytest.raises(http_guard.RefusedTransferError):
        asyncio.run(get())
    assert "aiohttp" in str(passage.refused)
    assert other.heard == []
    assert asyncio.run(get()) == 200


def test_all_clients_that_litellm_makes_while_it_is_imported_use_httpx(monkeypatch):
    monkeypatch.delenv("DISABLE_AIOHTTP_TRANSPORT", raising=False)
    code = (
        "from pytest_cookie.llm.transport.litellm_call import load_litellm;"
        "cached = load_litellm().in_memory_llm_clients_cache.cache_dict;"
        "print({type(handler.client._transport).__name__ for handler in cached.values()})"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=300)
    assert run.stdout.split() == ["{'AsyncHTTPTransport'}"]


def test_requests_that_are_signed_for_one_account_may_go_to_two_services(monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE")
    passage = http_guard.Passage()
    for service in ("sts", "bedrock"):
        signed = f"AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20260101/{service}, Signature={service * 9}"
        passage.check_request(httpx.Request("GET", f"https://{service}.example/", headers={"Authorization": signed}))


def test_requests_outside_of_our_calls_follow_redirects(other: Stranger):
    http_guard.guard_transports()
    with stranger(redirect(302, other.address())) as own:
        assert httpx.get(own.address(), follow_redirects=True).json()["model"] == "m"
    assert len(other.heard) == 1


DISGUISES: dict[str, Callable[[str], str]] = {
    "plain": str,
    "in base64": lambda key: base64.b64encode(f"it is {key}, I think".encode()).decode(),
    "escaped for a URL": lambda key: "".join(f"%{ord(character):02X}" for character in key),
    "escaped for JSON": lambda key: "".join(f"\\u{ord(character):04x}" for character in key),
}


@pytest.mark.parametrize("disguise", DISGUISES)
def test_no_key_of_a_models_reply_is_returned_or_cached(monkeypatch, tmp_path: Path, models: Models, disguise: str):
    with Provider(lambda asked: Reply(text="")) as provider:
        provider.always(behaviours.Echo(DISGUISES[disguise]))
        completion = ask(monkeypatch, models, "openai/m", provider.base_url.removesuffix("/v1"))
    hidden = DISGUISES[disguise](KEY).removeprefix("aXQgaXMg")[:12]
    kept = [path.read_text() for path in (tmp_path / "replay").rglob("*.json")]
    assert len(kept) == 1
    for text in (completion.text, completion.tool_calls[0].arguments, *kept):
        assert "[redacted]" in text
        assert hidden not in text
        assert json.dumps(hidden)[1:-1] not in text
    assert completion.text.startswith("You sent ")
    assert completion.text.endswith(" to me.")


def test_a_cached_reply_with_a_key_is_returned_without_it(monkeypatch, tmp_path: Path, models: Models):
    with Provider(lambda asked: Reply(text="good")) as provider:
        address = provider.base_url.removesuffix("/v1")
        ask(monkeypatch, models, "openai/m", address)
        (path,) = (tmp_path / "replay").rglob("*.json")
        path.write_text(path.read_text().replace("good", f"good {KEY}"))
        assert ask(monkeypatch, models, "openai/m", address).text == "good [redacted]"


def test_httpx_is_not_imported_before_a_call():
    loads = "import sys, pytest_cookie.llm.transport.http_guard"
    code = f"{loads}; sys.exit('httpx' in sys.modules or 'litellm' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
