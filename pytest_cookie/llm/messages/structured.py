"""`ask`: a reply that matches a pydantic model, with any text around it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from json import JSONDecoder, dumps
from typing import Generic, TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.llm.errors import ModelError, UnparseableReply
from pytest_cookie.llm.messages.completion import ChatModel, Completion
from pytest_cookie.llm.messages.messages import Message, Request, Text, user
from pytest_cookie.llm.messages.schema import strict_schema

T = TypeVar("T", bound=BaseModel)

_CANDIDATES = 100
_FAULTS = 8
_LONGEST_FAULT = 200
_SENT_BACK = 6_000
"""Characters of a wrong reply that the model sees again."""
_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[ \t]{0,9}(?:json|JSON)?[ \t]{0,9}\n(.*?)(?:\n[ \t]{0,9}```|\Z)", re.DOTALL)
_TOO_LONG = "Your last reply was cut off before it was whole. Reply again, much shorter, with the JSON object alone."


@dataclass(frozen=True)
class Answered(Generic[T]):
    """`completions` are all replies; the last one holds `value`. `spend` is their total."""

    value: T
    spend: Spend
    completions: tuple[Completion, ...]


class _WrongFormError(ValueError):
    """A fault of a reply, in words for the model."""


def ask(
    model: ChatModel,
    request: Request,
    kind: type[T],
    *,
    repairs: int = 2,
    find_fault: Callable[[T], str] | None = None,
) -> Answered[T]:
    """Ask for a reply of type `kind`. Validation errors are sent back to the model, at most `repairs` times.

    `find_fault` returns the fault of a valid reply, or ""; a fault is sent back once, and the next reply is accepted.
    The schema's name is `kind.reply_name`, or the class name in snake case. After a reply that was cut off, the model
    is asked for a shorter one. Raises `UnparseableReply` with the spend of all replies, which are rejected: who asks
    again later gets new ones. Model errors pass through, with the spend of earlier replies in `spend`.
    """
    request = replace(request, reply_schema=strict_schema(kind), reply_name=reply_name(kind))
    completions: list[Completion] = []
    asked, was_cut, was_faulty = request, False, False
    while True:
        completion = _completed(model, asked, completions)
        try:
            value = _read(completion, kind)
            fault = find_fault(value) if find_fault and not was_faulty else ""
            if not fault:
                return Answered(value, _spend(completions), tuple(completions))
            asked, was_faulty = _with(request, *_sent_back(completion.text, fault, "is not right yet", 0)), True
        except _WrongFormError as error:
            if completion.finish == "length" and not was_cut:
                asked, was_cut = _with(request, user(Text(_TOO_LONG))), True
                continue
            if completion.finish in {"refusal", "length"} or len(completions) - was_cut - was_faulty > repairs:
                raise _unparseable(request, kind, completions, str(error)) from None
            wrong = "is not of the form that was asked for"
            asked = _with(request, *_sent_back(completion.text, str(error), wrong, len(completions)))


def reply_name(kind: type[BaseModel]) -> str:
    """`StaticScoring` → `static_scoring`, unless the class sets `reply_name`."""
    own = getattr(kind, "reply_name", None)
    return own if isinstance(own, str) else re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower()


def _completed(model: ChatModel, request: Request, completions: list[Completion]) -> Completion:
    """The next reply, added to `completions`."""
    try:
        completions.append(model.complete(request))
    except ModelError as error:
        error.spend = _spend(completions) + error.spend
        raise
    return completions[-1]


def _spend(completions: list[Completion]) -> Spend:
    return sum((completion.spend for completion in completions), NOTHING)


def _with(request: Request, *messages: Message) -> Request:
    return replace(request, messages=(*request.messages, *messages))


def _read(completion: Completion, kind: type[T]) -> T:
    """The first JSON object that matches the schema. Raises `_WrongFormError`."""
    if completion.finish == "refusal":
        raise _WrongFormError(f"it refused: {completion.text[:_LONGEST_FAULT]!r}")
    fault = ""
    for found in _objects(completion.text):
        try:
            return kind.model_validate_json(dumps(found))
        except ValidationError as error:
            fault = fault or _in_words(error)
        except (ValueError, RecursionError):
            fault = fault or "the JSON object cannot be parsed"
    raise _WrongFormError(
        "it was cut off" if completion.finish == "length" else fault or "there is no JSON object in it"
    )


def _objects(text: str) -> Iterator[dict[str, JsonValue]]:
    """JSON objects, fenced ones first. A nested object counts only if it is the sole content of its parent."""
    said = _THOUGHT.sub("", text)
    for part in (*(fence[1] for fence in _FENCE.finditer(said)), said, text if said != text else ""):
        yield from _objects_in(part)


def _objects_in(text: str) -> Iterator[dict[str, JsonValue]]:
    decoder = JSONDecoder(parse_constant=_no_number)
    at = -1
    for _ in range(_CANDIDATES):
        at = text.find("{", at + 1)
        if at < 0:
            return
        try:
            found, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):  # no JSON, or a number of thousands of digits, which Python does not read
            continue
        at = end - 1
        if isinstance(found, dict):
            yield found
            yield from (inner for inner in found.values() if len(found) == 1 and isinstance(inner, dict))


def _no_number(name: str) -> JsonValue:
    raise _WrongFormError(f"{name} is no number of JSON")


def _in_words(error: ValidationError) -> str:
    lines = []
    for fault in error.errors(include_url=False, include_input=False, include_context=False)[:_FAULTS]:
        where = ".".join(str(part) for part in fault["loc"]) or "the object"
        lines.append(f"{where}: {fault['msg']}"[:_LONGEST_FAULT])
    return "\n".join(lines)


def _sent_back(text: str, fault: str, wrong: str, number: int) -> tuple[Message, ...]:
    """The reply and its fault. The number keeps repeated repairs of one mistake distinct in the replay cache."""
    which = f"Reply {number}" if number else "The reply"
    words = f"{which} {wrong}:\n{fault}\nReply again with the JSON object alone."
    shown = text if len(text) <= _SENT_BACK else f"{text[:_SENT_BACK]}…"
    reply = (Message("assistant", (Text(shown),)),) if text.strip() else ()
    return (*reply, user(Text(words)))


def _unparseable(
    request: Request, kind: type[BaseModel], completions: list[Completion], fault: str
) -> UnparseableReply:
    for completion in completions:
        completion.reject()
    tries = "1 reply" if len(completions) == 1 else f"{len(completions)} replies"
    return UnparseableReply(
        f"{request.model} gave no {reply_name(kind)} in {tries}: {fault}",
        model=request.model,
        spend=_spend(completions),
    )
