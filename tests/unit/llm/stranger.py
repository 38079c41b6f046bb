"""A server on loopback that logs whole requests and answers by a given function."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[[BaseHTTPRequestHandler], None]
MOST_SENT = 300_000_000
"""Bytes after which an endless body ends."""


class Stranger(ThreadingHTTPServer):
    """`heard` holds all requests, each as one text."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.heard: list[str] = []
        self.sent = 0

    def address(self, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.server_port}"

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), OSError):  # clients may disconnect
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        server = self.server
        assert isinstance(server, Stranger)
        server.heard.append(f"{self.command} {self.path}\n{self.headers}\n{body.decode(errors='replace')}")
        server.answer(self)

    def do_GET(self) -> None:
        self.do_POST()

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def stranger(answer: Answer) -> Iterator[Stranger]:
    server = Stranger(answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)


def redirect(status: int, location: str) -> Answer:
    """To `location`, whose last `*` becomes the path and the query of the request."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Location", location.replace("*", handler.path))
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def whole(body: bytes, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **named}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def endless(head: bytes, piece: bytes) -> Answer:
    """`piece` repeated without end: in chunks, or as headers if `head` has no empty line at its end."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        handler.wfile.write(head)
        framed = f"{len(piece):x}\r\n".encode() + piece + b"\r\n" if head.endswith(b"\r\n\r\n") else piece
        server = handler.server
        assert isinstance(server, Stranger)
        while server.sent < MOST_SENT:
            handler.wfile.write(framed)
            server.sent += len(framed)

    return answer
