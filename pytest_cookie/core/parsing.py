"""Total parsers for text from pages: each returns None for unreadable input, and none raises.

Python's own parsers accept more than a page's author means (`③`.isdigit(), `int("٣")`, `float("NaN")`), and raise for
the rest (`int("9" * 5000)`, `urlsplit("http://[::1")`). Rooms that handle page data read numbers, dates and addresses
with these functions only; `tools/source_rules.py` checks that.
"""

import json
import math
import re
import unicodedata
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any
from urllib.parse import SplitResult, urlsplit

from pydantic import JsonValue

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,40}(?:[.,][0-9]{0,40})?|[.,][0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?")
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_LONGEST_NUMBER = 200
_LONGEST_ADDRESS = 100_000
_NO_ADDRESS = SplitResult("", "", "", "", "")


def parse_whole(text: str | None) -> int | None:
    """A whole number of at most 18 ASCII digits, blanks around it allowed."""
    stripped = (text or "").strip()
    return int(stripped) if _WHOLE.fullmatch(stripped) else None


def parse_number(text: str | None) -> float | None:
    """A finite number in ASCII digits; a comma is a decimal point."""
    stripped = (text or "").strip()
    if not _NUMBER.fullmatch(stripped):
        return None
    value = float(stripped.replace(",", "."))
    return value if math.isfinite(value) else None


def parse_shown_whole(text: str | None) -> int | None:
    """Like `parse_whole`, for visible text: decimal digits of every script count, such as `３`."""
    return parse_whole(_in_ascii(text or ""))


def parse_shown_number(text: str | None) -> float | None:
    """Like `parse_number`, for visible text."""
    return parse_number(_in_ascii(text or ""))


def _in_ascii(text: str) -> str:
    """Only decimal digits are converted: `③` and `²` are signs and stay unchanged."""
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in text[:_LONGEST_NUMBER])


def finite_number(value: object) -> float | None:
    """A finite number of a script's JSON; None for any other value, including booleans."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def parse_date(text: str) -> date | None:
    """A day in HTML's format, `2024-05-14`, in the years 1 to 9999."""
    found = _DATE.fullmatch(text)
    if not found:
        return None
    try:
        return date(*(int(part) for part in found.groups()))
    except ValueError:
        return None


def add_days(day: date, days: int) -> date:
    """The day `days` later, or earlier if negative; the same day if the result is outside the calendar."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return day


def parse_url(text: str) -> SplitResult | None:
    """The parts of an address with a valid port; None if it is not an address."""
    if len(text) > _LONGEST_ADDRESS:
        return None
    try:
        parts = urlsplit(text)
        _ = parts.port, parts.hostname
    except ValueError:
        return None
    return parts


def url_parts(text: str) -> SplitResult:
    """Like `parse_url`, but an invalid address gives empty parts."""
    return parse_url(text) or _NO_ADDRESS


def load_json(
    text: str | bytes,
    *,
    strict: bool = True,
    parse_int: Callable[[str], Any] | None = None,
    parse_float: Callable[[str], Any] | None = None,
    parse_constant: Callable[[str], Any] | None = None,
) -> Any:  # noqa: ANN401 - as the type of what a file or a model wrote
    """`json.loads` with `ValueError` as its only exception: deep nesting raises it too, instead of `RecursionError`."""
    try:
        return json.loads(
            text, strict=strict, parse_int=parse_int, parse_float=parse_float, parse_constant=parse_constant
        )
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


def parse_json(text: str | bytes) -> JsonValue:
    """The JSON value; None if it is invalid or too deeply nested for Python."""
    try:
        value: JsonValue = load_json(text)
    except ValueError:
        return None
    return value


def strip_fragment(url: str) -> str:
    """The address of the document, without the position in it."""
    return url.partition("#")[0]
