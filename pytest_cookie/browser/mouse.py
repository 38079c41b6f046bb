"""`Mouse`: moves the way a hand does, and presses; all of it trusted input."""

import re

from playwright.async_api import Page

from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.target import Target, UnreachableError

_MOVES, _MOVE_MS = 8, 12
_DRAG_MOVES, _DRAG_MOVE_MS = 12, 20
_PRESS_MS = 60
_WHEEL_PX, _WHEEL_MS, _MAX_WHEEL_TURNS = 120, 16, 40
_FAR_PX = 1_000_000.0


class Mouse:
    """One pointer that stays where it was left."""

    def __init__(self, page: Page, clock: PageClock) -> None:
        self._mouse = page.mouse
        self._clock = clock
        self._at = (0.0, 0.0)

    async def move(self, x: float, y: float, *, moves: int = _MOVES, move_ms: float = _MOVE_MS) -> None:
        """Slow at both ends, through the places between."""
        if (x, y) == self._at:
            return  # a person who is there already does not travel again
        from_x, from_y = self._at
        for move in range(1, moves + 1):
            t = move / moves
            eased = t * t * (3 - 2 * t)
            await self._mouse.move(from_x + (x - from_x) * eased, from_y + (y - from_y) * eased)
            await self._clock.let_pass(move_ms)
        self._at = (x, y)

    async def press(self, target: Target) -> None:
        """Go there, press and release."""
        await self.move(target.x, target.y)
        await self._down_up(1)

    async def press_twice(self, target: Target) -> None:
        """A double click."""
        await self.press(target)
        await self._clock.let_pass(_PRESS_MS)
        await self._down_up(2)

    async def _down_up(self, count: int) -> None:
        await self._mouse.down(click_count=count)
        await self._clock.let_pass(_PRESS_MS)
        await self._mouse.up(click_count=count)

    async def drag(self, target: Target, to_x: float, to_y: float) -> None:
        """Press at `target`, move, release; the button is let go whatever happens on the way."""
        await self.move(target.x, target.y)
        await self._mouse.down()
        try:
            await self._clock.let_pass(_PRESS_MS)
            await self.move(to_x, to_y, moves=_DRAG_MOVES, move_ms=_DRAG_MOVE_MS)
            await self._clock.let_pass(_PRESS_MS)
        finally:
            await self._mouse.up()

    async def wheel(self, distance_px: float) -> None:
        """Turn the wheel; what is under the pointer scrolls."""
        turns = min(_MAX_WHEEL_TURNS, max(1, round(abs(distance_px) / _WHEEL_PX)))
        for _ in range(turns):
            await self._mouse.wheel(0, distance_px / turns)
            await self._clock.let_pass(_WHEEL_MS)


def wheel_distance(value: str) -> float:
    """CSS px downwards from an action's value: a number, a direction, or an end of the page."""
    words = {"": 600.0, "down": 600.0, "up": -600.0, "bottom": _FAR_PX, "top": -_FAR_PX}
    if value in words:
        return words[value]
    if re.fullmatch(r"-?\d{1,6}", value):
        return float(value)
    raise UnreachableError(f"scroll takes px, up, down, top or bottom, not {value!r}")
