"""The tool definitions for the model, and the parsing of a tool call into a `CodingCall`."""

import json

from pytest_cookie.generation.coding.file_tools import (
    ApplyPatch,
    CodingCall,
    CreateFile,
    DeleteFile,
    EditFile,
    Glob,
    Grep,
    ListFiles,
    ReadFile,
)
from pytest_cookie.generation.coding.project_tools import (
    DOCS_CALLS,
    BuildProject,
    Fetch,
    Finish,
    GenerateImage,
    NpmInstall,
    Search,
    UpdatePlan,
)
from pytest_cookie.llm.messages.messages import Tool, ToolCall
from pytest_cookie.llm.messages.prompt import Prompt
from pytest_cookie.llm.messages.tool_calls import read_call, tool_of

_VERSION = "2"
MAX_ARGUMENTS = 500_000

CALLS: tuple[type[CodingCall], ...] = (
    CreateFile, ReadFile, EditFile, DeleteFile, ListFiles, Glob, Grep, ApplyPatch, BuildProject, NpmInstall, Search,
    Fetch, GenerateImage, UpdatePlan, Finish,
)  # fmt: skip
_BY_NAME = {call.name: call for call in (*CALLS, *DOCS_CALLS)}

TOOLS: tuple[Tool, ...] = tuple(tool_of(call) for call in CALLS)
DOCS_TOOLS: tuple[Tool, ...] = tuple(tool_of(call) for call in DOCS_CALLS)
"""Offered only with documentation, whose identity counts their descriptions."""

TOOLS_PROMPT = Prompt(
    name="coding-tools",
    version=_VERSION,
    text=json.dumps([[tool.name, tool.description, tool.parameters] for tool in TOOLS], ensure_ascii=False),
)
"""The tools as a part of the prompt: their descriptions count for its identity."""


def parse(call: ToolCall) -> CodingCall:
    """Parse and check a call. Raises `InvalidCallError`."""
    return read_call(call, _BY_NAME, max_arguments=MAX_ARGUMENTS)
