"""The agent's tools as a model is told of them, and a tool call → `Call`, or what is wrong with it."""

import json

from pytest_cookie.exploration.agent.calls import CALLS, Call, Finish
from pytest_cookie.llm.messages.messages import Tool, ToolCall
from pytest_cookie.llm.messages.prompt import Prompt
from pytest_cookie.llm.messages.tool_calls import read_call, tool_of

_VERSION = "1"
MAX_ARGUMENTS = 30_000
_BY_NAME = {call.name: call for call in CALLS}


def parse(call: ToolCall) -> Call:
    """Its arguments, checked. Raises `InvalidCallError`."""
    return read_call(call, _BY_NAME, max_arguments=MAX_ARGUMENTS)


TOOLS: tuple[Tool, ...] = tuple(tool_of(call, required=("thought",)) for call in CALLS)
FINISH: tuple[Tool, ...] = tuple(tool for tool in TOOLS if tool.name == Finish.name)

TOOLS_PROMPT = Prompt(
    name="agent-tools",
    version=_VERSION,
    text=json.dumps([[tool.name, tool.description, tool.parameters] for tool in TOOLS], ensure_ascii=False),
)
"""The tools as a part of the prompt: what they say of themselves counts for its identity."""
