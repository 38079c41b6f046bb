"""`Touch`: one finger on the page, with the same timing as the mouse and trusted input."""

from playwright.async_api import Page

from pytest_cookie.browser.input.drag_path import Point, Route, plan_drag, plan_fling
from pytest_cookie.browser.input.gesture_observer import GestureObserver
from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.input_timing import InputTiming
from pytest_cookie.browser.input.target import Target, viewport_size

LONG_PRESS_MS = 700
"""Pages recognise a long press after half a second."""

_SWIPE_SHARE = 0.6
_SLOP_PX = 15.0
"""Chromium ignores this much of a swipe before it scrolls."""
_MAX_SWIPES = 8


class Touch:
    """A finger. A `Pointer`; the context must have touch."""

    def __init__(self, page: Page, dispatcher: InputDispatcher, timing: InputTiming, watcher: GestureObserver) -> None:
        self._page = page
        self._dispatcher = dispatcher
        self._timing = timing
        self._watcher = watcher

    async def point(self, target: Target) -> None:
        """Do nothing: a finger above the screen is not reported."""

    async def press(self, target: Target, *, hold_ms: int = 0) -> None:
        """Tap; a long press with `hold_ms`."""
        point = (target.x, target.y)
        await self._start(point)
        try:
            await self._dispatcher.pause(hold_ms or self._timing.press_ms())
        finally:
            await self._end(point)

    async def press_twice(self, target: Target) -> None:
        """Double-tap."""
        await self.press(target)
        await self._dispatcher.pause(self._timing.between_clicks_ms())
        await self.press(target)

    async def press_secondary(self, target: Target) -> None:
        """Long-press. Chromium reports it by touch events alone, without `contextmenu`."""
        await self.press(target, hold_ms=LONG_PRESS_MS)

    async def drag(self, target: Target, to: Point, *, in_motion: bool = False) -> None:
        """Swipe; flick if `in_motion`."""
        await self._swipe((target.x, target.y), to, in_motion=in_motion)

    async def scroll(self, target: Target | None, distance_px: float) -> None:
        """Swipe as often as needed; a far end is reached by flicks."""
        width, height = viewport_size(self._page)
        x, y = (target.x, target.y) if target else (width / 2, height / 2)
        reach = _SWIPE_SHARE * height
        remaining, sign = abs(distance_px), 1 if distance_px >= 0 else -1
        far = remaining > _MAX_SWIPES * reach
        for _ in range(_MAX_SWIPES):
            part = min(remaining, reach)
            if part <= 0:
                break
            length = (part + _SLOP_PX) * sign
            middle = min(max(y, abs(length) / 2), height - 1 - abs(length) / 2)
            await self._swipe((x, middle + length / 2), (x, middle - length / 2), in_motion=far)
            remaining -= part

    async def _swipe(self, start: Point, to: Point, *, in_motion: bool) -> None:
        route = Route(start, to, viewport_size(self._page))
        position, before_ms = start, 0
        await self._start(start)
        try:
            for waypoint in (plan_fling if in_motion else plan_drag)(route, self._timing.chance):
                await self._dispatcher.pause(waypoint.at_ms - before_ms)
                before_ms = waypoint.at_ms
                position = (waypoint.x, waypoint.y)
                await self._send("touchMove", position)
            if not in_motion:
                await self._dispatcher.pause(self._timing.dwell_ms())
        finally:
            await self._end(position)

    async def _start(self, point: Point) -> None:
        await self._send("touchStart", point)

    async def _end(self, point: Point) -> None:
        self._watcher.pointer(*point, False)
        await self._dispatch("touchEnd", [])

    async def _send(self, kind: str, point: Point) -> None:
        self._watcher.pointer(*point, True)
        await self._dispatch(kind, [{"x": point[0], "y": point[1], "id": 1}])

    async def _dispatch(self, kind: str, points: list[dict[str, float]]) -> None:
        await self._dispatcher.send(
            "Input.dispatchTouchEvent", type=kind, touchPoints=points, **self._dispatcher.timestamp
        )
