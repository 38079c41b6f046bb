"""`Reply`: a provider's reply, parsed without trust: fields may be missing, of another type or huge."""

import json
from dataclasses import dataclass, replace

from pydantic import JsonValue

from pytest_cookie.core.spend import Usage
from pytest_cookie.llm.messages.completion import FinishReason
from pytest_cookie.llm.messages.messages import COMPUTER, ToolCall

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
    """The first choice of a chat completion, or a response; None if it has no choices and no output."""
    answer = _dict(answer)
    if "output" in answer:
        return _read_response(answer)
    choice = _dict(_first(answer.get("choices")))
    if not isinstance(choice.get("message"), dict):
        return None
    message = _dict(choice["message"])
    refusal = _refusal(message)
    text = (_text(message.get("content")) or refusal).rstrip()
    calls = _tool_calls(message.get("tool_calls"))
    if calls and (thinking := _thinking(message.get("thinking_blocks"))):
        calls = (replace(calls[0], thinking=thinking), *calls[1:])
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


def _read_response(answer: dict[str, JsonValue]) -> Reply | None:
    """A response of OpenAI's Responses API; None if it failed. Its text is the reason for a call if it has no other."""
    output = answer.get("output")
    if not isinstance(output, list) or answer.get("status") in ("failed", "cancelled"):
        return None
    items = [_dict(item) for item in output[:MAX_CALLS]]
    said = [_parts(item.get("content")) for item in items if item.get("type") == "message"]
    reasons = [_text(item.get("summary")) for item in items if item.get("type") == "reasoning"]
    refusal = "".join(_text(part.get("refusal")) for parts in said for part in parts)
    text = "".join(_text(part.get("text")) for parts in said for part in parts) or refusal
    calls = _computer_calls(items)
    text = (text or ("\n".join(reasons) if calls else "")).strip()
    counts = _dict(answer.get("usage"))
    usage, _ = _usage(
        {
            "prompt_tokens": counts.get("input_tokens"), "completion_tokens": counts.get("output_tokens"),
            "prompt_tokens_details": counts.get("input_tokens_details"),
            "completion_tokens_details": counts.get("output_tokens_details"),
        },
        said_something=bool(text or calls),
    )  # fmt: skip
    incomplete = _dict(answer.get("incomplete_details")).get("reason")
    reason = "length" if incomplete == "max_output_tokens" else incomplete
    too_long = len(text) > MAX_TEXT or any(len(call.arguments) == MAX_ARGUMENTS for call in calls)
    finish = "refusal" if refusal else _finish(reason, bool(calls))
    model = _text(answer.get("model"))[:MAX_NAME]
    return Reply(text[:MAX_TEXT], calls, "length" if too_long else finish, model, usage)


def _thinking(blocks: JsonValue) -> str:
    """Blocks of thinking with their signatures as JSON; "" for none, or more than a call may have."""
    kept = _without_nulls([block for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else [])
    text = json.dumps(kept) if kept else ""
    return text if len(text) <= MAX_ARGUMENTS else ""


def _parts(content: JsonValue) -> list[dict[str, JsonValue]]:
    return [_dict(part) for part in content] if isinstance(content, list) else []


def _computer_calls(items: list[dict[str, JsonValue]]) -> tuple[ToolCall, ...]:
    """The first call of the computer tool, with all items up to it: it is not accepted without its reasoning."""
    for number, item in enumerate(items):
        if item.get("type") == "computer_call":
            sent: JsonValue = [_without_nulls(each) for each in items[: number + 1]]
            arguments = json.dumps({"items": sent})[:MAX_ARGUMENTS]
            return (ToolCall(_text(item.get("call_id"))[:MAX_NAME], COMPUTER, arguments),)
    return ()


def _without_nulls(value: JsonValue) -> JsonValue:
    """Without the fields that litellm adds as null, which providers do not accept back."""
    match value:
        case str():
            return _text(value)
        case dict():
            return {name: _without_nulls(inner) for name, inner in value.items() if inner is not None}
        case list():
            return [_without_nulls(inner) for inner in value]
    return value


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
