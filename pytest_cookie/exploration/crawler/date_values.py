"""Dates and times in HTML fields: checks values, clamps them to limits, and shifts them later."""

import re
from typing import Literal, get_args

from pytest_cookie.core.parsing import add_days, parse_date, parse_whole

Kind = Literal["date", "month", "time", "datetime-local", "week"]
KINDS: frozenset[str] = frozenset(get_args(Kind))

_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,3})?)?")
_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")
_WEEK = re.compile(r"[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])")


def is_moment(text: str, kind: Kind) -> bool:
    """Whether a browser accepts it as a value or limit of such a field; `today`, week 54 and the year 0 are invalid."""
    if kind == "date":
        return parse_date(text) is not None
    if kind == "datetime-local":
        day, _, time = text.replace(" ", "T").partition("T")
        return parse_date(day) is not None and _TIME.fullmatch(time) is not None
    if kind == "time":
        return _TIME.fullmatch(text) is not None
    return (_MONTH if kind == "month" else _WEEK).fullmatch(text) is not None and not text.startswith("0000")


def clamp(value: str, kind: Kind, least: str, most: str) -> str:
    """Clamp `value` to its limits. Invalid limits are ignored, as in a browser."""
    if is_moment(least, kind):
        value = max(value, least)
    return min(value, most) if is_moment(most, kind) else value


def shift_later(value: str, kind: Kind, nth: int) -> str:
    """Shift a value by two days per `nth`, or two hours, months or weeks; invalid values stay the same."""
    if not nth or not is_moment(value, kind):
        return value
    if kind in ("date", "datetime-local"):
        day = parse_date(value[:10])
        return f"{add_days(day, 2 * nth)}{value[10:]}" if day else value
    if kind == "time":
        return f"{_within((parse_whole(value[:2]) or 0) + 2 * nth, 0, 23):02}{value[2:]}"
    separator = "-W" if kind == "week" else "-"
    year, number = value.split(separator)
    return f"{year}{separator}{_within((parse_whole(number) or 1) + nth, 1, 12):02}"


def _within(number: int, least: int, most: int) -> int:
    return max(least, min(most, number))
