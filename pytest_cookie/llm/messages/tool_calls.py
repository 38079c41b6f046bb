"""Tools as pydantic models: their descriptions for a model, and validated parsing of its calls."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError, model_validator

from pytest_cookie.core.parsing import load_json, parse_json
from pytest_cookie.core.text import replace_surrogates
from pytest_cookie.llm.messages.messages import Tool, ToolCall

_MAX_ID = 200
_MAX_PROBLEMS = 3
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class ToolObject(BaseModel):
    """An object among a tool's arguments. Unknown fields and nulls are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, told: object) -> object:
        return {name: value for name, value in told.items() if value is not None} if isinstance(told, dict) else told


class ToolArguments(ToolObject):
    """A tool's arguments; `name` is the tool's."""

    name: ClassVar[str]


T = TypeVar("T", bound=ToolArguments)


class InvalidCallError(Exception):
    """A call with invalid arguments; the message for the model explains the error."""


def tool_of(kind: type[ToolArguments], *, required: tuple[str, ...] = ()) -> Tool:
    """The tool whose arguments are the fields of `kind`; its docstring describes it.

    `required` fields come first, whether they have a default or not.
    """
    schema = kind.model_json_schema()
    definitions = schema.get("$defs", {})
    properties: dict[str, JsonValue] = {
        field: _plain(told, definitions) for field, told in schema.get("properties", {}).items()
    }
    others = (field for field in schema.get("required", []) if field not in required)
    parameters: dict[str, JsonValue] = {"type": "object", "properties": properties, "required": [*required, *others]}
    return Tool(name=kind.name, description=" ".join((kind.__doc__ or "").split()), parameters=parameters)


def read_call(call: ToolCall, kinds: Mapping[str, type[T]], *, max_arguments: int) -> T:
    """The arguments of a call of one of `kinds`, by name, checked. Raises `InvalidCallError`."""
    kind = kinds.get(call.name)
    if kind is None:
        raise InvalidCallError(f"there is no such tool; there are: {', '.join(kinds)}")
    if len(call.arguments) > max_arguments:
        raise InvalidCallError(f"the arguments are longer than {max_arguments} characters")
    try:
        return kind.model_validate(replace_surrogates(load_json(call.arguments or "{}")))
    except ValidationError as error:
        raise InvalidCallError(_problems(error)) from error
    except ValueError as error:
        raise InvalidCallError("the arguments are not valid JSON") from error


def with_ids(calls: tuple[ToolCall, ...]) -> tuple[ToolCall, ...]:
    """Each with a unique id, so that every tool result finds its call."""
    known: set[str] = set()
    named = []
    for nth, call in enumerate(calls, start=1):
        ok = call.id and len(call.id) <= _MAX_ID and call.id not in known
        known.add(fresh := replace_surrogates(call.id) if ok else f"call-without-id-{nth}")
        name, arguments = replace_surrogates(call.name), replace_surrogates(call.arguments)
        named.append(replace(call, id=fresh, name=name, arguments=arguments))
    return tuple(named)


def sendable(call: ToolCall, *, max_arguments: int) -> ToolCall:
    """The call as providers accept it: they reject odd names, and some fail on arguments that are not a JSON object.

    Thinking that is no JSON list of objects is dropped: it may come from a file.
    """
    name = call.name if _NAME.fullmatch(call.name) else "unknown_tool"
    fits = len(call.arguments) <= max_arguments and isinstance(parse_json(call.arguments), dict)
    blocks = parse_json(call.thinking)
    is_thinking = isinstance(blocks, list) and all(isinstance(block, dict) for block in blocks)
    arguments, thinking = call.arguments if fits else "{}", call.thinking if is_thinking else ""
    return replace(call, name=name, arguments=arguments, thinking=thinking)


def _problems(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_input=False, include_context=False)
    said = [f"{'.'.join(map(str, problem['loc'])) or 'the arguments'}: {problem['msg']}" for problem in problems]
    return "; ".join(said[:_MAX_PROBLEMS])


def _plain(told: JsonValue, definitions: Mapping[str, JsonValue]) -> JsonValue:
    """A property in the subset all providers accept: no references, and optional properties are not required."""
    if not isinstance(told, dict):
        return told
    kinds = told.get("anyOf")
    chosen = next((kind for kind in kinds if kind != {"type": "null"}), {}) if isinstance(kinds, list) else {}
    merged = told | (chosen if isinstance(chosen, dict) else {})
    plain = {name: value for name, value in merged.items() if name not in ("anyOf", "title", "default")}
    if isinstance(items := plain.get("items"), dict):
        plain["items"] = _plain_item(items, definitions)
    return plain


def _plain_item(item: dict[str, JsonValue], definitions: Mapping[str, JsonValue]) -> JsonValue:
    """An item of an array: a plain value, or an object with plain properties."""
    named = definitions.get(str(item.get("$ref", "")).rpartition("/")[2])
    if not isinstance(named, dict):
        return _plain(item, definitions)
    inner = named.get("properties")
    properties = inner if isinstance(inner, dict) else {}
    plain: dict[str, JsonValue] = {
        "type": "object",
        "properties": {name: _plain(value, definitions) for name, value in properties.items()},
    }
    return {**plain, "required": named["required"]} if "required" in named else plain
