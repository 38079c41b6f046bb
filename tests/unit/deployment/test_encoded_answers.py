"""Compressed answers of an application: decoded by the gateway, so that a few bytes cannot become gigabytes."""

import gzip
import socket
import threading
import zlib
from contextlib import closing

import pytest

from pytest_cookie.deployment.applications.app_gateway import AppGateway
from pytest_cookie.deployment.applications.caught_mail import Mail
from pytest_cookie.deployment.applications.payments import Payments

PAGE = b"<!doctype html><title>Ledger</title>" + b"<p>Entry</p>" * 5_000
HUGE = 70_000_000
"""More than an answer may have, and 70 kB when it is compressed."""


class Application:
    """Gives the same answer to every request, and keeps the requests."""

    payments = Payments()
    mails: tuple[Mail, ...] = ()

    def __init__(self, encoding: str, body: bytes) -> None:
        self._answer = (
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: %b\r\nContent-Length: %d\r\n\r\n"
            % (
                encoding.encode(),
                len(body),
            )
        )
        self._answer += body
        self.heard = b""

    def connect(self, seconds: float) -> socket.socket:
        """A connection to a thread that answers one request."""
        ours, its = socket.socketpair()
        threading.Thread(target=self._serve, args=(its,), daemon=True).start()
        return ours

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            self.heard += connection.recv(65_536)
            connection.sendall(self._answer)


def ask(application: Application) -> tuple[bytes, bytes, tuple[str, ...]]:
    """Head and body as a browser gets them, without the framing of chunks, and the log."""
    with closing(AppGateway(application, lambda line: None, None)) as gateway:
        with socket.create_connection(gateway.server_address[:2], timeout=60) as client:
            client.sendall(
                b"GET http://artifact.localhost/ HTTP/1.1\r\nHost: artifact.localhost\r\nConnection: close\r\n"
                b"Accept-Encoding: gzip, deflate, br\r\n\r\n"
            )
            answer = client.makefile("rb").read()
        head, _, rest = answer.partition(b"\r\n\r\n")
        pieces, at = [], 0
        while b"chunked" in head and at < len(rest):
            begins = rest.index(b"\r\n", at) + 2
            ends = begins + int(rest[at:begins], 16)
            pieces.append(rest[begins:ends])
            at = ends + 2
        return head, b"".join(pieces), tuple(gateway.logs)


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(PAGE)),
        ("x-gzip", gzip.compress(PAGE)),
        ("deflate", zlib.compress(PAGE)),
        ("GZIP", gzip.compress(PAGE[:100]) + gzip.compress(PAGE[100:])),
        ("gzip", gzip.compress(PAGE) + b"something after it"),
    ],
)
def test_an_application_that_only_has_compressed_files_is_understood(encoding: str, body: bytes):
    application = Application(encoding, body)
    head, received, logs = ask(application)
    assert b"200 OK" in head
    assert b"content-encoding" not in head.lower()
    assert received == PAGE
    assert not logs
    assert b"accept-encoding: identity\r\n" in application.heard.lower()
    assert b"gzip" not in application.heard


def test_bombs_and_what_cannot_be_decoded_are_broken_off_and_told(subtests):
    zeros = bytes(HUGE)
    rows = {
        "gzip": ("gzip", gzip.compress(zeros), "more than 64 MB when it is decoded"),
        "deflate": ("deflate", zlib.compress(zeros), "more than 64 MB when it is decoded"),
        "many members": ("gzip", gzip.compress(zeros[: HUGE // 10]) * 10, "more than 64 MB when it is decoded"),
        "cut": ("gzip", gzip.compress(PAGE)[:-40], "ends before the end of its encoded data"),
        "no gzip": ("gzip", PAGE, "it cannot be decoded"),
        "brotli": ("br", b"\x8b\x07\x80bomb\x03", "encoded as 'br', which the request does not accept"),
        "twice": ("gzip, gzip", gzip.compress(gzip.compress(PAGE)), "encoded as 'gzip, gzip', which"),
    }
    for name, (encoding, body, told) in rows.items():
        with subtests.test(name):
            head, received, logs = ask(Application(encoding, body))
            assert len(logs) == 1
            assert told in logs[0]
            assert len(received) <= 64_000_000
            assert b"content-encoding" not in head.lower()
