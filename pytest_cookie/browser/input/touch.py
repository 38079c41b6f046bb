"""`Touch`: one finger on the page, in the same cadence as the mouse; all of it trusted input."""

from playwright.async_api import Page

from pytest_cookie.browser.input.drag_path import Field, Point, fling, haul
from pytest_cookie.browser.input.gesture import GestureObserver
from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.input_timing import InputTiming
from pytest_cookie.browser.input.target import Target, window_of

LONG_PRESS_MS = 700
"""Pages take a press for a long one after half a second."""

_SWIPE_SHARE = 0.6
_SLOP_PX = 15.0
"""So much of a swipe Chromium keeps to itself before it scrolls."""
_MAX_SWIPES = 8


class Touch:
    """A finger. A `Pointer`; the context has to have touch."""

    def __init__(self, page: Page, wire: InputDispatcher, cadence: InputTiming, watcher: GestureObserver) -> None:
        self._page = page
        self._wire = wire
        self._cadence = cadence
        self._watcher = watcher

    async def point(self, target: Target) -> None:
        """Nothing: above the glass a finger does not tell where it is."""

    async def press(self, target: Target, *, held_ms: int = 0) -> None:
        """A tap; with `held_ms` a long press."""
        place = (target.x, target.y)
        await self._start(place)
        try:
            await self._wire.rest(held_ms or self._cadence.press_ms())
        finally:
            await self._end(place)

    async def press_twice(self, target: Target) -> None:
        """A double tap."""
        await self.press(target)
        await self._wire.rest(self._cadence.between_clicks_ms())
        await self.press(target)

    async def press_aside(self, target: Target) -> None:
        """A long press. Chromium tells pages of it by touch events alone, with no `contextmenu`."""
        await self.press(target, held_ms=LONG_PRESS_MS)

    async def drag(self, target: Target, to: Point, *, in_motion: bool = False) -> None:
        """A swipe; `in_motion` it is a flick."""
        await self._swipe((target.x, target.y), to, in_motion=in_motion)

    async def scroll(self, target: Target | None, distance_px: float) -> None:
        """Swipe the content along, as often as it takes; a far end is flicked to."""
        width, height = window_of(self._page)
        x, y = (target.x, target.y) if target else (width / 2, height / 2)
        reach = _SWIPE_SHARE * height
        left, sign = abs(distance_px), 1 if distance_px >= 0 else -1
        far = left > _MAX_SWIPES * reach
        for _ in range(_MAX_SWIPES):
            part = min(left, reach)
            if part <= 0:
                break
            length = (part + _SLOP_PX) * sign
            middle = min(max(y, abs(length) / 2), height - 1 - abs(length) / 2)
            await self._swipe((x, middle + length / 2), (x, middle - length / 2), in_motion=far)
            left -= part

    async def _swipe(self, start: Point, to: Point, *, in_motion: bool) -> None:
        field = Field(start, to, window_of(self._page))
        at, before_ms = start, 0
        await self._start(start)
        try:
            for waypoint in (fling if in_motion else haul)(field, self._cadence.chance):
                await self._wire.rest(waypoint.at_ms - before_ms)
                before_ms = waypoint.at_ms
                at = (waypoint.x, waypoint.y)
                await self._send("touchMove", at)
            if not in_motion:
                await self._wire.rest(self._cadence.dwell_ms())
        finally:
            await self._end(at)

    async def _start(self, place: Point) -> None:
        await self._send("touchStart", place)

    async def _end(self, place: Point) -> None:
        self._watcher.pointer(*place, False)
        await self._dispatch("touchEnd", [])

    async def _send(self, kind: str, place: Point) -> None:
        self._watcher.pointer(*place, True)
        await self._dispatch(kind, [{"x": place[0], "y": place[1], "id": 1}])

    async def _dispatch(self, kind: str, points: list[dict[str, float]]) -> None:
        await self._wire.send("Input.dispatchTouchEvent", type=kind, touchPoints=points, **self._wire.stamp)
