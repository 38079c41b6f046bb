"""`CooperativeClock`: page time in any Chromium; real time that the page's scripts are let see in portions."""

import asyncio
import base64
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, nullcontext
from typing import TypeVar

from playwright.async_api import CDPSession
from pydantic import JsonValue

from pytest_cookie.browser.clock.held_page import HeldPage
from pytest_cookie.browser.clock.page_clock import Aside, Listener, MotionCheck, Pictures
from pytest_cookie.browser.clock.screencast import Screencast
from pytest_cookie.browser.process.event_loop import close_unbegun
from pytest_cookie.core.evidence import ClockKind

T = TypeVar("T")

_QUIET_MS = 120
_POLL_MS = 40

_STILL_LOADING_SECONDS = 1.0
"""A document that comes within this time has used no page time, however fast the machine is."""


class CooperativeClock:
    """A `PageClock` over `HeldPage`. The page must have been begun with `scripts.cooperative_time`.

    How much passes is told by the page itself, at times a few milliseconds more than was asked for.
    """

    kind: ClockKind = "cooperative"

    def __init__(self, cdp: CDPSession) -> None:
        self.picturing: Aside = nullcontext  # never entered: the browser takes its pictures by itself
        self.hearing: Aside = nullcontext
        self._cdp = cdp
        self._page = HeldPage(cdp)
        self._screencast = Screencast(cdp, lambda: self.page_ms)

    @property
    def hears(self) -> bool:
        """It does not."""
        return False

    @property
    def page_ms(self) -> int:
        """Page time since the first document, in milliseconds."""
        return round(self._page.page_ms)

    @property
    def changed_frames(self) -> int:
        """Not known: the browser draws when it likes."""
        return 0

    @property
    def moved_ms(self) -> int:
        """Not known either."""
        return 0

    @property
    def notes(self) -> tuple[str, ...]:
        """None: what it cannot hold is said where the clock is named."""
        return ()

    async def take_hold(self) -> None:
        """Stop the page's time."""
        await self._page.freeze()

    @asynccontextmanager
    async def _thawed(self) -> AsyncIterator[None]:
        await self._page.thaw()
        try:
            yield
        finally:
            await self._page.freeze()

    async def let_pass(self, page_ms: float) -> None:
        """Let the page run for so long."""
        async with self._thawed():
            await asyncio.sleep(page_ms / 1000)

    async def settle(self, cap_ms: float, motion: MotionCheck) -> None:
        """Let the page run until it has been quiet for a moment, at most `cap_ms`."""
        ends_ms = self.page_ms + cap_ms
        async with self._thawed():
            await asyncio.sleep(min(_QUIET_MS, cap_ms) / 1000)
            while (left_ms := ends_ms - self.page_ms) > 0 and await motion(_QUIET_MS) != "none":
                await asyncio.sleep(min(_POLL_MS, left_ms) / 1000)

    async def until(self, reached: asyncio.Event) -> None:
        """Wait for `reached`; the page runs only where that takes long, and may depend on its timers."""
        try:
            await asyncio.wait_for(reached.wait(), _STILL_LOADING_SECONDS)
        except TimeoutError:
            async with self._thawed():
                await reached.wait()

    async def deliver(self, work: Awaitable[T], *, shown: bool = True) -> T:
        """Carry out `work`: a frozen page still handles input, and the browser goes on drawing it."""
        return await work

    async def carry(self, work: Awaitable[object], page_ms: float) -> None:
        """Carry out `work`, and let the page run for what is left of `page_ms`."""
        began_ms = self.page_ms
        with self.hearing():
            await work
        if (left_ms := page_ms - (self.page_ms - began_ms)) > 0:
            await self.let_pass(left_ms)

    async def ask(self, work: Awaitable[T]) -> T:
        """Carry out `work`, as `deliver` does."""
        return await work

    async def draw(self) -> None:
        """Nothing: the browser draws by itself."""

    async def attend(self, work: Awaitable[T]) -> T:
        """Let the page run until `work` has ended."""
        try:
            async with self._thawed():
                return await work
        finally:
            close_unbegun(work)

    async def film(self, to: Pictures | None) -> None:
        """Give what the browser shows of the window to `to` from now on; None ends that."""
        await self._screencast.show(to)

    async def listen(self, to: Listener | None) -> None:
        """Nothing: what sounds in real time is not heard."""

    async def picture(self) -> bytes:
        """A PNG of the window."""
        shot = await self._cdp.send("Page.captureScreenshot", {"format": "png"})
        return base64.b64decode(shot["data"])

    async def capture(self, clip: dict[str, JsonValue]) -> bytes:
        """A PNG of `clip`, also beyond the window."""
        wanted = {"format": "png", "captureBeyondViewport": True, "clip": clip}
        shot = await self._cdp.send("Page.captureScreenshot", wanted)
        return base64.b64decode(shot["data"])
