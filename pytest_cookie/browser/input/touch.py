"""`Touch`: fingers on the page, with the same timing as the mouse and trusted input."""

from collections.abc import Sequence

from playwright.async_api import Page

from pytest_cookie.browser.input.drag_path import (
    MOVE_MS,
    Point,
    Route,
    Waypoint,
    minimum_jerk,
    plan_drag,
    plan_fling,
    plan_polyline,
)
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
_PINCH_MS = 400
_WIDEST_PINCH_SHARE = 0.8
_CLOSEST_FINGERS_PX = 20.0


class Touch:
    """A finger, and two for a pinch. A `Pointer`; the context must have touch."""

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

    async def drag(self, target: Target, to: Point, *, via: Sequence[Point] = (), in_motion: bool = False) -> None:
        """Swipe; flick if `in_motion`. A finger ends at the edge of the screen."""
        window = viewport_size(self._page)
        end = (min(max(to[0], 0), window[0] - 1), min(max(to[1], 0), window[1] - 1))
        start = (target.x, target.y)
        await self._follow(start, self._plan_swipe(start, [*via, end], in_motion=in_motion), in_motion=in_motion)

    async def scroll(self, target: Target | None, distance_px: float, *, sideways: bool = False) -> None:
        """Swipe as often as needed, within `target`; a far end is reached by flicks."""
        size = viewport_size(self._page)
        point = (target.x, target.y) if target else (size[0] / 2, size[1] / 2)
        along = 0 if sideways else 1
        low, high = _visible_span(target, along, size[along])
        reach = _SWIPE_SHARE * (high - low)
        remaining, sign = abs(distance_px), 1 if distance_px >= 0 else -1
        far = remaining > _MAX_SWIPES * reach
        for _ in range(_MAX_SWIPES):
            part = min(remaining, reach)
            if part <= 0:
                break
            length = (part + _SLOP_PX) * sign
            middle = min(max(point[along], low + abs(length) / 2), high - 1 - abs(length) / 2)
            start, to = (
                (at, point[1]) if sideways else (point[0], at) for at in (middle + length / 2, middle - length / 2)
            )
            await self._follow(start, self._plan_swipe(start, [to], in_motion=far), in_motion=far)
            remaining -= part

    async def pinch(self, target: Target, scale: float) -> None:
        """Move two fingers side by side apart, or together, around `target`."""
        low, high = _visible_span(target, 0, viewport_size(self._page)[0])
        widest = _WIDEST_PINCH_SHARE * (high - low)
        first = max(_CLOSEST_FINGERS_PX, widest / scale) if scale > 1 else widest
        last = max(_CLOSEST_FINGERS_PX, first * scale)
        middle = min(max(target.x, low + widest / 2), high - 1 - widest / 2)
        moves = _PINCH_MS // MOVE_MS
        await self._send_pair("touchStart", middle, target.y, first)
        try:
            for move in range(1, moves + 1):
                await self._dispatcher.pause(MOVE_MS)
                apart = first + (last - first) * minimum_jerk(move / moves)
                await self._send_pair("touchMove", middle, target.y, apart)
            await self._dispatcher.pause(self._timing.dwell_ms())
        finally:
            await self._end((middle, target.y))

    def _plan_swipe(self, start: Point, points: Sequence[Point], *, in_motion: bool) -> list[Waypoint]:
        if len(points) > 1:
            return plan_polyline(start, points)
        route = Route(start, points[0], viewport_size(self._page))
        return (plan_fling if in_motion else plan_drag)(route, self._timing.chance)

    async def _follow(self, start: Point, path: Sequence[Waypoint], *, in_motion: bool) -> None:
        position, before_ms = start, 0
        await self._start(start)
        try:
            for waypoint in path:
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

    async def _send_pair(self, kind: str, x: float, y: float, apart_px: float) -> None:
        """Send both fingers, `apart_px` from each other; the film shows one between them."""
        self._watcher.pointer(x, y, True)
        width = viewport_size(self._page)[0]
        sides = (max(0.0, x - apart_px / 2), min(width - 1, x + apart_px / 2))
        await self._dispatch(kind, [{"x": side, "y": y, "id": finger} for finger, side in enumerate(sides, start=1)])

    async def _dispatch(self, kind: str, points: list[dict[str, float]]) -> None:
        await self._dispatcher.send(
            "Input.dispatchTouchEvent", type=kind, touchPoints=points, **self._dispatcher.timestamp
        )


def _visible_span(target: Target | None, along: int, size: float) -> tuple[float, float]:
    """The part of the window, from and to in CSS px, where a finger stays on the target; 0 is the x axis."""
    if target is None or target.box is None:
        return 0.0, size
    start, length = (target.box["x"], target.box["width"]) if along == 0 else (target.box["y"], target.box["height"])
    low, high = max(0.0, start), min(size, start + length)
    return (low, high) if high - low > _SLOP_PX else (0.0, size)
