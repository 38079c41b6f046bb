"""`Pointer`: the interface that mouse and finger share, and a pointer whose presses are watched."""

from collections.abc import Sequence
from typing import Protocol

from pytest_cookie.browser.input.drag_path import Point
from pytest_cookie.browser.input.press_arrival import PressArrival
from pytest_cookie.browser.input.target import Target


class Pointer(Protocol):
    """Points, presses, drags, scrolls and zooms with trusted input."""

    async def point(self, target: Target) -> None:
        """Move over `target` without pressing; a finger cannot."""

    async def press(self, target: Target, *, hold_ms: int = 0) -> None:
        """Move there, press, release; a long press with `hold_ms`."""

    async def press_twice(self, target: Target) -> None:
        """Double-click or double-tap."""

    async def press_secondary(self, target: Target) -> None:
        """Open a context menu: right button or long press."""

    async def drag(self, target: Target, to: Point, *, via: Sequence[Point] = (), in_motion: bool = False) -> None:
        """Press, move through the points `via`, release: after a pause, or `in_motion` as in a throw."""

    async def scroll(self, target: Target | None, distance_px: float, *, sideways: bool = False) -> None:
        """Scroll the element at `target`, down or right for positive distances; without a target, scroll at the current
        position."""

    async def pinch(self, target: Target, scale: float) -> None:
        """Zoom by about `scale` at `target`."""


class WatchedPointer:
    """A `Pointer` that passes everything on to `pointer` and lets `arrival` watch each press."""

    def __init__(self, pointer: Pointer, arrival: PressArrival) -> None:
        self._pointer = pointer
        self._arrival = arrival

    async def point(self, target: Target) -> None:
        """Move there."""
        await self._pointer.point(target)

    async def press(self, target: Target, *, hold_ms: int = 0) -> None:
        """Press and release."""
        async with self._arrival.watch(target):
            await self._pointer.press(target, hold_ms=hold_ms)

    async def press_twice(self, target: Target) -> None:
        """Press twice; the first press is watched."""
        async with self._arrival.watch(target):
            await self._pointer.press_twice(target)

    async def press_secondary(self, target: Target) -> None:
        """Open a context menu."""
        async with self._arrival.watch(target):
            await self._pointer.press_secondary(target)

    async def drag(self, target: Target, to: Point, *, via: Sequence[Point] = (), in_motion: bool = False) -> None:
        """Drag; the press at its start is watched."""
        async with self._arrival.watch(target):
            await self._pointer.drag(target, to, via=via, in_motion=in_motion)

    async def scroll(self, target: Target | None, distance_px: float, *, sideways: bool = False) -> None:
        """Scroll the element there."""
        await self._pointer.scroll(target, distance_px, sideways=sideways)

    async def pinch(self, target: Target, scale: float) -> None:
        """Zoom there."""
        await self._pointer.pinch(target, scale)
