"""`WatchedPointer`: a pointer whose presses are watched for whether they reach their targets."""

from collections.abc import Sequence

from pytest_cookie.browser.input.drag_path import Point
from pytest_cookie.browser.input.pointer import Pointer
from pytest_cookie.browser.input.press_arrival import PressArrival
from pytest_cookie.browser.input.target import Target


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
