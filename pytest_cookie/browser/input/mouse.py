"""`Mouse`: moves, clicks, drags and scrolls like a hand, with trusted input."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast

from playwright.async_api import Error, Frame, Page

from pytest_cookie.browser import scripts
from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.input.drag_path import (
    Point,
    Route,
    Waypoint,
    plan_drag,
    plan_fling,
    plan_move,
    plan_polyline,
)
from pytest_cookie.browser.input.gesture_observer import GestureObserver
from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.input_timing import InputTiming
from pytest_cookie.browser.input.target import Target, viewport_size
from pytest_cookie.browser.input.wheel import (
    FIND_TURNED_FIELDS,
    NOTCH_MS,
    Rect,
    find_place_to_scroll,
    parse_rects,
    split_into_notches,
    split_zoom_into_notches,
)
from pytest_cookie.browser.page.page_query import query

_DRAG_STARTS_WITHIN_PX = 48.0
"""Chromium starts dragging a link after 40 px, everything else sooner."""
_MAX_POLLS = 25


class DragAndDrop:
    """One mouse drag, which the browser may turn into drag and drop. `is_intercepted`: it has."""

    def __init__(self, page: Page, dispatcher: InputDispatcher) -> None:
        self._page = page
        self._dispatcher = dispatcher
        self._data: dict[str, Any] | None = None
        self._entered = False

    @property
    def is_intercepted(self) -> bool:
        """Whether drag events have replaced the pointer events."""
        return self._entered

    async def begin(self) -> None:
        """Start to intercept, before the button is pressed."""
        cdp = self._dispatcher.cdp
        cdp.on("Input.dragIntercepted", self._on_intercepted)
        await cdp.send("Input.setInterceptDrags", {"enabled": True})
        await self._run_in_frames("watch")

    async def end(self) -> None:
        """Stop to intercept, after the button is released in any case."""
        cdp = self._dispatcher.cdp
        cdp.remove_listener("Input.dragIntercepted", self._on_intercepted)
        await cdp.send("Input.setInterceptDrags", {"enabled": False})

    def _on_intercepted(self, event: dict[str, Any]) -> None:
        self._data = cast(dict[str, Any], event["data"])

    async def check(self, x: float, y: float, *, moved_px: float) -> None:
        """Check whether the browser took the drag over, after a move to `x`, `y`, `moved_px` from the start."""
        if self._entered or moved_px > _DRAG_STARTS_WITHIN_PX or not await self._run_in_frames("taken"):
            return
        for _ in range(_MAX_POLLS):  # the browser's event and the page's reply arrive on different ways
            if self._data is not None:
                self._entered = True
                await self.send("dragEnter", x, y)
                return
            await self._page.evaluate("0")

    async def send(self, kind: str, x: float, y: float) -> None:
        """Send `dragOver`, `drop` or `dragCancel` at a point."""
        await self._dispatcher.send("Input.dispatchDragEvent", type=kind, x=x, y=y, data=self._data)

    async def _run_in_frames(self, command: str) -> bool:
        return any([await _run_in_frame(frame, command) for frame in self._page.frames])


async def _run_in_frame(frame: Frame, command: str) -> bool:
    try:
        return bool(await frame.evaluate(scripts.with_natives(scripts.source("drag")), command))
    except Error:  # the frame is navigating away
        return False


_MOUSE = "Input.dispatchMouseEvent"
_BUTTON_MASKS = {"left": 1, "right": 2}
_FIRST_MOVES_PX = (2.0, 5.0, 9.0)
_START_MS = 20
_AWAY_PX = 40.0
"""Past the edge of most controls, up and to the left, where the window goes on unless the pointer is in its corner."""


class Mouse:
    """One mouse pointer, which stays at its last position. A `Pointer`."""

    def __init__(self, page: Page, dispatcher: InputDispatcher, timing: InputTiming, watcher: GestureObserver) -> None:
        self._page = page
        self._dispatcher = dispatcher
        self._timing = timing
        self._watcher = watcher
        self._position: Point = (0.0, 0.0)
        self._is_unknown = False
        """Whether a document has loaded that knows nothing of the pointer: it lies there without an event."""
        page.on("domcontentloaded", self._on_loaded)

    def _on_loaded(self, _: Page) -> None:
        self._is_unknown = True

    async def point(self, target: Target) -> None:
        """Move there, unless the pointer is there already; it moves away first where a new document does not know."""
        point = (target.x, target.y)
        if point == self._position and self._is_unknown:
            await self._follow_path([Waypoint(max(0.0, point[0] - _AWAY_PX), max(0.0, point[1] - _AWAY_PX), 0)])
        if point != self._position:
            await self._follow_path(plan_move(self._route_to(point, target.smaller_side_px), self._timing.chance))

    async def press(self, target: Target, *, hold_ms: int = 0) -> None:
        """Move there, press and release."""
        await self.point(target)
        await self._click("left", hold_ms=hold_ms)

    async def press_twice(self, target: Target) -> None:
        """Double-click."""
        await self.press(target)
        await self._dispatcher.pause(self._timing.between_clicks_ms())
        await self._click("left", count=2)

    async def press_secondary(self, target: Target) -> None:
        """Click with the right button."""
        await self.point(target)
        await self._click("right")

    async def _click(self, button: str, *, count: int = 1, hold_ms: int = 0) -> None:
        await self._send_button("mousePressed", button, count)
        try:
            await self._dispatcher.pause(hold_ms or self._timing.press_ms())
        finally:
            await self._send_button("mouseReleased", button, count)

    async def drag(self, target: Target, to: Point, *, via: Sequence[Point] = (), in_motion: bool = False) -> None:
        """Press at `target`, move, release; the button is always released, whatever happens in between."""
        await self.point(target)
        drag = DragAndDrop(self._page, self._dispatcher)
        await drag.begin()
        try:
            await self._send_button("mousePressed", "left")
            await self._drag_along(drag, [*via, to], in_motion=in_motion)
        finally:
            await self._release(drag)
            await drag.end()

    async def _drag_along(self, drag: DragAndDrop, points: Sequence[Point], *, in_motion: bool) -> None:
        """Start with small moves, then follow the path; a throw is released in motion, others after a pause."""
        start = self._position
        await self._dispatcher.pause(self._timing.grasp_ms())
        path = [] if in_motion else _first_moves(start, points[0])
        began_at, began = ((path[-1].x, path[-1].y), path[-1].at_ms) if path else (start, 0)
        rest = self._plan_drag(began_at, points, in_motion=in_motion)
        path += [Waypoint(waypoint.x, waypoint.y, began + waypoint.at_ms) for waypoint in rest]
        await self._follow_dragging(path, drag)
        if not in_motion:
            await self._dispatcher.pause(self._timing.dwell_ms())

    def _plan_drag(self, start: Point, points: Sequence[Point], *, in_motion: bool) -> list[Waypoint]:
        if len(points) > 1:
            return plan_polyline(start, points)
        route = Route(start, points[0], viewport_size(self._page))
        return (plan_fling if in_motion else plan_drag)(route, self._timing.chance)

    async def _release(self, drag: DragAndDrop) -> None:
        if drag.is_intercepted:
            self._watcher.pointer(*self._position, False)
            await drag.send("drop", *self._position)
        else:
            await self._send_button("mouseReleased", "left")

    async def scroll(self, target: Target | None, distance_px: float, *, sideways: bool = False) -> None:
        """Turn the wheel at the pointer's position; without a target, beside a field whose value it would change."""
        if target is not None:
            await self.point(target)
        width, height = viewport_size(self._page)
        if not (self._position[0] < width and self._position[1] < height):  # the window became smaller
            await self.point(Target(width / 2, height / 2))
        if target is None:
            place = find_place_to_scroll(self._position, await self._find_turned_fields(), (width, height))
            await self.point(Target(*place))
        for turn in split_into_notches(distance_px):
            await self._turn_wheel(turn, sideways=sideways)

    async def _find_turned_fields(self) -> tuple[Rect, ...]:
        try:
            return parse_rects(await query(self._page, FIND_TURNED_FIELDS, None))
        except PageScriptError:  # a page that refuses scripts can be scrolled
            return ()

    async def pinch(self, target: Target, scale: float) -> None:
        """Turn the wheel at `target`; the caller holds Control, so that pages and browsers zoom."""
        await self.point(target)
        for turn in split_zoom_into_notches(scale):
            await self._turn_wheel(turn)

    async def _turn_wheel(self, turn_px: float, *, sideways: bool = False) -> None:
        x, y = (turn_px, 0.0) if sideways else (0.0, turn_px)
        await self._send("mouseWheel", deltaX=x, deltaY=y)
        await self._dispatcher.pause(NOTCH_MS)

    async def _follow_path(self, path: list[Waypoint]) -> None:
        """Move along the waypoints at their times; the page handles the last move before this returns."""
        await self._dispatcher.pause(path[0].at_ms)
        for waypoint, following in pairwise(path):
            move = self._move_to(waypoint, pressed=False)
            await self._dispatcher.dispatch_and_advance(following.at_ms - waypoint.at_ms, _MOUSE, **move)
        await self._dispatcher.send(_MOUSE, **self._move_to(path[-1], pressed=False))

    async def _follow_dragging(self, path: list[Waypoint], drag: DragAndDrop) -> None:
        """As `_follow_path`, with the button down; after each waypoint, check for drag and drop."""
        start, before_ms = self._position, 0
        for waypoint in path:
            await self._dispatcher.pause(waypoint.at_ms - before_ms)
            before_ms = waypoint.at_ms
            move = self._move_to(waypoint, pressed=True)
            if drag.is_intercepted:
                await drag.send("dragOver", *self._position)
            else:
                await self._dispatcher.send(_MOUSE, **move)
                await drag.check(*self._position, moved_px=math.dist(start, self._position))

    def _move_to(self, waypoint: Waypoint, *, pressed: bool) -> dict[str, float | str]:
        """Record the new position and return the event to send to the page."""
        self._position, self._is_unknown = (waypoint.x, waypoint.y), False
        self._watcher.pointer(*self._position, pressed)
        button, buttons = ("left", _BUTTON_MASKS["left"]) if pressed else ("none", 0)
        return {"type": "mouseMoved", "x": waypoint.x, "y": waypoint.y, "button": button, "buttons": buttons}

    def _route_to(self, to: Point, target_px: float) -> Route:
        return Route(self._position, to, viewport_size(self._page), target_px)

    async def _send_button(self, kind: str, button: str, count: int = 1) -> None:
        pressed = kind == "mousePressed"
        self._watcher.pointer(*self._position, pressed)
        buttons = _BUTTON_MASKS[button] if pressed else 0
        await self._send(kind, button=button, buttons=buttons, clickCount=count)

    async def _send(self, kind: str, **details: float | str) -> None:
        x, y = self._position
        await self._dispatcher.send(_MOUSE, type=kind, x=x, y=y, **details)


def _first_moves(start: Point, to: Point) -> list[Waypoint]:
    """The first few pixels, slowly: enough for the page to recognise a drag."""
    distance = math.dist(start, to) or 1.0
    direction = ((to[0] - start[0]) / distance, (to[1] - start[1]) / distance)
    steps = [px for px in _FIRST_MOVES_PX if px < distance / 2]
    return [
        Waypoint(round(start[0] + direction[0] * px), round(start[1] + direction[1] * px), _START_MS * move)
        for move, px in enumerate(steps)
    ]
