"""Requests to an application, its inbox and its payment page over one connection."""

import re
import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from pytest_cookie.deployment.applications.app_gateway import AppGateway
from pytest_cookie.deployment.applications.caught_mail import Mail
from pytest_cookie.deployment.applications.payments import Payments


class Application:
    """Does not answer."""

    payments = Payments()
    mails: tuple[Mail, ...] = ()

    def connect(self, seconds: float) -> socket.socket:
        raise OSError("no server listens")


@pytest.fixture
def gateway() -> Iterator[AppGateway]:
    with closing(AppGateway(Application(), lambda line: None, None)) as gateway:
        yield gateway


INNER = b"GET http://inbox.localhost/inner HTTP/1.1\r\nHost: inbox.localhost\r\n\r\n"


def converse(gateway: AppGateway, head: str, body: bytes) -> list[bytes]:
    """The status lines of the answers to a request and one after it."""
    last = b"GET http://inbox.localhost/ HTTP/1.1\r\nHost: inbox.localhost\r\nConnection: close\r\n\r\n"
    with socket.create_connection(gateway.server_address[:2], timeout=60) as client:
        client.sendall(f"{head}\r\n\r\n".encode() + body + last)
        answer = client.makefile("rb").read()
    return re.findall(rb"HTTP/1\.1 [\w ]+", answer)


@pytest.mark.parametrize(
    ("method", "address", "header", "status"),
    [
        ("POST", "http://inbox.localhost/", "", b"200 OK"),
        ("POST", "http://payments.localhost/nothing", "", b"404 Not Found"),
        ("GET", "http://artifact.localhost/sw.js", "\r\nService-Worker: script", b"403 Forbidden"),
    ],
)
def test_the_body_of_a_request_is_not_the_next_request(
    gateway: AppGateway, method: str, address: str, header: str, status: bytes
):
    head = f"{method} {address} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(INNER)}{header}"
    assert converse(gateway, head, INNER) == [b"HTTP/1.1 " + status, b"HTTP/1.1 200 OK"]


@pytest.mark.parametrize("host", ["inbox", "payments", "artifact"])
@pytest.mark.parametrize("length", ["Content-Length: 20000001", "Content-Length: x", "Transfer-Encoding: chunked"])
def test_a_body_that_is_not_read_ends_the_connection(gateway: AppGateway, host: str, length: str):
    head = f"POST http://{host}.localhost/ HTTP/1.1\r\nHost: x\r\n{length}"
    with socket.create_connection(gateway.server_address[:2], timeout=60) as client:
        client.sendall(f"{head}\r\n\r\n".encode())
        answer = client.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert answer.count(b"HTTP/1.1") == 1
    assert gateway.logs[0].startswith("POST /: 413")
