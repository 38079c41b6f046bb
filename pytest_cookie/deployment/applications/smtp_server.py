"""`Inbox`: a mail server on one socket, with limits for mails, recipients, bytes and connections.

Imported only where mail is caught, because aiosmtpd is part of an extra.
"""

import asyncio
import socket
from typing import AnyStr

from aiosmtpd.smtp import SMTP, Envelope, Session

from pytest_cookie.deployment.applications.caught_mail import INBOX_HOST, Mail
from pytest_cookie.deployment.applications.mail_parser import parse_mail

_MAX_MAILS = 200
_MAX_RECIPIENTS = 100
_MAX_BYTES = 1_000_000
_MAX_CONNECTIONS = 30
_SILENT_SECONDS = 60.0


class Inbox:
    """`mails` are in order of arrival. `reached` says which limits the application reached; they are its own fault."""

    def __init__(self) -> None:
        self.mails: list[Mail] = []
        self.reached: dict[str, None] = {}
        self.connections: set[asyncio.BaseTransport] = set()
        self._server: asyncio.Server | None = None

    async def listen(self, listening: socket.socket) -> None:
        """Accept mail on this socket until `close`."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Connection(self, loop), sock=listening)

    def close(self) -> None:
        """Close the socket and all connections. Safe to call before `listen`."""
        if self._server is not None:
            self._server.close()
        for one in tuple(self.connections):
            if isinstance(one, asyncio.WriteTransport):
                one.abort()

    def note(self, reached: str) -> None:
        """Remember that the application reached a limit."""
        self.reached[f"it {reached}"] = None

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Add a recipient; called by the server."""
        if len(envelope.rcpt_tos) >= _MAX_RECIPIENTS:
            self.note(f"sent a mail to more than {_MAX_RECIPIENTS} recipients")
            return "452 too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Keep a mail; called by the server."""
        if len(self.mails) >= _MAX_MAILS:
            self.note(f"sent more than {_MAX_MAILS} mails")
            return "452 too many mails"
        content = envelope.content if isinstance(envelope.content, bytes) else str(envelope.content).encode()
        self.mails.append(parse_mail(content, envelope.rcpt_tos, envelope.mail_from or ""))
        return "250 kept"


class _Connection(SMTP):
    """A connection of the application. One that sends too much before it is answered is closed."""

    def __init__(self, inbox: Inbox, loop: asyncio.AbstractEventLoop) -> None:
        self._inbox = inbox
        self._unanswered = 0
        super().__init__(
            inbox,
            data_size_limit=_MAX_BYTES,
            hostname=INBOX_HOST,
            enable_SMTPUTF8=True,
            timeout=_SILENT_SECONDS,
            loop=loop,
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if len(self._inbox.connections) >= _MAX_CONNECTIONS:
            self._inbox.note(f"opened more than {_MAX_CONNECTIONS} connections to its mail server")
            transport.close()
            return
        self._inbox.connections.add(transport)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self.transport is not None:  # otherwise it was refused
            self._inbox.connections.discard(self.transport)
            super().connection_lost(error)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self.transport is not None else None

    def data_received(self, data: bytes) -> None:
        """aiosmtpd keeps a line of any length, so what arrives before the next answer is counted here."""
        self._unanswered += len(data)
        if self.transport is None:
            return
        if self._unanswered > 2 * _MAX_BYTES:
            self._inbox.note(f"sent a mail of more than {_MAX_BYTES:,} bytes")
            if isinstance(self.transport, asyncio.WriteTransport):
                self.transport.abort()
            return
        super().data_received(data)

    async def push(self, status: AnyStr) -> None:
        """Answer."""
        self._unanswered = 0
        if str(status).startswith("552"):
            self._inbox.note(f"sent a mail of more than {_MAX_BYTES:,} bytes")
        await super().push(status)
