"""Judges whether the ink of drags on a canvas is where the pointer was."""

from dataclasses import dataclass
from itertools import combinations
from statistics import linear_regression

from pytest_cookie.checks.pointer_ink.fact import ENOUGH_ENDS, UNDER_POINTER_PX, InkFact, StrokeEnd
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect

INK_BESIDE_POINTER = CheckKind("ink-beside-pointer", "A stroke on a canvas is drawn beside the pointer.")

_LEAST_SPREAD_PX = 30.0
_MOST_SCALE = 4.0
_ERROR_PX = 8.0  # and the width of the stroke
_STRETCHED = 0.06  # share by which a scale differs from 1 before it is named as the cause


@dataclass(frozen=True)
class _Axis:
    """Ink is at `scale` × pointer + offset, up to `error` px."""

    scale: float
    error: float


def find_ink_beside_pointer(context: RubricContext) -> list[Defect]:
    """At most one major defect: the strokes of two drags that are shifted or stretched in the same way.

    A single stroke beside the pointer may be what the page is for, such as the way of a ball that the drag throws: it
    begins where the ball lies. A game may draw anything.
    """
    if context.case.domain == "games":
        return []
    drawn = [(step, fact) for step in context.trace.steps if (fact := InkFact.of(step.change))]
    for (step, fact), (_, other) in combinations(drawn, 2):
        ends = _ends_beside_pointer(fact, other) if fact.canvas == other.canvas else []
        axes = _fit_axes(ends) if len(ends) >= ENOUGH_ENDS else None
        if axes is None or max(axis.error for axis in axes) > _ERROR_PX + max(fact.width, other.width):
            continue
        if not all(1 / _MOST_SCALE <= axis.scale <= _MOST_SCALE for axis in axes):
            continue
        start = fact.ends[0]
        title = f"Ink on the canvas is {start.distance:.0f} px beside the pointer"
        cause = (
            "The canvas's picture is stretched: set its `width` and `height` to the size at which it is shown"
            if any(abs(axis.scale - 1) > _STRETCHED for axis in axes)
            else "Subtract `getBoundingClientRect()` of the canvas from `clientX` and `clientY`"
        )
        why = (
            f"A drag from ({start.pointer_x:.0f}, {start.pointer_y:.0f}) draws from ({start.ink_x:.0f}, "
            f"{start.ink_y:.0f}) on, and one elsewhere is off in the same way. {cause}."
        )
        return [step_defect(context, step, INK_BESIDE_POINTER, "major", title, why, fact.canvas)]
    return []


def _ends_beside_pointer(one: InkFact, other: InkFact) -> list[StrokeEnd]:
    """The ends of two strokes within the canvas; none if one of them is under the pointer."""
    ends = [(end, fact.width) for fact in (one, other) for end in fact.ends if not end.is_cut]
    are_beside = all(end.distance > UNDER_POINTER_PX + width for end, width in ends)
    return [end for end, _ in ends] if are_beside else []


def _fit_axes(ends: list[StrokeEnd]) -> tuple[_Axis, _Axis] | None:
    """How ink follows the pointer, across and down; None if the ends are too close together to show it."""
    across = _fit([(end.pointer_x, end.ink_x) for end in ends])
    down = _fit([(end.pointer_y, end.ink_y) for end in ends])
    return (across, down) if across and down else None


def _fit(pairs: list[tuple[float, float]]) -> _Axis | None:
    pointer = [place for place, _ in pairs]
    if max(pointer) - min(pointer) < _LEAST_SPREAD_PX:
        return None
    scale, offset = linear_regression(pointer, [ink for _, ink in pairs])
    return _Axis(scale, max(abs(scale * place + offset - ink) for place, ink in pairs))
