"""The agent's tools as described to a model; parses tool calls into `AgentCall`s."""

import json

from pytest_cookie.exploration.agent.calls import CALLS, AgentCall, FinishExploration
from pytest_cookie.llm.messages.messages import Tool, ToolCall
from pytest_cookie.llm.messages.prompt import Prompt
from pytest_cookie.llm.messages.tool_calls import read_call, tool_of

_VERSION = "2"
MAX_ARGUMENTS = 30_000
_BY_NAME = {call.name: call for call in CALLS}


def parse_call(call: ToolCall) -> AgentCall:
    """Parse and validate a tool call. Raises `InvalidCallError`."""
    return read_call(call, _BY_NAME, max_arguments=MAX_ARGUMENTS)


TOOLS: tuple[Tool, ...] = tuple(tool_of(call, required=("thought",)) for call in CALLS)
FINISH: tuple[Tool, ...] = tuple(tool for tool in TOOLS if tool.name == FinishExploration.name)

TOOLS_PROMPT = Prompt(
    name="agent-tools",
    version=_VERSION,
    text=json.dumps([[tool.name, tool.description, tool.parameters] for tool in TOOLS], ensure_ascii=False),
)
"""The tools as a part of the prompt: their descriptions count for its identity."""
