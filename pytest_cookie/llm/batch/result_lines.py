"""Reads the lines of a batch's results without trust: whatever is missing, of another type, or no JSON."""

from collections.abc import Mapping

from pydantic import JsonValue

from pytest_cookie.llm.messages.reply import Reply, read_reply
from pytest_cookie.llm.transport.failures import CallFailed, failure_of_status, unreadable
from pytest_cookie.llm.transport.secrets import without_secrets_in
from pytest_cookie.llm.transport.usage_parsing import parse_json

MAX_LINE_BYTES = 20_000_000
"""Longer lines are not parsed; like replies, which have no more."""


def parse_lines(content: bytes) -> list[JsonValue]:
    """The JSON value of each line; None for a line that is too long or no JSON. Empty lines do not count."""
    return [_value(line) for line in content.split(b"\n") if line.strip()]


def completion_of(body: JsonValue) -> Reply | CallFailed:
    """The reply in the body of a chat completion, without keys."""
    return read_reply(without_secrets_in(body)) or unreadable("the response has no choices")


def failure_in_batch(status: int, error: Mapping[str, JsonValue], model: str, *, has_schema: bool) -> CallFailed:
    """Why a request failed, from its HTTP status (0 if it has none) and the provider's error object."""
    words = [error.get(name) for name in ("code", "type", "message")]
    told = ": ".join(dict.fromkeys(word for word in words if isinstance(word, str) and word))
    return failure_of_status(status, told or "no reason given", model, has_schema=has_schema)


def _value(line: bytes) -> JsonValue:
    if len(line) > MAX_LINE_BYTES:
        return None
    try:
        return parse_json(line)
    except (ValueError, RecursionError):
        return None
