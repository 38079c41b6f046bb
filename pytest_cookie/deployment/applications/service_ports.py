"""What answers on the ports of the services in an application's sandbox: the sockets come from there."""

import json
import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import cast

from pytest_cookie.core.parsing import parse_whole
from pytest_cookie.deployment.applications.payments import Payments

_CHUNK = 1 << 16
_MAX_CONNECTIONS = 60
_MAX_BODY = 1_000_000


class SocketBridge:
    """Accepts connections on a socket and passes their bytes on to a Unix socket, both ways."""

    def __init__(self, listening: socket.socket, target: Path) -> None:
        self._listening = listening.dup()
        self._target = target
        self._permits = threading.Semaphore(_MAX_CONNECTIONS)
        threading.Thread(target=self._accept, name="socket-bridge", daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            if not self._permits.acquire(blocking=False):
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
        threading.Thread(target=self.serve_forever, args=(0.05,), name="payments", daemon=True).start()

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
        length = min(parse_whole(self.headers.get("Content-Length")) or 0, _MAX_BODY)
        body = self.rfile.read(max(0, length))
        payments = cast(PaymentServer, self.server).payments
        status, thing = payments.answer(self.command, self.path, body, self.headers.get("Authorization", ""))
        content = json.dumps(thing).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_DELETE = _answer

    def log_message(self, format: str, *args: object) -> None:
        """Suppress the standard log."""
