"""`InputDispatcher`: sends every input to the page, one after another in page time."""

from collections.abc import Awaitable
from typing import TypeVar

from playwright.async_api import CDPSession

from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.clock.virtual_time import EPOCH_SECONDS, FRAME_MS

T = TypeVar("T")

_MOVES = ("mouseMoved", "touchMove")
"""Frequent events that rarely start anything that takes page time."""


class InputDispatcher:
    """Delivers inputs and the pauses between them. `cdp` is the page's session, for raw events.

    `modifiers` are the modifier keys that raw events report as down, as a bit mask of the DevTools protocol.
    """

    def __init__(self, clock: PageClock, cdp: CDPSession) -> None:
        self.cdp = cdp
        self.modifiers = 0
        self._clock = clock
        self._last_ms = clock.page_ms

    @property
    def page_ms(self) -> int:
        """Page time since the first document, in milliseconds."""
        return self._clock.page_ms

    async def deliver(self, work: Awaitable[T]) -> T:
        """Deliver one input and draw its effects; `pause` counts from here."""
        answer = await self.deliver_undrawn(work)
        await self._clock.draw()
        return answer

    async def send(self, method: str, **parameters: object) -> None:
        """Deliver one raw event: a single message, so the page's answer is all there is to wait for."""
        sent = self.cdp.send(method, self._with_modifiers(parameters))
        await (self.deliver_undrawn(sent) if parameters.get("type") in _MOVES else self.deliver(sent))

    async def deliver_undrawn(self, work: Awaitable[T]) -> T:
        """As `deliver`, for one of many moves: its effects are drawn with the next frame."""
        self._last_ms = self._clock.page_ms
        return await self._clock.deliver(work, shown=False)

    async def dispatch_and_advance(self, page_ms: int, method: str, **parameters: object) -> None:
        """Deliver a raw event, one of many moves, and advance page time by `page_ms`: the page handles it with the next
        frame."""
        sent = self.cdp.send(method, self._with_modifiers(parameters))
        await self._clock.dispatch_and_advance(sent, page_ms)
        self._last_ms = self._clock.page_ms

    def _with_modifiers(self, parameters: dict[str, object]) -> dict[str, object]:
        return {**parameters, "modifiers": self.modifiers} if self.modifiers else parameters

    @property
    def timestamp(self) -> dict[str, float]:
        """Timestamp of a touch in stepped page time, which decides on double taps and momentum; empty in real time."""
        return {"timestamp": EPOCH_SECONDS + self._clock.page_ms / 1000} if self._clock.kind == "stepped" else {}

    async def picture(self) -> bytes:
        """A PNG of the window at this moment."""
        return await self._clock.picture()

    async def wait(self, page_ms: int) -> None:
        """Advance page time by `page_ms`, independent of earlier inputs."""
        await self._clock.advance(page_ms)

    async def wait_until(self, page_ms: int) -> None:
        """Advance to the last frame that is no later than `page_ms`."""
        frames = (page_ms - self._clock.page_ms) // FRAME_MS
        if frames > 0:
            await self._clock.advance(frames * FRAME_MS)

    async def pause(self, page_ms: int) -> None:
        """Advance page time until `page_ms` have passed since the last input, including its delivery.

        Delays are not made up for, so a delayed pointer does not jump.
        """
        remaining_ms = page_ms - (self._clock.page_ms - self._last_ms)
        if remaining_ms > 0:
            await self._clock.advance(remaining_ms)
        self._last_ms = self._clock.page_ms
