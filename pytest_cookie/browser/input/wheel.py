"""The mouse wheel: how far an action scrolls, and in which notches. Pure."""

import re

from pytest_cookie.browser.input.target import UnreachableError

NOTCH_MS = 50
_NOTCH_PX = 120.0
_STEADY_NOTCHES = 20
_QUICKENING = 1.5
_FAR_PX = 1_000_000.0


def parse_scroll_distance(value: str) -> float:
    """Parse an action's value (a number, a direction, or an end of the page) as CSS px, positive for down."""
    words = {"": 600.0, "down": 600.0, "up": -600.0, "bottom": _FAR_PX, "top": -_FAR_PX}
    if value in words:
        return words[value]
    if re.fullmatch(r"-?\d{1,6}", value):
        return float(value)
    raise UnreachableError(f"scroll takes px, up, down, top or bottom, not {value!r}")


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
