"""Checks the token counts of a response before litellm reads them.

NaN, Infinity, fractions, negative numbers, words and huge numbers make litellm fail, and the billed response would be
requested again. They become 0 here, and the cost of the call unknown.
"""

import json
import math
import re

from pydantic import JsonValue

from pytest_cookie.core.parsing import load_json
from pytest_cookie.llm.messages.reply import MAX_TOKENS

_MOST_DIGITS, _DEEPEST = 40, 8
_COUNT = re.compile(r"tokens?$|token_?count$|eval_count$", re.IGNORECASE)
"""Names of token counts. `tokens` alone can also be an object with several counts."""
_HOLDERS = ("usage", "eval_count", "billed", "meta")
"""Parts of top-level field names that contain counts."""


def with_believable_usage(body: bytes) -> bytes | None:
    """The body with impossible counts set to 0; None if none is impossible or the body is not a JSON object."""
    try:
        reply = parse_json(body)
    except ValueError:
        return None
    if not isinstance(reply, dict):
        return None
    believable = {
        name: _believable_part(name, value) if any(holder in name.lower() for holder in _HOLDERS) else value
        for name, value in reply.items()
    }
    try:  # compared as texts, since False == 0 in Python
        text = json.dumps(believable)
        return text.encode() if text != json.dumps(reply) else None
    except RecursionError:  # it was just not too deep to read
        return None


def parse_json(text: bytes) -> JsonValue:
    """The JSON value; an integer of too many digits is infinity. Raises `ValueError`."""
    value: JsonValue = load_json(text, parse_int=_integer, parse_float=float)
    return value


def _integer(digits: str) -> int | float:
    """Python refuses to read integers of thousands of digits."""
    return int(digits) if len(digits) <= _MOST_DIGITS else math.inf


def _believable_part(name: str, value: JsonValue) -> JsonValue:
    if "usage" in name.lower() and not isinstance(value, dict) and value is not None:
        return {}
    return _believable(value, is_count=_counts(name), depth=0)


def _counts(name: str) -> bool:
    return name != "tokens" and bool(_COUNT.search(name))


def _believable(value: JsonValue, *, is_count: bool, depth: int) -> JsonValue:
    match value:
        case None:
            return None
        case dict() | list() if is_count:
            return 0
        case dict() if depth < _DEEPEST:
            return {name: _believable(inner, is_count=_counts(name), depth=depth + 1) for name, inner in value.items()}
        case list() if depth < _DEEPEST:
            return [_believable(inner, is_count=False, depth=depth + 1) for inner in value]
        case dict() | list():
            return None
        case float() if not math.isfinite(value):
            return 0
    return value if not is_count or _is_count(value) else 0


def _is_count(value: JsonValue) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= MAX_TOKENS and value == int(value)
