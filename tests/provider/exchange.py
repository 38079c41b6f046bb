"""`Exchange`: one request and the means to answer it, down to the socket."""

import json
import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler

from tests.provider.asked import Asked
from tests.provider.reply import Reply

LONGEST_WAIT_SECONDS = 120.0


@dataclass
class Exchange:
    """The argument of a behaviour. `competent` returns the reply of the provider's model to this request."""

    asked: Asked
    competent: Callable[[], Reply]
    handler: BaseHTTPRequestHandler
    stopping: threading.Event
    status: int = 0

    def answer(self, reply: Reply | None = None) -> None:
        """Send a reply in the right format, by default the model's."""
        reply = reply or self.competent()
        self.send(200, reply.body(self.asked))

    def send(self, status: int, body: dict | bytes, headers: dict[str, str] | None = None) -> None:
        """Send any status and body."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.begin(status, len(data), headers)
        self.handler.wfile.write(data)

    def begin(self, status: int, length: int, headers: dict[str, str] | None = None) -> None:
        """Send the status line and headers, which announce `length` bytes."""
        self.status = status
        self.handler.send_response(status)
        promised = {"Content-Type": "application/json", "Content-Length": str(length), **(headers or {})}
        for name, value in promised.items():
            self.handler.send_header(name, value)
        self.handler.end_headers()
        self.handler.wfile.flush()

    def wait(self, seconds: float) -> None:
        """Wait; ends early when the provider stops."""
        self.stopping.wait(min(seconds, LONGEST_WAIT_SECONDS))

    def cut(self) -> None:
        """End the connection with a reset."""
        self.handler.close_connection = True
        self.handler.wfile.flush()
        linger = struct.pack("ii", 1, 0)
        self.handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.handler.connection.close()
