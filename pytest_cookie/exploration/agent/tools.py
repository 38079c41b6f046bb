"""The agent's tools as described to a model; parses tool calls into `AgentCall`s."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import cast

from pydantic import JsonValue

from pytest_cookie.exploration.agent.calls import CALLS, OFFERED, AgentCall, FinishExploration
from pytest_cookie.llm.messages.messages import Tool, ToolCall
from pytest_cookie.llm.messages.prompt import Prompt
from pytest_cookie.llm.messages.tool_calls import read_call, tool_of

_VERSION = "6"
MAX_ARGUMENTS = 30_000
_LIMITS = frozenset({"minLength", "maxLength", "minimum", "maximum", "maxItems", "minItems"})
"""What a schema for models leaves out: a call that breaks these is answered with the limit."""
_ELSEWHERE = "dialogs"
"""An argument that is understood and not offered, since a tool of its own is shorter."""
_BY_NAME = {call.name: call for call in CALLS}


def parse_call(call: ToolCall) -> AgentCall:
    """Parse and validate a tool call. Raises `InvalidCallError`."""
    return read_call(call, _BY_NAME, max_arguments=MAX_ARGUMENTS)


def _without_repetition(tools: Iterable[Tool]) -> Iterator[Tool]:
    """Describe arguments of many tools, such as `ref`, only in the first: tools are part of every call."""
    described: set[str] = set()
    for tool in tools:
        properties = cast(dict[str, dict[str, JsonValue]], tool.parameters["properties"])
        slim: dict[str, JsonValue] = {}
        for name, told in properties.items():
            if name == _ELSEWHERE:
                continue
            words = f"{name} {told.get('description', '')}"
            omitted = _LIMITS | ({"description"} if words in described else set())
            slim[name] = {key: _without_empty(value) for key, value in told.items() if key not in omitted}
            described.add(words)
        yield replace(tool, parameters={**tool.parameters, "properties": slim})


def _without_empty(value: JsonValue) -> JsonValue:
    """The values of an enum but "", which means that the argument is left out."""
    return [item for item in value if item != ""] if isinstance(value, list) else value


TOOLS: tuple[Tool, ...] = tuple(_without_repetition(tool_of(call, required=("thought",)) for call in OFFERED))
FINISH: tuple[Tool, ...] = tuple(tool for tool in TOOLS if tool.name == FinishExploration.name)

TOOLS_PROMPT = Prompt(
    name="agent-tools",
    version=_VERSION,
    text=json.dumps([[tool.name, tool.description, tool.parameters] for tool in TOOLS], ensure_ascii=False),
)
"""The tools as a part of the prompt: their descriptions count for its identity."""
