"""`Reply`: a provider's reply, parsed without trust: fields may be missing, of another type or huge."""

from dataclasses import dataclass

from pydantic import JsonValue

from pytest_cookie.core.spend import Usage
from pytest_cookie.llm.messages.completion import FinishReason
from pytest_cookie.llm.messages.messages import ToolCall

MAX_TEXT = 4_000_000
"""Maximum characters of a reply; a longer one counts as cut off by length."""
MAX_CALLS = 64
MAX_ARGUMENTS = 1_000_000
MAX_NAME = 200
MAX_TOKENS = 100_000_000
"""Maximum tokens of a call; a larger number is a mistake."""


@dataclass(frozen=True)
class Reply:
    """`usage` is None if the provider's numbers are missing or impossible; `sound_tokens` are part of its input."""

    text: str
    tool_calls: tuple[ToolCall, ...]
    finish: FinishReason
    model: str
    usage: Usage | None
    sound_tokens: int = 0


def read_reply(answer: JsonValue) -> Reply | None:
    """The first choice of a chat completion; None if it has no choices."""
    answer = _dict(answer)
    choice = _dict(_first(answer.get("choices")))
    if not isinstance(choice.get("message"), dict):
        return None
    message = _dict(choice["message"])
    refusal = _refusal(message)
    text = (_text(message.get("content")) or refusal).rstrip()
    calls = _tool_calls(message.get("tool_calls"))
    usage, sound_tokens = _usage(answer.get("usage"), said_something=bool(text or calls))
    finish = "refusal" if refusal else _finish(choice.get("finish_reason"), bool(calls))
    too_long = len(text) > MAX_TEXT or any(len(call.arguments) == MAX_ARGUMENTS for call in calls)
    return Reply(
        text=text[:MAX_TEXT],
        tool_calls=calls,
        finish="length" if too_long else finish,
        model=_text(answer.get("model"))[:MAX_NAME],
        usage=usage,
        sound_tokens=sound_tokens,
    )


def _dict(value: JsonValue) -> dict[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def _first(value: JsonValue) -> JsonValue:
    return value[0] if isinstance(value, list) and value else None


def _text(value: JsonValue) -> str:
    """A string, or the text parts of a list; lone surrogates, which no file can hold, are replaced."""
    if isinstance(value, list):
        value = "".join(_text(_dict(part).get("text")) for part in value)
    return value.encode(errors="replace").decode() if isinstance(value, str) else ""


def _refusal(message: dict[str, JsonValue]) -> str:
    return _text(message.get("refusal")) or _text(_dict(message.get("provider_specific_fields")).get("refusal"))


def _finish(reason: JsonValue, has_calls: bool) -> FinishReason:
    match reason:
        case "length" | "max_tokens":
            return "length"
        case "content_filter" | "refusal":
            return "refusal"
        case _:
            return "tool_calls" if has_calls else "stop"


def _tool_calls(calls: JsonValue) -> tuple[ToolCall, ...]:
    """All calls that name a function. A call without an id gets its position as id."""
    found: list[ToolCall] = []
    for index, call in enumerate(calls[:MAX_CALLS] if isinstance(calls, list) else []):
        function = _dict(_dict(call).get("function"))
        name = _text(function.get("name"))[:MAX_NAME]
        if name:
            identity = _text(_dict(call).get("id"))[:MAX_NAME] or f"call_{index}"
            found.append(ToolCall(identity, name, _text(function.get("arguments"))[:MAX_ARGUMENTS]))
    return tuple(found)


def _usage(counts: JsonValue, *, said_something: bool) -> tuple[Usage | None, int]:
    """Token counts, and the audio tokens among them. No input tokens, or text without output tokens, is implausible."""
    counts = _dict(counts)
    sent = _dict(counts.get("prompt_tokens_details"))
    received = _dict(counts.get("completion_tokens_details"))
    numbers = [
        _count(counts.get("prompt_tokens")),
        _count(counts.get("completion_tokens")),
        _count(sent.get("cached_tokens") or 0),
        _count(received.get("reasoning_tokens") or 0),
        _count(sent.get("cache_creation_tokens") or counts.get("cache_creation_input_tokens") or 0),
    ]
    if any(number is None for number in numbers):
        return None, 0
    input_tokens, output_tokens, cached, reasoning, written = (number or 0 for number in numbers)
    if not input_tokens or (said_something and not output_tokens):
        return None, 0
    if cached + written > input_tokens:
        return None, 0
    if reasoning > output_tokens or (
        reasoning and counts.get("total_tokens") == input_tokens + output_tokens + reasoning
    ):
        output_tokens += reasoning  # some providers do not count it as output
    usage = Usage(
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cached_tokens=cached,
        cache_write_tokens=written,
        reasoning_tokens=reasoning,
    )
    return usage, min(_count(sent.get("audio_tokens") or 0) or 0, input_tokens - cached - written)


def _count(value: JsonValue) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_TOKENS:
        return None
    return value
