"""`Pointer`: what a mouse and a finger have in common."""

from typing import Protocol

from pytest_cookie.browser.input.drag_path import Point
from pytest_cookie.browser.input.target import Target


class Pointer(Protocol):
    """Points, presses, drags and scrolls, all of it trusted input."""

    async def point(self, target: Target) -> None:
        """Be over `target` without pressing; a finger cannot."""

    async def press(self, target: Target, *, held_ms: int = 0) -> None:
        """Go there, press, release; with `held_ms` a long press."""

    async def press_twice(self, target: Target) -> None:
        """A double click or double tap."""

    async def press_aside(self, target: Target) -> None:
        """What asks for a context menu: the right button, a long press."""

    async def drag(self, target: Target, to: Point, *, in_motion: bool = False) -> None:
        """Press, move, release: after a moment at rest, or `in_motion` as in a throw."""

    async def scroll(self, target: Target | None, distance_px: float) -> None:
        """Scroll what is at `target`, downwards for positive distances; without one, what is at hand."""
