"""What answers on the ports of the services in an application's sandbox: the sockets come from there."""

import json
import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TypeAlias, cast

from pytest_cookie.core.parsing import parse_whole
from pytest_cookie.deployment.applications.payment_objects import PaymentError
from pytest_cookie.deployment.applications.payments import Payments

_CHUNK = 1 << 16
_MAX_CONNECTIONS = 60
_MAX_BODY = 1_000_000
_Request: TypeAlias = socket.socket | tuple[bytes, socket.socket]
_TOO_MANY = f"it opened more than {_MAX_CONNECTIONS} connections to its {{}}"


class SocketBridge:
    """Accepts connections on a socket and passes their bytes on to a Unix socket, both ways."""

    def __init__(self, listening: socket.socket, target: Path) -> None:
        self._listening = listening.dup()
        self._target = target
        self._permits = threading.Semaphore(_MAX_CONNECTIONS)
        self.reached: tuple[str, ...] = ()
        """Which limit was reached."""
        threading.Thread(target=self._accept, name="socket-bridge", daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            if not self._permits.acquire(blocking=False):
                self.reached = (_TOO_MANY.format("database"),)
                connection.close()
                continue
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
                server.connect(str(self._target))
                pump(connection, server)
        except OSError:
            return  # the application sees that its connection ended
        finally:
            self._permits.release()

    def close(self) -> None:
        """Accept no more connections; those that are open end with their sandbox."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()


def pump(left: socket.socket, right: socket.socket) -> None:
    """Pass bytes on between two connections until one of them ends. Never raises."""
    back = threading.Thread(target=_pass_on, args=(right, left), daemon=True)
    back.start()
    _pass_on(left, right)
    back.join()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while chunk := source.recv(_CHUNK):
            target.sendall(chunk)
    for one in (source, target):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


class PaymentServer(ThreadingHTTPServer):
    """The API of `Payments` on a socket that already listens."""

    daemon_threads = True

    def __init__(self, listening: socket.socket, payments: Payments) -> None:
        super().__init__(("127.0.0.1", 0), _PaymentRequest, bind_and_activate=False)
        self.socket.close()
        self.socket = listening.dup()
        self.payments = payments
        self._permits = threading.Semaphore(_MAX_CONNECTIONS)
        self.reached: tuple[str, ...] = ()
        """Which limit was reached."""
        threading.Thread(target=self.serve_forever, args=(0.05,), name="payments", daemon=True).start()

    def process_request(self, request: object, client_address: object) -> None:
        """Serve a connection in a thread of its own, unless there are too many."""
        assert isinstance(request, socket.socket)
        if not self._permits.acquire(blocking=False):
            self.reached = (_TOO_MANY.format("payment service"),)
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(
        self, request: socket.socket | tuple[bytes, socket.socket], client_address: object
    ) -> None:
        """Serve a connection until it ends."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._permits.release()

    def close(self) -> None:
        """Stop answering."""
        self.shutdown()
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """An application may break off its calls."""


class _PaymentRequest(BaseHTTPRequestHandler):
    """A call of the application."""

    protocol_version = "HTTP/1.1"
    timeout = 30

    def _answer(self) -> None:
        length = parse_whole(self.headers.get("Content-Length")) or 0
        if "Transfer-Encoding" in self.headers or length > _MAX_BODY:
            self.close_connection = True
            self._send(413, json.dumps(PaymentError("The body is too large, or has no length.").body).encode())
            return
        body = self.rfile.read(max(0, length))
        payments = cast(PaymentServer, self.server).payments
        answer = payments.answer(self.command, self.path, body, self.headers.get("Authorization", ""))
        try:
            self._send(answer.status, answer.content)
        finally:
            payments.deliver(answer.webhooks)  # afterwards: the application may be busy until it is answered

    def _send(self, status: int, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_DELETE = _answer

    def log_message(self, format: str, *args: object) -> None:
        """Suppress the standard log."""
