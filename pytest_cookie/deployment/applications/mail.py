"""`MailCatcher`: accepts all mail of an application and delivers none of it; `render_inbox` shows it as a page."""

import asyncio
import html
import importlib.util
import re
import socket
import threading
from collections.abc import Coroutine, Iterable
from contextlib import suppress

from pytest_cookie.core.errors import DeploymentError
from pytest_cookie.deployment.applications.app_fault import AppFaultError
from pytest_cookie.deployment.applications.caught_mail import INBOX_HOST, Mail

HOW_TO_INSTALL = "pip install 'pytest-cookie[apps]'"
PORT = 1025
_ANSWER_SECONDS = 30.0
_SENDER = "no-reply@artifact.localhost"
_LINK = re.compile(r"https?://[^\s<>\"')]{1,2000}")
_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "article{border:1px solid #999;border-radius:4px;padding:1rem;margin:1rem 0}h2{margin:0}"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}"
)
ENVIRONMENT = {
    "SMTP_HOST": "127.0.0.1", "SMTP_PORT": str(PORT), "SMTP_URL": f"smtp://127.0.0.1:{PORT}", "MAIL_FROM": _SENDER,
    "INBOX_URL": f"http://{INBOX_HOST}",
}  # fmt: skip
"""The variables that an application gets."""


def is_installed() -> bool:
    """Whether mail can be caught on this machine."""
    return importlib.util.find_spec("aiosmtpd") is not None


class MailCatcher:
    """Catches mail on any number of listening sockets, one after the other. Needs the extra `apps`."""

    def __init__(self) -> None:
        from pytest_cookie.deployment.applications.smtp_server import Inbox

        self._new_inbox = Inbox
        self._inbox = Inbox()
        self._has_listened = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="mail-catcher", daemon=True)
        self._thread.start()

    @property
    def mails(self) -> tuple[Mail, ...]:
        """At most 200 mails, in order of arrival."""
        return tuple(self._inbox.mails)

    @property
    def reached(self) -> tuple[str, ...]:
        """Which limits were reached since the last `listen`."""
        return tuple(self._inbox.reached)

    def listen(self, listening: socket.socket) -> None:
        """Forget all mail, and catch what arrives on this socket.

        Raises `AppFaultError` if mail of the application keeps the catcher busy for too long, `DeploymentError` if the
        machine does.
        """
        try:
            self._carry_out(self._serve(listening.dup()))
        except TimeoutError as error:
            told = f"mail server busy for {_ANSWER_SECONDS:g} s"
            if self._has_listened:
                raise AppFaultError(f"what it sent kept its {told}", "timeout") from error
            raise DeploymentError(f"the machine kept the {told}") from error
        self._has_listened = True

    def _carry_out(self, order: Coroutine[None, None, None]) -> None:
        """Let the catcher's thread do something. Raises `TimeoutError`."""
        pending = asyncio.run_coroutine_threadsafe(order, self._loop)
        try:
            pending.result(_ANSWER_SECONDS)
        except TimeoutError:
            pending.cancel()
            raise

    async def _serve(self, listening: socket.socket) -> None:
        self._inbox.close()
        self._inbox = self._new_inbox()
        await self._inbox.listen(listening)

    async def _stop(self) -> None:
        self._inbox.close()

    def close(self) -> None:
        """Stop catching. A catcher that is busy stops when it has time."""
        with suppress(TimeoutError):
            self._carry_out(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        if not self._loop.is_running():
            self._loop.close()


def render_inbox(mails: Iterable[Mail], *, recipient: str = "") -> str:
    """The inbox as a page, newest mail first, only mails to `recipient` if there is one."""
    wanted = recipient.casefold()
    shown = [mail for mail in mails if not wanted or wanted in (one.casefold() for one in mail.recipients)]
    articles = "".join(_article(number, mail) for number, mail in reversed(list(enumerate(shown, start=1))))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Inbox</title><style>{_STYLE}</style>'
        '<form role="search"><label>Mails to <input name="to" type="email" value="'
        f'{html.escape(recipient)}"></label> <button>Show</button></form><h1>Inbox</h1>'
        f'<p id="count">{len(shown)} mails</p>{articles}'
    )


def _article(number: int, mail: Mail) -> str:
    return (
        f'<article class="mail" id="mail-{number}"><h2>{html.escape(mail.subject)}</h2>'
        f'<p>To <span class="to">{html.escape(", ".join(mail.recipients))}</span>, from {html.escape(mail.sender)}</p>'
        f"<pre>{_with_links(mail.text)}</pre></article>"
    )


def _with_links(text: str) -> str:
    parts: list[str] = []
    at = 0
    for found in _LINK.finditer(text):
        address = html.escape(found[0])
        parts += [html.escape(text[at : found.start()]), f'<a href="{address}">{address}</a>']
        at = found.end()
    return "".join([*parts, html.escape(text[at:])])
