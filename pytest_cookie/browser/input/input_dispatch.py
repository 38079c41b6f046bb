"""`InputDispatcher`: the way that every input takes to the page, one after another in page time."""

from collections.abc import Awaitable
from typing import TypeVar

from playwright.async_api import CDPSession

from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.clock.virtual_time import EPOCH_SECONDS

T = TypeVar("T")

_MOVES = ("mouseMoved", "touchMove")
"""They are many, and hardly anything begins by them that takes page time."""


class InputDispatcher:
    """Delivers inputs and keeps them apart. `cdp` is the page's session, for raw events."""

    def __init__(self, clock: PageClock, cdp: CDPSession) -> None:
        self.cdp = cdp
        self._clock = clock
        self._last_ms = clock.page_ms

    async def deliver(self, work: Awaitable[T]) -> T:
        """Carry out one input; from here on `rest` counts."""
        answer = await self.tell(work)
        await self._clock.draw()
        return answer

    async def send(self, method: str, **parameters: object) -> None:
        """Deliver one raw event: a single message, so that the page's answer is all there is to wait for."""
        sent = self.cdp.send(method, parameters)
        await (self.tell(sent) if parameters.get("type") in _MOVES else self.deliver(sent))

    async def tell(self, work: Awaitable[T]) -> T:
        """As `deliver`, of a move among many: what came of it is drawn with the next one."""
        self._last_ms = self._clock.page_ms
        return await self._clock.deliver(work, shown=False)

    async def carry(self, page_ms: int, method: str, **parameters: object) -> None:
        """Deliver a raw event, a move among many, and let `page_ms` pass: it is heard with the page's next frame."""
        await self._clock.carry(self.cdp.send(method, parameters), page_ms)
        self._last_ms = self._clock.page_ms

    @property
    def stamp(self) -> dict[str, float]:
        """The time of a touch, where page time is not the machine's: it decides on double taps and on momentum."""
        return {"timestamp": EPOCH_SECONDS + self._clock.page_ms / 1000} if self._clock.kind == "stepped" else {}

    async def wait(self, page_ms: int) -> None:
        """Let page time pass, whatever was delivered before."""
        await self._clock.let_pass(page_ms)

    async def rest(self, page_ms: int) -> None:
        """Let page time pass until so much lies behind the last input, its delivery included.

        What comes late is not made up for: a hand that was held up does not jump.
        """
        left = page_ms - (self._clock.page_ms - self._last_ms)
        if left > 0:
            await self._clock.let_pass(left)
        self._last_ms = self._clock.page_ms
