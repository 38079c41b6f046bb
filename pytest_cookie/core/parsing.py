"""Total parsers for what pages say: each gives None for what it cannot read, and none raises.

Python's own read more than a page's author means (`③`.isdigit(), `int("٣")`, `float("NaN")`), and raise for the rest
(`int("9" * 5000)`, `urlsplit("http://[::1")`). Rooms that handle page data read numbers, dates and addresses here
alone; `tests/unit/core/test_parsing_is_total.py` looks after that.
"""

import json
import math
import re
import unicodedata
from datetime import date, timedelta
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


def shown_whole(text: str | None) -> int | None:
    """As `parse_whole`, of a text that a page shows: decimal digits of every script count, as `３` does."""
    return parse_whole(_in_ascii(text or ""))


def shown_number(text: str | None) -> float | None:
    """As `parse_number`, of a text that a page shows."""
    return parse_number(_in_ascii(text or ""))


def _in_ascii(text: str) -> str:
    """Only decimal digits have a place in a number: `③` and `²` are signs, and stay what they are."""
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in text[:_LONGEST_NUMBER])


def finite(value: object) -> float | None:
    """A number of a script's JSON as it is; None for what is none, has no end, or is a truth value."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def parse_date(text: str) -> date | None:
    """A day as HTML writes it, `2024-05-14`, of the years 1 to 9999."""
    found = _DATE.fullmatch(text)
    if not found:
        return None
    try:
        return date(*(int(part) for part in found.groups()))
    except ValueError:
        return None


def days_after(day: date, days: int) -> date:
    """So many days later, or earlier; the same day where the calendar has no such day."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return day


def parse_url(text: str) -> SplitResult | None:
    """The parts of an address whose port can be asked for, too; None where it is none."""
    if len(text) > _LONGEST_ADDRESS:
        return None
    try:
        parts = urlsplit(text)
        _ = parts.port, parts.hostname
    except ValueError:
        return None
    return parts


def url_parts(text: str) -> SplitResult:
    """As `parse_url`; the parts of no address, all "", where it is none."""
    return parse_url(text) or _NO_ADDRESS


def parse_json(text: str | bytes) -> JsonValue:
    """The JSON value, None where it is none, or nested beyond what Python reads."""
    try:
        value: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def without_fragment(url: str) -> str:
    """The address of the document, whatever place of it is meant."""
    return url.partition("#")[0]
