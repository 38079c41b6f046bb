"""`InkFact`: a stroke on a canvas that lies beside the pointer that drew it."""

import math
from typing import ClassVar

from pytest_cookie.core.fact import Fact
from pytest_cookie.core.frozen_model import FrozenModel

UNDER_POINTER_PX = 12.0
"""Ink this far from the pointer, and the stroke's width further, is under it: rounding, margins, snapping to a grid."""

ENOUGH_ENDS = 3
"""Two ends of strokes set offset and scale, a third one confirms them."""


class StrokeEnd(FrozenModel):
    """Where the pointer was at one end of a drag, and where the stroke has that end. In CSS px of the viewport."""

    pointer_x: float
    """Horizontal position of the pointer."""
    pointer_y: float
    """Vertical position of the pointer."""
    ink_x: float
    """Horizontal position of the ink."""
    ink_y: float
    """Vertical position of the ink."""
    is_cut: bool
    """Whether the ink ends at the edge of the canvas, so that the stroke may go on beyond it."""

    @property
    def distance(self) -> float:
        """From the pointer to the ink, in CSS px."""
        return math.dist((self.pointer_x, self.pointer_y), (self.ink_x, self.ink_y))


class InkFact(Fact):
    """The stroke of a drag, if it is beside the pointer."""

    check: ClassVar[str] = "pointer-ink"

    canvas: str
    """Selector of the canvas."""
    width: float
    """Width of the stroke in CSS px."""
    ends: tuple[StrokeEnd, StrokeEnd]
    """Where it begins and where it ends."""
