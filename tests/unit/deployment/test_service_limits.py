"""What an application can hold open, send or keep in the services is bounded, and the bound is noted."""

import http.client
import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import pytest

from pytest_cookie.deployment.applications import service_ports
from pytest_cookie.deployment.applications.bounded_http import quote_address, request_status
from pytest_cookie.deployment.applications.payments import KEY, Payments
from pytest_cookie.deployment.applications.service_ports import PaymentServer

HEAD = b"HTTP/1.1 200 OK\r\n"


def answering(*parts: bytes, endless: bytes = b"") -> tuple[socket.socket, threading.Event]:
    """The client's end of a connection, on which an application answers; `endless` is sent until it is closed."""
    client, server = socket.socketpair()
    over = threading.Event()

    def answer() -> None:
        with server, suppress(OSError):
            server.recv(65_536)
            for part in parts:
                server.sendall(part)
            while endless:
                server.sendall(endless)
                over.wait(0.001)
        over.set()

    threading.Thread(target=answer, daemon=True).start()
    return client, over


@pytest.mark.parametrize(
    ("parts", "endless"),
    [
        ((HEAD,), b"X"),
        ((HEAD,), b"X: y\r\n"),
        ((), b"HTTP/1.1 100 Continue\r\n\r\n"),
        ((), b"H"),
    ],
    ids=["header", "headers", "continue", "status"],
)
@pytest.mark.parametrize("limit", [{"seconds": 0.5, "max_bytes": 10**9}, {"seconds": 600.0, "max_bytes": 500}])
def test_an_answer_that_never_ends_is_given_up(parts: tuple[bytes, ...], endless: bytes, limit: dict[str, float]):
    client, over = answering(*parts, endless=endless)
    with pytest.raises((OSError, http.client.HTTPException)):
        request_status(lambda seconds: client, "GET", "/", {}, **limit)  # type: ignore[arg-type]
    assert over.wait(60), "the connection is closed"


def test_the_status_is_read_without_the_body():
    client, over = answering(HEAD + b"Content-Length: 9999999\r\n\r\n", endless=b"body")
    assert request_status(lambda seconds: client, "POST", "/caf\u00e9 1\r\n", {}, b"x", seconds=60) == 200
    assert over.wait(60)
    assert quote_address("/caf\u00e9 1\r\n%20") == "/caf%C3%A9%201%0D%0A%20"


@pytest.fixture
def payment_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PaymentServer, int]]:
    with socket.create_server(("127.0.0.1", 0)) as listening, closing(PaymentServer(listening, Payments())) as server:
        yield server, listening.getsockname()[1]


def test_connections_to_the_payment_service_are_bounded(payment_server: tuple[PaymentServer, int]):
    server, port = payment_server
    with ExitStack() as stack:
        held = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(61)]
        held[-1].settimeout(60)
        with suppress(ConnectionResetError):
            assert held[-1].recv(1) == b""
        assert server.reached == ("it opened more than 60 connections to its payment service",)
    for _ in range(600):  # those that ended make room
        call = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        with suppress(OSError, http.client.HTTPException):
            call.request("GET", "/v1/customers", headers={"Authorization": KEY})
            assert call.getresponse().status == 200
            break
    else:
        pytest.fail("no connection became free")
    call.close()


@pytest.mark.parametrize("header", ["Content-Length: 2000000", "Transfer-Encoding: chunked"])
def test_a_body_without_end_is_refused(payment_server: tuple[PaymentServer, int], header: str):
    _, port = payment_server
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(f"POST /v1/customers HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n".encode())
        assert client.makefile("rb").readline() == b"HTTP/1.1 413 Request Entity Too Large\r\n"


def test_mail_is_bounded():
    pytest.importorskip("aiosmtpd")
    from pytest_cookie.deployment.applications.mail import MailCatcher

    with closing(MailCatcher()) as catcher, socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        catcher.listen(listening)
        with smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
            assert len(client.sendmail("a@b", [f"{at}@b" for at in range(101)], "Subject: s\n\nt")) == 1
            with pytest.raises(smtplib.SMTPResponseException):
                client.sendmail("a@b", "c@b", "Subject: s\n\n" + "line\n" * 300_000)
            for _ in range(199):
                client.sendmail("a@b", "c@b", "Subject: s\n\nt")
            with pytest.raises(smtplib.SMTPDataError, match="too many mails"):
                client.sendmail("a@b", "c@b", "Subject: s\n\nt")
        assert len(catcher.mails) == 200
        assert len(catcher.mails[0].recipients) == 100
        assert catcher.reached == (
            "it sent a mail to more than 100 recipients", "it sent a mail of more than 1,000,000 bytes",
            "it sent more than 200 mails",
        )  # fmt: skip
        _overflow(port)
        with ExitStack() as stack:
            held = [stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60)) for _ in range(31)]
            last = [one.recv(1) for one in held][-1]
            assert last == b""
            assert catcher.reached[-1] == "it opened more than 30 connections to its mail server"
        with socket.create_server(("127.0.0.1", 0)) as other:
            catcher.listen(other)
            assert (catcher.mails, catcher.reached) == ((), ())


def _overflow(port: int) -> None:
    """A line of any length is cut off."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(b"EHLO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<c@b>\r\nDATA\r\n")
        with pytest.raises(ConnectionError):  # noqa: PT012
            for _ in range(100):
                client.sendall(b"x" * 1_000_000)


def test_connections_to_the_database_are_bounded(tmp_path):
    with ExitStack() as stack:
        server = stack.enter_context(socket.socket(socket.AF_UNIX))
        server.bind(str(tmp_path / "s"))
        server.listen(100)
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        bridge = stack.enter_context(closing(service_ports.SocketBridge(listening, tmp_path / "s")))
        held = [stack.enter_context(socket.create_connection(listening.getsockname())) for _ in range(61)]
        held[-1].settimeout(60)
        with suppress(ConnectionResetError):
            assert held[-1].recv(1) == b""
        assert bridge.reached == ("it opened more than 60 connections to its database",)
