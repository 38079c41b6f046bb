"""`VisibleChange`: whether a user could see a change of the document. Pure.

A document may be changed as much as one likes without a pixel of it: hidden text for screen readers, attributes, white
letters on white. What lies in the window has changed where its pixels have; of what lies out of the window's sight
only its ink can show that.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.exploration.pictures import decode_pixels

LEAST_PIXELS = 6
"""A digit that becomes another one in small type."""
_LEAST_HOLE_PX = 24
"""A smaller scrolled box is too small to show content."""
_MOST_OF_WINDOW = 0.25
"""A larger invisible element covers too much to own a change there."""

Mask = NDArray[np.bool_]
Bounds = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels of the window."""


@dataclass(frozen=True)
class VisibleChange:
    """Two observations of a window: `changed` are the pixels that differ, `told` those of them that nothing but an
    action explains. Both are empty where the pictures are the same."""

    before: Observation
    after: Observation
    changed: Mask
    told: Mask

    def of_any(self, added: Iterable[str], removed: Iterable[str], changed: Iterable[str]) -> bool:
        """Whether one of the elements that came, went or changed could be seen to do so."""
        return (
            any(self._shows(self.after, path) for path in added)
            or any(self._shows(self.before, path) for path in removed)
            or any(self._shows(self.after, path) or self._shows(self.before, path) for path in changed)
        )

    def _shows(self, seen: Observation, path: str) -> bool:
        element = seen.elements[path]
        if not element.inked or (element.blends and not element.text):
            return False
        bounds = _in_window(seen, element)
        if element.blends:
            return self._is_small(seen, element) and self.is_told_within(bounds)
        return (
            self._reaches_out(seen, element, bounds)
            or self.is_told_within(bounds)
            or _count(self.changed, bounds) >= LEAST_PIXELS
        )

    def is_told_within(self, bounds: Bounds) -> bool:
        """Whether some of the pixels within these bounds of the window changed by an action."""
        return _count(self.told, bounds) >= LEAST_PIXELS

    def _is_small(self, seen: Observation, element: ElementState) -> bool:
        """Whether pixels within its box may well be its own."""
        width, height = _size(self, seen)
        return element.box[2] * element.box[3] <= _MOST_OF_WINDOW * width * height

    def _reaches_out(self, seen: Observation, element: ElementState, bounds: Bounds) -> bool:
        """Whether part of it is outside the window or outside a box that scrolls."""
        width, height = _size(self, seen)
        left, top, right, bottom = bounds
        if right <= 0 or bottom <= 0 or top >= height or left >= width or bottom > height:
            return True
        hole = seen.elements.get(element.cut)
        if hole is None:
            return False
        _, hole_top, hole_width, hole_height = hole.box
        is_looked_into = hole.inked and min(hole_width, hole_height) >= _LEAST_HOLE_PX
        _, own_top, _, own_height = element.box
        return is_looked_into and (own_top < hole_top or own_top + own_height > hole_top + hole_height)


def _size(sight: VisibleChange, seen: Observation) -> tuple[int, int]:
    if sight.changed.size:
        height, width = sight.changed.shape
        return width, height
    height, width = decode_pixels(seen.screenshot).shape[:2]
    return width, height


def _in_window(seen: Observation, element: ElementState) -> Bounds:
    x, y, width, height = element.box
    left, top = round(x - seen.window_at[0]), round(y - seen.window_at[1])
    return left, top, left + width, top + height


def _count(mask: Mask, bounds: Bounds) -> int:
    left, top, right, bottom = (max(0, side) for side in bounds)
    return int(mask[top:bottom, left:right].sum()) if mask.size else 0
