"""`SlowApplication`: a server behind the gateway of applications that answers in parts, slowly or without end."""

import socket
import threading
import time

from pytest_cookie.deployment.applications.caught_mail import Mail
from pytest_cookie.deployment.applications.payments import Payments

OK = b"HTTP/1.1 200 OK\r\n"
BODY = OK + b"Content-Type: text/html\r\n\r\n"


class SlowApplication:
    """Answers with `head`, and then `part` every `pause` seconds, `times` times or without end."""

    payments = Payments()
    mails: tuple[Mail, ...] = ()

    def __init__(self, head: bytes, part: bytes, pause: float, times: int | None = None) -> None:
        self.answer, self.times, self.over = (head, part, pause), times, threading.Event()

    def connect(self, seconds: float) -> socket.socket:
        client, server = socket.socketpair()
        threading.Thread(target=self._serve, args=(server,), daemon=True).start()
        return client

    def _serve(self, server: socket.socket) -> None:
        head, part, pause = self.answer
        with server:
            try:
                server.recv(65_536)
                server.sendall(head)
                sent = 0
                while sent != self.times:
                    server.sendall(part)
                    sent += 1
                    time.sleep(pause)
            except OSError:
                self.over.set()  # the gateway has closed the connection
