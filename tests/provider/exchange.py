"""`Exchange`: one request and the means to answer it, well or badly, down to the socket."""

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
    """What a behaviour is given. `competent` is the reply of the provider's model to this request."""

    asked: Asked
    competent: Callable[[], Reply]
    handler: BaseHTTPRequestHandler
    stopping: threading.Event
    status: int = 0

    def answer(self, reply: Reply | None = None) -> None:
        """A good answer in good form; without `reply` it is the model's."""
        reply = reply or self.competent()
        if not self.asked.stream:
            self.send(200, reply.body(self.asked))
            return
        events = "".join(f"data: {event}\n\n" for event in reply.events(self.asked))
        self.send(200, events.encode(), {"Content-Type": "text/event-stream"})

    def send(self, status: int, body: dict | bytes, headers: dict[str, str] | None = None) -> None:
        """Any status, any body."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.begin(status, len(data), headers)
        self.handler.wfile.write(data)

    def begin(self, status: int, length: int, headers: dict[str, str] | None = None) -> None:
        """Status line and headers, and the promise of `length` bytes."""
        self.status = status
        self.handler.send_response(status)
        promised = {"Content-Type": "application/json", "Content-Length": str(length), **(headers or {})}
        for name, value in promised.items():
            self.handler.send_header(name, value)
        self.handler.end_headers()
        self.handler.wfile.flush()

    def wait(self, seconds: float) -> None:
        """Do nothing for a while; ends early when the provider stops."""
        self.stopping.wait(min(seconds, LONGEST_WAIT_SECONDS))

    def cut(self) -> None:
        """End the connection without a word: the other side sees a reset."""
        self.handler.close_connection = True
        self.handler.wfile.flush()
        linger = struct.pack("ii", 1, 0)
        self.handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.handler.connection.close()
