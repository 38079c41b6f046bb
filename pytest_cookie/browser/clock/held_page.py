"""`HeldPage`: stops and resumes a page's time in a browser without virtual time.

It does so in every frame at once: `scripts/cooperative_time.js` delays what its scripts wait for, and the browser's own
switch stops animations (CSS, Web Animations, SVG). Later documents are informed before their first script.
"""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.process.event_loop import close_unstarted

_PAGE_MS = "globalThis.__cookieTime?.pageMs?.() ?? null"


class HeldPage:
    """Holds one page. Commands run one after another, even if a caller stops waiting."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._at_ms = 0.0
        self._since: float | None = None
        self._turn = 0
        self._script = ""
        self._last: asyncio.Future[None] | None = None

    @property
    def page_ms(self) -> float:
        """Time that has passed in the page, in milliseconds; while it passes, an estimate until the page reports it."""
        return self._at_ms if self._since is None else self._at_ms + (time.monotonic() - self._since) * 1000

    async def freeze(self) -> None:
        """Stop everything that moves."""
        await self._run_in_turn(self._freeze())
        # the next document must start from the page's time, but there is no need to wait for that
        self._enqueue(self._notify(True))

    async def thaw(self) -> None:
        """Let time pass from now on."""
        await self._run_in_turn(self._thaw())

    async def _run_in_turn(self, command: Coroutine[Any, Any, None]) -> None:
        await asyncio.shield(self._enqueue(command))

    def _enqueue(self, command: Coroutine[Any, Any, None]) -> "asyncio.Future[None]":
        self._last = asyncio.ensure_future(_run_after(self._last, command))
        self._last.add_done_callback(lambda _: close_unstarted(command))
        return self._last

    async def _freeze(self) -> None:
        """Send the messages in this order; the page processes them one right after the other."""
        expected_ms, stop = self.page_ms, self._cdp.send("Animation.setPlaybackRate", {"playbackRate": 0})
        *_, reply = await asyncio.gather(stop, *self._build_notifications(True), self._read_page_ms())
        self._at_ms, self._since = max(self._at_ms, expected_ms if reply is None else reply), None

    async def _thaw(self) -> None:
        start = self._cdp.send("Animation.setPlaybackRate", {"playbackRate": 1})
        await asyncio.gather(*self._build_notifications(False), start)
        self._since = time.monotonic()

    async def _notify(self, frozen: bool) -> None:
        await asyncio.gather(*self._build_notifications(frozen))

    def _build_notifications(self, frozen: bool) -> list[Coroutine[Any, Any, Any]]:
        """Notify all existing frames and, in place of the previous script, those to come."""
        self._turn += 1
        now: JsonValue = {"frozen": frozen, "pageMs": self.page_ms, "machineMs": time.time() * 1000, "turn": self._turn}
        notifications: list[Coroutine[Any, Any, Any]] = [self._add_script(scripts.build_call("cooperative_state", now))]
        if self._script:
            notifications.append(self._remove_script(self._script))
        return notifications

    async def _remove_script(self, script: str) -> None:
        with suppress(Error):  # a page that moved to another process may have lost it
            await self._cdp.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})

    async def _add_script(self, script: str) -> None:
        parameters = {"source": script, "runImmediately": True}
        self._script = str((await self._cdp.send("Page.addScriptToEvaluateOnNewDocument", parameters))["identifier"])

    async def _read_page_ms(self) -> float | None:
        """Read the page's time; None if the document has no clock of ours, such as the browser's error page."""
        try:
            reply = await self._cdp.send("Runtime.evaluate", {"expression": _PAGE_MS, "returnByValue": True})
        except Error:  # between two documents
            return None
        value = reply["result"].get("value")
        return float(value) if isinstance(value, (int, float)) else None


async def _run_after(previous: "asyncio.Future[None] | None", command: Coroutine[Any, Any, None]) -> None:
    if previous is not None:
        await asyncio.wait((previous,))
    await command
