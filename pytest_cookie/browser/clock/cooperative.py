"""`CooperativeClock`: page time in any Chromium: real time, which the page's scripts see in portions."""

import asyncio
import base64
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import Any, TypeVar

from playwright.async_api import CDPSession, Error
from pydantic import JsonValue

from pytest_cookie.browser.clock.held_page import HeldPage
from pytest_cookie.browser.clock.page_clock import CostScope, MotionCheck, PictureSink, SoundSink
from pytest_cookie.browser.process.event_loop import close_unstarted
from pytest_cookie.core.labels import ClockKind

T = TypeVar("T")

_QUIET_MS = 120
_POLL_MS = 40

_STILL_LOADING_SECONDS = 1.0
"""A document that arrives within this time has used no page time, however fast the machine is."""


class CooperativeClock:
    """A `PageClock` over `HeldPage`. The page must have been opened with `scripts.build_cooperative_time`.

    The page reports how much time passed, sometimes a few milliseconds more than requested.
    """

    kind: ClockKind = "cooperative"

    def __init__(self, cdp: CDPSession) -> None:
        self.picture_scope: CostScope = nullcontext  # never entered: the browser takes its own pictures
        self.input_scope: CostScope = nullcontext
        self._cdp = cdp
        self._page = HeldPage(cdp)
        self._screencast = Screencast(cdp, lambda: self.page_ms)

    @property
    def supports_sound(self) -> bool:
        """Not supported."""
        return False

    @property
    def page_ms(self) -> int:
        """Page time since the first document, in milliseconds."""
        return round(self._page.page_ms)

    @property
    def changed_frames(self) -> int:
        """Unknown, because the browser draws by itself: 0."""
        return 0

    @property
    def hidden_frames(self) -> int:
        """None: the browser draws by itself."""
        return 0

    @property
    def moved_ms(self) -> int:
        """Unknown, too: 0."""
        return 0

    @property
    def notes(self) -> tuple[str, ...]:
        """Always empty: the limits of this clock are reported with its name."""
        return ()

    async def attach(self) -> None:
        """Stop the page's time."""
        await self._page.freeze()

    @asynccontextmanager
    async def _thaw(self) -> AsyncIterator[None]:
        await self._page.thaw()
        try:
            yield
        finally:
            await self._page.freeze()

    async def advance(self, page_ms: float) -> None:
        """Let the page run for `page_ms`."""
        async with self._thaw():
            await asyncio.sleep(page_ms / 1000)

    async def settle(self, cap_ms: float, motion: MotionCheck) -> None:
        """Let the page run until it has been quiet for a moment, at most `cap_ms`."""
        ends_ms = self.page_ms + cap_ms
        async with self._thaw():
            await asyncio.sleep(min(_QUIET_MS, cap_ms) / 1000)
            while (remaining_ms := ends_ms - self.page_ms) > 0 and await motion(_QUIET_MS) != "none":
                await asyncio.sleep(min(_POLL_MS, remaining_ms) / 1000)

    async def run_until(self, reached: asyncio.Event) -> None:
        """Wait for `reached`; the page runs only if that takes long, since it may depend on the page's timers."""
        try:
            await asyncio.wait_for(reached.wait(), _STILL_LOADING_SECONDS)
        except TimeoutError:
            async with self._thaw():
                await reached.wait()

    async def deliver(self, work: Awaitable[T], *, shown: bool = True) -> T:
        """Run `work`: a frozen page still handles input, and the browser still draws it."""
        return await work

    async def dispatch_and_advance(self, work: Awaitable[object], page_ms: float) -> None:
        """Run `work`, and let the page run for the rest of `page_ms`."""
        began_ms = self.page_ms
        with self.input_scope():
            await work
        if (remaining_ms := page_ms - (self.page_ms - began_ms)) > 0:
            await self.advance(remaining_ms)

    async def run_query(self, work: Awaitable[T]) -> T:
        """Run `work`, as `deliver` does."""
        return await work

    async def draw(self) -> None:
        """Do nothing: the browser draws by itself."""

    async def run_until_done(self, work: Awaitable[T]) -> T:
        """Let the page run until `work` is done."""
        try:
            async with self._thaw():
                return await work
        finally:
            close_unstarted(work)

    async def film(self, to: PictureSink | None) -> None:
        """Pass the browser's pictures of the window to `to` from now on; None ends that."""
        await self._screencast.show(to)

    async def listen(self, to: SoundSink | None) -> None:
        """Do nothing: sound in real time is not recorded."""

    async def picture(self) -> bytes:
        """Return a PNG of the window."""
        shot = await self._cdp.send("Page.captureScreenshot", {"format": "png"})
        return base64.b64decode(shot["data"])

    async def capture(self, clip: dict[str, JsonValue]) -> bytes:
        """Return a PNG of `clip`, also outside the window."""
        parameters = {"format": "png", "captureBeyondViewport": True, "clip": clip}
        shot = await self._cdp.send("Page.captureScreenshot", parameters)
        return base64.b64decode(shot["data"])


_JPEG_QUALITY = 85


class Screencast:
    """Passes every picture from the browser to `to`, with the page time of its arrival."""

    def __init__(self, cdp: CDPSession, page_ms: Callable[[], int]) -> None:
        self._cdp = cdp
        self._page_ms = page_ms
        self._to: PictureSink | None = None
        self._answers: set[asyncio.Task[None]] = set()
        cdp.on("Page.screencastFrame", self._on_frame)

    async def show(self, to: PictureSink | None) -> None:
        """Start, or stop with None."""
        self._to = to
        if to is None:
            await self._cdp.send("Page.stopScreencast")
        else:
            await self._cdp.send("Page.startScreencast", {"format": "jpeg", "quality": _JPEG_QUALITY})

    def _on_frame(self, shot: dict[str, Any]) -> None:
        if self._to:
            self._to.picture(self._page_ms(), base64.b64decode(shot["data"]))
        answer = asyncio.ensure_future(self._acknowledge(int(shot["sessionId"])))
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)

    async def _acknowledge(self, number: int) -> None:
        with suppress(Error):  # the page is already gone
            await self._cdp.send("Page.screencastFrameAck", {"sessionId": number})
