"""`HeldPage`: stops the time of a page in a browser that knows no virtual time, and lets it go on.

In every frame at one moment: `scripts/cooperative_time.js` keeps back what its scripts wait for, the browser's own
switch stops animations (CSS, Web Animations, SVG). A document that comes later is told before its first script.
"""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.process.event_loop import close_unbegun

_PAGE_MS = "globalThis.__cookieTime?.pageMs?.() ?? null"


class HeldPage:
    """One page. Commands are carried out one after another, also where a caller gives up waiting."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._at_ms = 0.0
        self._since: float | None = None
        self._turn = 0
        self._script = ""
        self._last: asyncio.Future[None] | None = None

    @property
    def page_ms(self) -> float:
        """Time that has passed in the page; while it passes an estimate, until the page itself has told."""
        return self._at_ms if self._since is None else self._at_ms + (time.monotonic() - self._since) * 1000

    async def freeze(self) -> None:
        """Stop all that moves."""
        await self._in_turn(self._freeze())
        self._begin(self._tell(True))  # what the page has told its next document shall know, but nobody waits for that

    async def thaw(self) -> None:
        """Let time pass from now on."""
        await self._in_turn(self._thaw())

    async def _in_turn(self, command: Coroutine[Any, Any, None]) -> None:
        await asyncio.shield(self._begin(command))

    def _begin(self, command: Coroutine[Any, Any, None]) -> "asyncio.Future[None]":
        self._last = asyncio.ensure_future(_after(self._last, command))
        self._last.add_done_callback(lambda _: close_unbegun(command))
        return self._last

    async def _freeze(self) -> None:
        """Messages sent in this order, which the page takes one right after the other."""
        expected_ms, stop = self.page_ms, self._cdp.send("Animation.setPlaybackRate", {"playbackRate": 0})
        *_, told = await asyncio.gather(stop, *self._telling(True), self._ask())
        self._at_ms, self._since = max(self._at_ms, expected_ms if told is None else told), None

    async def _thaw(self) -> None:
        start = self._cdp.send("Animation.setPlaybackRate", {"playbackRate": 1})
        await asyncio.gather(*self._telling(False), start)
        self._since = time.monotonic()

    async def _tell(self, frozen: bool) -> None:
        await asyncio.gather(*self._telling(frozen))

    def _telling(self, frozen: bool) -> list[Coroutine[Any, Any, Any]]:
        """Tell every frame that there is, and those to come instead of what they would have been told so far."""
        self._turn += 1
        now: JsonValue = {"frozen": frozen, "pageMs": self.page_ms, "machineMs": time.time() * 1000, "turn": self._turn}
        telling: list[Coroutine[Any, Any, Any]] = [self._add(scripts.called("cooperative_state", now))]
        if self._script:
            telling.append(self._forget(self._script))
        return telling

    async def _forget(self, script: str) -> None:
        with suppress(Error):  # a page that moved to another process may have lost it
            await self._cdp.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})

    async def _add(self, script: str) -> None:
        wanted = {"source": script, "runImmediately": True}
        self._script = str((await self._cdp.send("Page.addScriptToEvaluateOnNewDocument", wanted))["identifier"])

    async def _ask(self) -> float | None:
        """None where the document has no clock of ours, such as the browser's own error page."""
        try:
            told = await self._cdp.send("Runtime.evaluate", {"expression": _PAGE_MS, "returnByValue": True})
        except Error:  # between two documents
            return None
        value = told["result"].get("value")
        return float(value) if isinstance(value, (int, float)) else None


async def _after(former: "asyncio.Future[None] | None", command: Coroutine[Any, Any, None]) -> None:
    if former is not None:
        await asyncio.wait((former,))
    await command
