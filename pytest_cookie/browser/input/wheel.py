"""The mouse wheel: how far an action scrolls or zooms, and its notches. Pure."""

import math
import re
from collections.abc import Sequence

from pydantic import JsonValue, TypeAdapter, ValidationError

from pytest_cookie.browser.input.drag_path import Point
from pytest_cookie.browser.input.target import UnreachableError

NOTCH_MS = 50
_NOTCH_PX = 120.0
_STEADY_NOTCHES = 20
_QUICKENING = 1.5
_FAR_PX = 1_000_000.0
_USUAL_PX = 600.0
_ZOOM_A_NOTCH = 1.2
"""Factor that most pages with a zoom apply to a notch of the wheel."""
_SCALE_RANGE = (0.1, 10.0)

_BESIDE_PX = 8.0
Rect = tuple[float, float, float, float]
"""Left, top, right and bottom in the window, in CSS px."""
FIND_TURNED_FIELDS = """() => {
  const fields = document.querySelectorAll("input[type=number], input[type=range], select");
  const boxes = Array.from(fields).slice(0, 500).map((field) => field.getBoundingClientRect());
  return boxes.filter(({ width }) => width > 0).map(({ left, top, right, bottom }) => [left, top, right, bottom]);
}"""
"""Script that returns the boxes of the fields whose value the wheel may change."""
_RECTS = TypeAdapter(tuple[Rect, ...])


def parse_rects(reply: JsonValue) -> tuple[Rect, ...]:
    """Parse the reply of the script; a page that forged it has no such fields."""
    try:
        return _RECTS.validate_python(reply)
    except ValidationError:
        return ()


def find_place_to_scroll(at: Point, fields: Sequence[Rect], window: Point) -> Point:
    """Return `at`, or a place right beside the field there, so that the wheel scrolls the page and changes no value.

    In a window full of fields, the place stays.
    """

    def is_free(place: Point) -> bool:
        x, y = place
        inside = 0 <= x < window[0] and 0 <= y < window[1]
        return inside and not any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in fields)

    if is_free(at):
        return at
    x, y = at
    beside: list[Point] = []
    for left, top, right, bottom in fields:
        if left <= x <= right and top <= y <= bottom:
            beside += [(left - _BESIDE_PX, y), (right + _BESIDE_PX, y), (x, top - _BESIDE_PX), (x, bottom + _BESIDE_PX)]
    edges = [(_BESIDE_PX, window[1] / 2), (window[0] - _BESIDE_PX, window[1] / 2), (window[0] / 2, window[1] / 2)]
    return next(filter(is_free, [*beside, *edges]), at)


def parse_scroll_distance(value: str, *, sideways: bool = False) -> float:
    """Parse an action's value (a number, a direction, or an end of the page) as CSS px, positive for down and right."""
    back, on, first, last = ("left", "right", "leftmost", "rightmost") if sideways else ("up", "down", "top", "bottom")
    words = {"": _USUAL_PX, on: _USUAL_PX, back: -_USUAL_PX, last: _FAR_PX, first: -_FAR_PX}
    if value in words:
        return words[value]
    if re.fullmatch(r"-?\d{1,6}", value):
        return float(value)
    raise UnreachableError(f"scroll takes px, {back}, {on}, {first} or {last}, not {value!r}")


def parse_scale(value: str) -> float:
    """Parse the factor of a pinch, 0.1 to 10. Raises `UnreachableError`."""
    least, most = _SCALE_RANGE
    scale = float(value) if re.fullmatch(r"\d{1,2}(\.\d{1,6})?", value) else 0.0
    if not least <= scale <= most:
        raise UnreachableError(f"pinch takes a factor from {least:g} to {most:g}, not {value!r}")
    return scale


def split_zoom_into_notches(scale: float) -> list[float]:
    """The wheel turns, in px, that zoom by about `scale` at 1.2 a notch; up zooms in. At least one, except for 1."""
    if scale == 1:
        return []
    count = max(1, round(abs(math.log(scale, _ZOOM_A_NOTCH))))
    return [-_NOTCH_PX if scale > 1 else _NOTCH_PX] * count


def split_into_notches(distance_px: float) -> list[float]:
    """Split a distance into wheel turns: 120 px each, the last the rest; over long distances they grow."""
    sign, left = (1.0 if distance_px >= 0 else -1.0), abs(distance_px)
    steady = left <= _STEADY_NOTCHES * _NOTCH_PX
    turn, turns = _NOTCH_PX, []
    while left > 0:
        turns.append(sign * min(turn, left))
        left -= turn
        turn *= 1.0 if steady else _QUICKENING
    return turns
