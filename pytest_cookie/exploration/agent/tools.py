"""The agent's tools as a model is told of them, and a tool call → `Call`, or what is wrong with it."""

import json

from pydantic import JsonValue, ValidationError

from pytest_cookie.browser.text import well_formed
from pytest_cookie.exploration.agent.calls import CALLS, Call, Finish
from pytest_cookie.llm.messages import Tool, ToolCall
from pytest_cookie.llm.prompt import Prompt

_VERSION = "1"
MAX_ARGUMENTS = 30_000
_MAX_PROBLEMS = 3
_BY_NAME = {call.name: call for call in CALLS}


class InvalidCallError(Exception):
    """A call that cannot be carried out as it stands; the message tells the model what is wrong."""


def parse(call: ToolCall) -> Call:
    """Its arguments, checked. Raises `InvalidCallError`."""
    kind = _BY_NAME.get(call.name)
    if kind is None:
        raise InvalidCallError(f"there is no such tool; there are: {', '.join(_BY_NAME)}")
    if len(call.arguments) > MAX_ARGUMENTS:
        raise InvalidCallError(f"the arguments are longer than {MAX_ARGUMENTS} characters")
    try:
        return kind.model_validate(well_formed(json.loads(call.arguments or "{}")))
    except ValidationError as error:
        raise InvalidCallError(_problems(error)) from error
    except (ValueError, RecursionError) as error:
        raise InvalidCallError("the arguments are not valid JSON") from error


def _problems(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_input=False, include_context=False)
    said = [f"{'.'.join(map(str, one['loc'])) or 'the arguments'}: {one['msg']}" for one in problems]
    return "; ".join(said[:_MAX_PROBLEMS])


def _tool(call: type[Call]) -> Tool:
    schema = call.model_json_schema()
    properties: dict[str, JsonValue] = {name: _plain(told) for name, told in schema["properties"].items()}
    required: list[JsonValue] = ["thought", *(name for name in schema.get("required", []) if name != "thought")]
    parameters: dict[str, JsonValue] = {"type": "object", "properties": properties, "required": required}
    return Tool(name=call.name, description=" ".join((call.__doc__ or "").split()), parameters=parameters)


def _plain(told: dict[str, JsonValue]) -> JsonValue:
    """A property in words that every provider takes: optional is what is not required."""
    kinds = told.get("anyOf")
    chosen = next((kind for kind in kinds if kind != {"type": "null"}), {}) if isinstance(kinds, list) else {}
    merged = told | (chosen if isinstance(chosen, dict) else {})
    return {name: value for name, value in merged.items() if name not in ("anyOf", "title", "default")}


TOOLS: tuple[Tool, ...] = tuple(_tool(call) for call in CALLS)
FINISH: tuple[Tool, ...] = tuple(tool for tool in TOOLS if tool.name == Finish.name)

TOOLS_PROMPT = Prompt(
    name="agent-tools",
    version=_VERSION,
    text=json.dumps([[tool.name, tool.description, tool.parameters] for tool in TOOLS], ensure_ascii=False),
)
"""The tools as a part of the prompt: what they say of themselves counts for its identity."""
