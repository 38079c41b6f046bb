"""Answers of an application that never end, are too large or too slow: the gateway gives them up, and says so.

Otherwise a document that drips would keep the browser until the machine is blamed, and not the application.
"""

import socket
import time
from collections.abc import Callable
from contextlib import closing

import pytest

from pytest_cookie.deployment.applications import app_gateway
from pytest_cookie.deployment.applications.app_gateway import AppGateway
from tests.slow_application import BODY, OK, SlowApplication


def ask(application: SlowApplication, destination: str) -> tuple[bytes, tuple[str, ...]]:
    """The whole answer that the browser gets, and the gateway's log."""
    with closing(AppGateway(application, lambda line: None, None)) as gateway:
        return ask_at(gateway, destination), gateway.logs


def ask_at(gateway: AppGateway, destination: str) -> bytes:
    head = f"GET http://artifact.localhost/ HTTP/1.1\r\nHost: artifact.localhost\r\nSec-Fetch-Dest: {destination}\r\n"
    with socket.create_connection(gateway.server_address[:2], timeout=60) as client:
        client.sendall(f"{head}Connection: close\r\n\r\n".encode())
        return client.makefile("rb").read()


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def set_limits(**values: float) -> None:
        monkeypatch.setattr(app_gateway, "load_factor", lambda: 1.0)
        for name, value in values.items():
            monkeypatch.setattr(app_gateway, name, value)

    return set_limits


def test_what_holds_up_a_page_has_a_limit_for_its_whole_time(limits, subtests) -> None:
    limits(_DOCUMENT_SECONDS=0.5, _LEAST_SECONDS=0.5, _ANSWER_SECONDS=0.5)
    rows = {
        "status": (b"", b"H", "document", b"502"),
        "header": (OK + b"X: ", b"x", "document", b"502"),
        "headers": (OK, b"X: y\r\n", "iframe", b"502"),
        "document": (BODY, b"<p>", "document", b"200"),
        "picture": (BODY, b"x", "image", b"200"),
        "style sheet": (OK + b"Content-Length: 10000000000\r\n\r\n", b"x", "style", b"200"),
        "chunks": (OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n", "script", b"200"),
        "size of a chunk": (OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1", "font", b"200"),
    }
    for name, (head, part, destination, status) in rows.items():
        with subtests.test(name):
            application = SlowApplication(head, part, 0.05)
            answer, log = ask(application, destination)
            assert answer.split()[1] == status
            assert not answer.endswith(b"0\r\n\r\n")
            assert application.over.wait(60)
            assert "timed out" in log[0]


def test_a_stream_for_a_script_may_take_longer(limits, subtests) -> None:
    limits(_DOCUMENT_SECONDS=0.2)
    for destination in ("empty", "video"):
        with subtests.test(destination):
            answer, log = ask(SlowApplication(BODY, b"x", 0.1, times=8), destination)
            assert answer.endswith(b"0\r\n\r\n")
            assert answer.count(b"1\r\nx\r\n") == 8
            assert log == ()
    with subtests.test("but not be silent"):
        limits(_ANSWER_SECONDS=0.3)
        application = SlowApplication(BODY, b"x", 3600)
        assert "timed out" in ask(application, "empty")[1][0]


def test_answers_have_a_limit_for_their_bytes(limits, subtests) -> None:
    limits(_MAX_ANSWER=300_000, _MAX_HEAD=50_000)
    chunked = OK + b"Transfer-Encoding: chunked\r\n\r\n"
    rows = {
        "headers": (OK, b"X: y\r\n" * 5_000, "got more than|too long"),
        "one header": (OK + b"X: ", b"x" * 30_000, "too long"),
        "interim answers": (b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 500, "too long"),
        "declared": (OK + b"Content-Length: 10000000000\r\n\r\n", b"x" * 50_000, "more than 0 MB"),
        "without a length": (BODY, b"x" * 50_000, "more than 0 MB"),
        "trailers": (chunked + b"1\r\nx\r\n0\r\n", b"X: y\r\n" * 5_000, "too long"),
    }
    for destination in ("document", "empty"):
        for name, (head, part, told) in rows.items():
            with subtests.test(name, destination=destination):
                application = SlowApplication(head, part, 0)
                answer, log = ask(application, destination)
                assert len(answer) < 1_000_000
                assert application.over.wait(60)
                assert any(word in log[0] for word in told.split("|")), log


def test_many_slow_answers_hold_a_page_hardly_longer_than_one(limits, subtests) -> None:
    limits(_ANSWER_SECONDS=0.5)
    slow = SlowApplication(BODY, b"x", 3600)
    with closing(AppGateway(slow, lambda line: None, None)) as gateway:
        patience = []
        for _ in range(3):
            began = time.monotonic()
            ask_at(gateway, "image")
            patience.append(time.monotonic() - began)
        assert gateway.given_up == 3
        assert patience[0] >= 0.5
        assert patience[1] >= 0.25
        with subtests.test("a document still has its second"):
            limits(_LEAST_SECONDS=0.9)
            began = time.monotonic()
            ask_at(gateway, "document")
            assert time.monotonic() - began >= 0.9
        with subtests.test("streams are no part of it"):
            limits(_ANSWER_SECONDS=60)
            gateway.application = SlowApplication(BODY, b"x", 0.05, times=8)
            assert ask_at(gateway, "empty").endswith(b"0\r\n\r\n")
