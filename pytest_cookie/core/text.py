"""Values from outside: JavaScript holds texts and numbers that Python, JSON files and HTML may not."""

import json
import math
import re
from typing import TypeVar, cast

from pydantic import JsonValue

T = TypeVar("T")

_MOST = 10**15
"""No page measures more: what is beyond is one of these, up or down, so that sums and divisions stay numbers."""
_ODD_NUMBER = re.compile(r"[0-9]{16}|[0-9][eE]\+?[0-9]{2}")
_REPLACEMENT = "�"


def well_formed(value: T) -> T:
    """The same JSON value with U+FFFD for lone surrogates, which a cut through an emoji leaves behind."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        replaced: T = json.loads(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))
        return replaced
    return value


def of_page(value: T) -> T:
    """The same JSON value, told by a page, as files and arithmetic can hold it.

    U+FFFD stands for NUL and for lone surrogates, which a cut through an emoji leaves behind; None for NaN and
    infinity; plus or minus 10^15 for numbers beyond. Raises `ValueError` for what is no JSON or nested too deep.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode()
        if "\\u0000" not in text and not _ODD_NUMBER.search(text):
            return value
    except (TypeError, ValueError):  # found below, or no JSON at all
        pass
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error
    return cast(T, _mended(cast(JsonValue, value)))


def _mended(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (bool, type(None))):
        return value
    if isinstance(value, (int, float)):
        return _number(value)
    if isinstance(value, dict):
        return {_text(name): _mended(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_mended(one) for one in value]
    raise ValueError(f"{type(value).__name__} is nothing that JSON knows")


def _text(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").replace("\0", _REPLACEMENT)


def _number(number: float) -> float | None:
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
