"""`Companion`: page time in a popup, beside the clock of the page itself."""

from typing import Protocol

from playwright.async_api import CDPSession

from pytest_cookie.browser.clock.cooperative import CooperativeClock
from pytest_cookie.browser.clock.page_clock import PageClock
from pytest_cookie.browser.clock.stepped import SteppedClock
from pytest_cookie.browser.clock.virtual_time import FRAME_MS, VirtualTime


class Companion(Protocol):
    """Lets a second window run for a while."""

    async def advance(self, page_ms: float) -> None:
        """Let the window run for `page_ms`."""
        ...

    async def picture(self) -> bytes:
        """Return a PNG of it."""
        ...


class SharedTime:
    """A window in the page's own process, which shares the page's time but draws its own frames."""

    def __init__(self, clock: PageClock, time: VirtualTime) -> None:
        self._clock = clock
        self._time = time

    async def advance(self, page_ms: float) -> None:
        """Advance by whole frames, so that the page runs, too."""
        for _ in range(round(page_ms / FRAME_MS)):
            await self._clock.advance(FRAME_MS)
            self._time.follow(self._clock.page_ms)
            await self._time.frame()

    async def picture(self) -> bytes:
        """Return a PNG of the window."""
        self._time.follow(self._clock.page_ms)
        return (await self._time.frame("png")).picture or b""


async def attach_companion(clock: PageClock, cdp: CDPSession) -> tuple[Companion, bool]:
    """Attach to the window behind `cdp`; also return whether it has a time of its own, which starts now."""
    if not isinstance(clock, SteppedClock):
        real = CooperativeClock(cdp)
        await real.attach()
        return real, False
    time = VirtualTime(cdp)
    await time.attach()
    if time.ticks_base == clock.ticks_base:  # the process's time was already stopped
        return SharedTime(clock, time), False
    own = SteppedClock(cdp)
    await own.attach()
    return own, True
