"""`Mouse`: moves the way a hand does, presses, drags and turns its wheel; all of it trusted input."""

import math
from itertools import pairwise

from playwright.async_api import Page

from pytest_cookie.browser.input.drag_and_drop import DragAndDrop
from pytest_cookie.browser.input.drag_path import Field, Point, Waypoint, fling, haul, travel
from pytest_cookie.browser.input.gesture import GestureObserver
from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.input_timing import InputTiming
from pytest_cookie.browser.input.target import Target, window_of
from pytest_cookie.browser.input.wheel import NOTCH_MS, notches

_MOUSE = "Input.dispatchMouseEvent"
_BUTTON_MASKS = {"left": 1, "right": 2}
_STARTED_PX = (2.0, 5.0, 9.0)
_START_MS = 20


class Mouse:
    """One pointer that stays where it was left. A `Pointer`."""

    def __init__(self, page: Page, wire: InputDispatcher, cadence: InputTiming, watcher: GestureObserver) -> None:
        self._page = page
        self._wire = wire
        self._cadence = cadence
        self._watcher = watcher
        self._at: Point = (0.0, 0.0)

    async def point(self, target: Target) -> None:
        """Go there; who is there already does not travel again."""
        place = (target.x, target.y)
        if place != self._at:
            await self._go(travel(self._field(place, target.aim_px), self._cadence.chance))

    async def press(self, target: Target, *, held_ms: int = 0) -> None:
        """Go there, press and release."""
        await self.point(target)
        await self._click("left", held_ms=held_ms)

    async def press_twice(self, target: Target) -> None:
        """A double click."""
        await self.press(target)
        await self._wire.rest(self._cadence.between_clicks_ms())
        await self._click("left", count=2)

    async def press_aside(self, target: Target) -> None:
        """A click with the right button."""
        await self.point(target)
        await self._click("right")

    async def _click(self, button: str, *, count: int = 1, held_ms: int = 0) -> None:
        await self._send_button("mousePressed", button, count)
        try:
            await self._wire.rest(held_ms or self._cadence.press_ms())
        finally:
            await self._send_button("mouseReleased", button, count)

    async def drag(self, target: Target, to: Point, *, in_motion: bool = False) -> None:
        """Press at `target`, move, release; the button is let go whatever happens on the way."""
        await self.point(target)
        drag = DragAndDrop(self._page, self._wire)
        await drag.begin()
        try:
            await self._send_button("mousePressed", "left")
            await self._carry(drag, to, in_motion=in_motion)
        finally:
            await self._let_go(drag)
            await drag.end()

    async def _carry(self, drag: DragAndDrop, to: Point, *, in_motion: bool) -> None:
        """A small start, then the way; a throw ends in motion, all else with a moment at rest."""
        start = self._at
        await self._wire.rest(self._cadence.grasp_ms())
        way = [] if in_motion else _first_moves(start, to)
        rest_of_way = Field((way[-1].x, way[-1].y) if way else start, to, window_of(self._page))
        began = way[-1].at_ms if way else 0
        onward = (fling if in_motion else haul)(rest_of_way, self._cadence.chance)
        way += [Waypoint(one.x, one.y, began + one.at_ms) for one in onward]
        await self._follow(way, drag)
        if not in_motion:
            await self._wire.rest(self._cadence.dwell_ms())

    async def _let_go(self, drag: DragAndDrop) -> None:
        if drag.taken:
            self._watcher.pointer(*self._at, False)
            await drag.send("drop", *self._at)
        else:
            await self._send_button("mouseReleased", "left")

    async def scroll(self, target: Target | None, distance_px: float) -> None:
        """Turn the wheel; what is under the pointer scrolls."""
        if target is not None:
            await self.point(target)
        width, height = window_of(self._page)
        if not (self._at[0] < width and self._at[1] < height):  # the window became smaller
            await self.point(Target(width / 2, height / 2))
        for turn in notches(distance_px):
            await self._send("mouseWheel", deltaX=0, deltaY=turn)
            await self._wire.rest(NOTCH_MS)

    async def _go(self, way: list[Waypoint]) -> None:
        """Move from waypoint to waypoint, each in its time; the last is heard before anything else is done."""
        await self._wire.rest(way[0].at_ms)
        for waypoint, following in pairwise(way):
            move = self._moved_to(waypoint, pressed=False)
            await self._wire.carry(following.at_ms - waypoint.at_ms, _MOUSE, **move)
        await self._wire.send(_MOUSE, **self._moved_to(way[-1], pressed=False))

    async def _follow(self, way: list[Waypoint], drag: DragAndDrop) -> None:
        """As `_go`, with the button down: whether something is dragged is asked at each waypoint."""
        start, before_ms = self._at, 0
        for waypoint in way:
            await self._wire.rest(waypoint.at_ms - before_ms)
            before_ms = waypoint.at_ms
            move = self._moved_to(waypoint, pressed=True)
            if drag.taken:
                await drag.send("dragOver", *self._at)
            else:
                await self._wire.send(_MOUSE, **move)
                await drag.look(*self._at, moved_px=math.dist(start, self._at))

    def _moved_to(self, waypoint: Waypoint, *, pressed: bool) -> dict[str, float | str]:
        """The pointer is there now; what the page is told of it."""
        self._at = (waypoint.x, waypoint.y)
        self._watcher.pointer(*self._at, pressed)
        button, buttons = ("left", _BUTTON_MASKS["left"]) if pressed else ("none", 0)
        return {"type": "mouseMoved", "x": waypoint.x, "y": waypoint.y, "button": button, "buttons": buttons}

    def _field(self, to: Point, aim_px: float) -> Field:
        return Field(self._at, to, window_of(self._page), aim_px)

    async def _send_button(self, kind: str, button: str, count: int = 1) -> None:
        pressed = kind == "mousePressed"
        self._watcher.pointer(*self._at, pressed)
        buttons = _BUTTON_MASKS[button] if pressed else 0
        await self._send(kind, button=button, buttons=buttons, clickCount=count)

    async def _send(self, kind: str, **details: float | str) -> None:
        x, y = self._at
        await self._wire.send(_MOUSE, type=kind, x=x, y=y, **details)


def _first_moves(start: Point, to: Point) -> list[Waypoint]:
    """The first few pixels, slowly: enough for a page to see that this is a drag."""
    distance = math.dist(start, to) or 1.0
    direction = ((to[0] - start[0]) / distance, (to[1] - start[1]) / distance)
    steps = [px for px in _STARTED_PX if px < distance / 2]
    return [
        Waypoint(round(start[0] + direction[0] * px), round(start[1] + direction[1] * px), _START_MS * move)
        for move, px in enumerate(steps)
    ]
