"""Untrusted JSON values: JavaScript has strings and numbers that Python, JSON files and HTML cannot represent."""

import json
import math
import re
from typing import TypeVar, cast

from pydantic import JsonValue

from pytest_cookie.core.parsing import load_json

T = TypeVar("T")

_MOST = 10**15
"""A limit that no real page exceeds; larger numbers are clamped to it, so that arithmetic stays finite."""
_ODD_NUMBER = re.compile(r"(?:^|[\[ ])-?(?:[0-9]{16}|[0-9][0-9.]{0,20}[eE]\+?[0-9]{2})")
"""A number of JSON as `json.dumps` writes it, after what comes before one: a look's hash such as `3e45` is none."""
_REPLACEMENT = "�"
_TOO_DEEP = "it is nested too deep"


def replace_surrogates(value: T) -> T:
    """The same JSON value with lone surrogates, the result of cutting through an emoji, replaced by U+FFFD.

    Raises `ValueError` if it is nested too deep.
    """
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError as error:
        raise ValueError(_TOO_DEEP) from error
    try:
        text.encode()
    except UnicodeEncodeError:
        replaced: T = load_json(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))
        return replaced
    return value


def sanitize_json(value: T) -> T:
    """A JSON value from a page, made safe for files and arithmetic.

    U+FFFD replaces NUL and lone surrogates, which result from cutting through an emoji; None replaces NaN and infinity;
    numbers are clamped to ±10^15. Raises `ValueError` for values that are not JSON or too deeply nested.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode()
        if "\\u0000" not in text and not _ODD_NUMBER.search(text):
            return value
    except (TypeError, ValueError):  # repaired below, or not JSON
        pass
    except RecursionError as error:
        raise ValueError(_TOO_DEEP) from error
    try:
        return cast(T, _repair(cast(JsonValue, value)))
    except RecursionError as error:  # takes several calls of Python's for a level
        raise ValueError(_TOO_DEEP) from error


def _repair(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return _repair_text(value)
    if isinstance(value, (bool, type(None))):
        return value
    if isinstance(value, (int, float)):
        return _repair_number(value)
    if isinstance(value, dict):
        return {_repair_text(name): _repair(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_repair(item) for item in value]
    raise ValueError(f"{type(value).__name__} is not a JSON type")


def _repair_text(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").replace("\0", _REPLACEMENT)


def _repair_number(number: float) -> float | None:
    if isinstance(number, float) and not math.isfinite(number):
        return None
    if -_MOST <= number <= _MOST:
        return number
    return type(number)(_MOST if number > 0 else -_MOST)


def clip(text: str, limit: int) -> str:
    """The text in at most `limit` characters; a longer one ends in an ellipsis."""
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"


def shorten(text: str, limit: int = 60) -> str:
    """One line of at most `limit` characters, with runs of whitespace made single spaces."""
    return clip(" ".join(text.split()), limit)
