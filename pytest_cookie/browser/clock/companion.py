"""`Companion`: how time passes in a window that the page opened, beside the clock of the page itself."""

from typing import Protocol

from playwright.async_api import CDPSession

from pytest_cookie.browser.clock.cooperative import CooperativeClock
from pytest_cookie.browser.clock.page_clock import PageClock
from pytest_cookie.browser.clock.stepped import SteppedClock
from pytest_cookie.browser.clock.virtual_time import FRAME_MS, VirtualTime


class Companion(Protocol):
    """Lets a second window live for a while."""

    async def let_pass(self, page_ms: float) -> None:
        """Let the window run for so long."""
        ...

    async def picture(self) -> bytes:
        """A PNG of it."""
        ...


class SharedTime:
    """A window in the page's own process, whose time stands and passes with the page's; its frames are its own."""

    def __init__(self, clock: PageClock, time: VirtualTime) -> None:
        self._clock = clock
        self._time = time

    async def let_pass(self, page_ms: float) -> None:
        """Whole frames, in which the page lives on, too."""
        for _ in range(round(page_ms / FRAME_MS)):
            await self._clock.let_pass(FRAME_MS)
            self._time.follow(self._clock.page_ms)
            await self._time.frame()

    async def picture(self) -> bytes:
        """A PNG of the window."""
        self._time.follow(self._clock.page_ms)
        return (await self._time.frame("png")).picture or b""


async def companion_of(clock: PageClock, cdp: CDPSession) -> tuple[Companion, bool]:
    """Take hold of the window behind `cdp`; also whether it lives in a time of its own, which begins now."""
    if not isinstance(clock, SteppedClock):
        real = CooperativeClock(cdp)
        await real.take_hold()
        return real, False
    time = VirtualTime(cdp)
    await time.take_hold()
    if time.ticks_base == clock.ticks_base:  # the process's time had been stopped before
        return SharedTime(clock, time), False
    own = SteppedClock(cdp)
    await own.take_hold()
    return own, True
