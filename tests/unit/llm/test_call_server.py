"""One process makes the calls of all workers; without it, or in another environment, each makes its own."""

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from pytest_cookie.llm.messages.messages import Picture, Request, Text, Tool, user
from pytest_cookie.llm.transport.call_server import CallServer
from pytest_cookie.llm.transport.failures import CallFailed
from pytest_cookie.llm.transport.ipc_client import IpcClient, IpcError, environment_digest
from pytest_cookie.llm.transport.litellm_call import LiteLLMCaller, Timeouts
from tests.provider import Asked, Provider, Reply, behaviours

REQUEST = Request("openai/m", (user(Text("hello"), Picture(b"\x89PNG" * 100_000, "image/png")),), "generate")
TOOL = Tool("click", "Click on it.", {"type": "object", "properties": {}})


def hello(asked: Asked) -> Reply:
    return Reply(text="good day")


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider(hello) as provider:
        yield provider


@pytest.fixture(scope="module")
def switchboard(provider: Provider) -> Iterator[CallServer]:
    """One for all tests but those that end it: loading litellm takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        set_environment(patch, provider)
        board = CallServer()
    yield board
    board.close()
    assert not path_of(board).parent.exists()


@pytest.fixture(autouse=True)
def surroundings(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    set_environment(monkeypatch, provider)
    yield
    provider.forget()


def set_environment(patch: pytest.MonkeyPatch, provider: Provider) -> None:
    patch.delenv("OPENAI_API_BASE", raising=False)
    for name, value in provider.environment.items():
        patch.setenv(name, value)


def path_of(board: CallServer) -> Path:
    assert board.path
    return board.path


def gateway_of(board: CallServer, **timeouts: float) -> LiteLLMCaller:
    return LiteLLMCaller(Timeouts(**timeouts), IpcClient(path_of(board)))


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """The loads of litellm in this process."""
    loaded: list[bool] = []

    def load(*, with_tools: bool = False) -> object:
        loaded.append(with_tools)
        raise ImportError("not here")

    monkeypatch.setattr("pytest_cookie.llm.transport.litellm_call.load_litellm", load)
    return loaded


def test_the_server_makes_the_calls_and_this_process_loads_no_litellm(
    switchboard: CallServer, provider: Provider, alone: list[bool]
):
    gateway = gateway_of(switchboard)
    with_tools = Request("openai/m", REQUEST.messages, "explore", tools=(TOOL,))
    replies = [gateway.ask(request, 60)[0].text for request in (REQUEST, with_tools)]
    assert replies == ["good day", "good day"]
    assert len(provider.asked) == 2
    assert alone == []


def test_a_failure_keeps_its_kind_status_and_retry_after(
    switchboard: CallServer, provider: Provider, alone: list[bool]
):
    provider.first(behaviours.TooMany(retry_after=7))
    with pytest.raises(CallFailed) as failed:
        gateway_of(switchboard).ask(REQUEST, 60)
    assert (failed.value.kind, failed.value.status, failed.value.retry_after) == ("busy", 429, 7.0)
    assert alone == []


def test_a_call_beyond_its_timeout_may_be_billed(switchboard: CallServer, provider: Provider):
    provider.first(behaviours.Hang(30))
    with pytest.raises(CallFailed, match=r"no complete response within 0\.5 s") as failed:
        gateway_of(switchboard).ask(REQUEST, 0.5)
    assert failed.value.maybe_paid


def test_another_environment_is_not_served(switchboard: CallServer, monkeypatch: pytest.MonkeyPatch, alone: list[bool]):
    monkeypatch.setenv("OPENAI_API_KEY", "another")
    with pytest.raises(IpcError) as refused:
        IpcClient(path_of(switchboard)).load(with_tools=False)
    assert not refused.value.maybe_sent
    with pytest.raises(ImportError):
        gateway_of(switchboard).ask(REQUEST, 60)
    assert alone == [False]


def test_variables_of_pytest_and_browsers_are_no_other_environment():
    same = {"OPENAI_API_KEY": "k", "PATH": "/bin"}
    noise = {
        "PYTEST_XDIST_WORKER": "gw1",
        "PYTEST_CURRENT_TEST": "x",
        "TMPDIR": "/t",
        "LITELLM_TELEMETRY": "False",
        "COLUMNS": "80",
    }
    assert environment_digest(same) == environment_digest(same | noise)
    assert environment_digest(same) != environment_digest(same | {"OPENAI_BASE_URL": "http://elsewhere"})


def test_the_server_survives_malformed_messages(switchboard: CallServer):
    for nonsense in (b"", b"GET / HTTP/1.1\r\n\r\n", (2).to_bytes(8, "big") + b"[]", (2).to_bytes(8, "big") + b"{}"):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(path_of(switchboard)))
            connection.sendall(nonsense)
    assert gateway_of(switchboard).ask(REQUEST, 60)[0].text == "good day"


def test_after_the_server_is_killed_the_call_may_be_billed_and_the_next_is_made_here(
    provider: Provider, alone: list[bool], monkeypatch: pytest.MonkeyPatch
):
    board = CallServer()
    assert board._process
    gateway = gateway_of(board)
    monkeypatch.setattr(IpcClient, "load", lambda self, *, with_tools: None)  # it takes longer than it will live
    provider.always(behaviours.Hang(60))
    threading.Timer(0.5, board._process.kill).start()
    with pytest.raises(CallFailed) as failed:
        gateway.ask(REQUEST, 60)
    assert (failed.value.kind, failed.value.maybe_paid) == ("broken", True)
    assert alone == []
    with pytest.raises(ImportError):
        gateway.ask(REQUEST, 60)
    assert alone == [False]
    board.close()
    assert not path_of(board).parent.exists()


STARTER = """
import os, sys
from pytest_cookie.llm.transport.call_server import CallServer
board = CallServer()
print(board.path, board._process.pid, flush=True)
sys.stdin.read()
"""


def test_the_server_ends_with_its_parent():
    with subprocess.Popen(
        [sys.executable, "-c", STARTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as starter:
        assert starter.stdout
        path, pid = starter.stdout.readline().split()
        process = psutil.Process(int(pid))
        starter.kill()
    process.wait(60)
    for _ in range(600):
        if not Path(path).parent.exists():
            return
        time.sleep(0.1)
    raise AssertionError(f"{path} is left")


@pytest.mark.skipif(sys.platform == "win32", reason="Unix sockets")
def test_the_server_starts_also_with_a_deep_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    deep = tmp_path / ("d" * 100)
    deep.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(deep))
    board = CallServer()
    try:
        assert board.path is not None
        assert len(str(board.path)) < 100
    finally:
        board.close()
    assert not path_of(board).parent.exists()
    assert not list(deep.iterdir())
