"""Calls of the computer tools of Anthropic and OpenAI as actions: coordinates only, as of all agents."""

import re
from dataclasses import dataclass
from typing import TypeVar

from pydantic import ConfigDict, JsonValue, ValidationError

from pytest_cookie.core.action import MAX_PATH_POINTS, Action, Scroll, Wait
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.parsing import load_json
from pytest_cookie.core.text import replace_surrogates
from pytest_cookie.exploration.agent.key_names import split_modifiers
from pytest_cookie.llm.messages.messages import COMPUTER, ComputerTool, ToolCall
from pytest_cookie.llm.messages.tool_calls import ToolObject
from pytest_cookie.llm.transport.model_info import provider_of
from pytest_cookie.protocols.auigym.coordinate_actions import WAIT_MS, Move, UnreadableReplyError, to_action

NOTCH_PX = 100
"""How far the page scrolls by a notch of the wheel, in which Anthropic's tool counts."""
MAX_SCROLL_PX = 10_000
MAX_WAIT_MS = 10_000
MAX_ACTIONS = 20
"""Maximum number of actions of one call of OpenAI's tool."""
_OLDER = re.compile(r"claude-3|(?:opus-4(?:-[01])?|sonnet-4(?:-[05])?|haiku-4-5)(?:[-@]20\d{6})?(?:@\w+)?$")
"""Models of Anthropic that have the tool of January 2025 alone."""
_KINDS = {
    "left_click": "click", "click": "click", "double_click": "double_click", "right_click": "right_click",
    "mouse_move": "hover", "move": "hover", "left_click_drag": "drag", "drag": "drag", "key": "hotkey",
    "keypress": "hotkey", "type": "type", "scroll": "scroll", "wait": "wait",
}  # fmt: skip
_LOOK = "screenshot"


class _Object(ToolObject):
    model_config = ConfigDict(allow_inf_nan=False)


class _AnthropicCall(_Object):
    action: str
    coordinate: tuple[float, float] | None = None
    start_coordinate: tuple[float, float] | None = None
    text: str = ""
    scroll_direction: str = ""
    scroll_amount: float = 5
    duration: float = WAIT_MS / 1000


class _Point(_Object):
    x: float
    y: float


class _OpenAIAction(_Object):
    type: str
    button: str = "left"
    x: float | None = None
    y: float | None = None
    text: str = ""
    keys: list[str] = []
    path: list[_Point] = []
    scroll_x: float = 0
    scroll_y: float = 0


class _SafetyCheck(_Object):
    code: str = ""
    message: str = ""


class _OpenAICall(_Object):
    action: _OpenAIAction | None = None
    actions: list[_OpenAIAction] = []
    pending_safety_checks: list[_SafetyCheck] = []


@dataclass(frozen=True)
class ComputerCall:
    """The actions of a call; none if it asks for the window only. `checks` are the provider's safety checks of it."""

    actions: tuple[Action, ...]
    checks: tuple[str, ...] = ()


def computer_tool(model: str, named: str, width: int, height: int) -> ComputerTool:
    """The tool of the model's provider: the type `named`, or else that of the model. Raises `UsageError`."""
    name = model.rpartition("/")[2]
    match provider_of(model):
        case "anthropic":
            known = "computer_20250124" if _OLDER.search(name) else "computer_20251124"
        case "openai":
            known = "computer_use_preview" if "computer-use-preview" in name else "computer"
        case provider:
            raise UsageError(
                f'replies = "tools" of auigym: models of anthropic and openai have a computer tool here, {model} of '
                f"{provider or 'an unknown provider'} has none; name another --cookie-agent, or another form of replies"
            )
    tool = ComputerTool(named or known, width, height)
    if tool.uses_responses != (provider_of(model) == "openai"):
        raise UsageError(f"computer_tool of auigym: {named} is no tool of the provider of {model}; omit it for {known}")
    return tool


def read_computer_call(call: ToolCall, tool: ComputerTool) -> ComputerCall:
    """The actions of `call`. Raises `UnreadableReplyError` if one of them cannot be carried out."""
    if call.name != COMPUTER:
        raise UnreadableReplyError(f"there is no tool {call.name[:60]!r}, only {COMPUTER}")
    try:
        arguments = replace_surrogates(load_json(call.arguments))
    except ValueError as error:
        raise UnreadableReplyError("the arguments are not valid JSON") from error
    if tool.uses_responses:
        return _read_openai(arguments, tool)
    told = _parse(_AnthropicCall, arguments)
    return ComputerCall(() if told.action == _LOOK else (_anthropic_action(told, tool),))


def _read_openai(arguments: JsonValue, tool: ComputerTool) -> ComputerCall:
    items = arguments.get("items") if isinstance(arguments, dict) else None
    call = _parse(_OpenAICall, items[-1] if isinstance(items, list) and items else None)
    told = call.actions or ([call.action] if call.action else [])
    if not told:
        raise UnreadableReplyError("the call has no action")
    if len(told) > MAX_ACTIONS:
        raise UnreadableReplyError(f"more than {MAX_ACTIONS} actions")
    actions = tuple(_openai_action(each, tool) for each in told if each.type != _LOOK)
    return ComputerCall(actions, tuple(f"{check.code}: {check.message}" for check in call.pending_safety_checks))


def _anthropic_action(told: _AnthropicCall, tool: ComputerTool) -> Action:
    x, y = told.coordinate or (None, None)
    kind = _kind(told.action)
    if kind == "wait":
        return Wait(value=str(round(min(max(told.duration * 1000, 0), MAX_WAIT_MS))))
    if kind == "drag":
        start_x, start_y = told.start_coordinate or (None, None)
        return _action(Move(kind, start_x, start_y, x, y), tool, told.text)
    if kind == "scroll":
        action = _action(Move(kind, x, y, direction=told.scroll_direction), tool, told.text)
        notches = abs(told.scroll_amount) * (-1 if action.value.startswith("-") else 1)
        return _by(action, notches * NOTCH_PX)
    keys = told.text if kind == "hotkey" else ""
    text = told.text if kind == "type" else ""
    return _action(Move(kind, x, y, text=text, keys=keys), tool, "" if keys or text else told.text)


def _openai_action(told: _OpenAIAction, tool: ComputerTool) -> Action:
    kind = _kind(told.type)
    if kind == "click" and told.button != "left":
        if told.button != "right":
            raise UnreadableReplyError(f"there is no button {told.button[:60]!r}, only left and right")
        kind = "right_click"
    if kind == "hotkey":
        return _action(Move(kind, keys="+".join(_lower(told.keys))), tool)
    if kind == "scroll":
        sideways = abs(told.scroll_x) > abs(told.scroll_y)
        action = _action(Move(kind, told.x, told.y, direction="right" if sideways else "down"), tool, told.keys)
        return _by(action, told.scroll_x if sideways else told.scroll_y)
    if kind == "drag":
        return _drag(told, tool)
    return _action(Move(kind, told.x, told.y, text=told.text), tool, told.keys)


def _drag(told: _OpenAIAction, tool: ComputerTool) -> Action:
    if len(told.path) < 2:
        raise UnreadableReplyError("drag needs two points")
    start, *between, end = told.path
    action = _action(Move("drag", start.x, start.y, end.x, end.y), tool, told.keys)
    if any(not (0 <= point.x <= tool.width and 0 <= point.y <= tool.height) for point in between):
        raise UnreadableReplyError(f"the path leaves the window of {tool.width} × {tool.height} px")
    every = -(-len(between) // MAX_PATH_POINTS) or 1
    return _changed(action, {"path": [point.model_dump() for point in between[::every]]}) if between else action


def _kind(name: str) -> str:
    kind = _KINDS.get(name)
    if kind is None:
        raise UnreadableReplyError(f"there is no action {name[:60]!r}; there are: {', '.join((*_KINDS, _LOOK))}")
    return kind


def _action(move: Move, tool: ComputerTool, held: str | list[str] = "") -> Action:
    """The action, with the keys that are held during it."""
    action = to_action(move, tool.width, tool.height)
    return _changed(action, {"modifiers": split_modifiers(held)}) if held else action


def _by(action: Action, px: float) -> Action:
    if not isinstance(action, Scroll) or round(px) == 0:
        raise UnreadableReplyError("scroll needs a distance")
    return _changed(action, {"value": str(round(min(max(px, -MAX_SCROLL_PX), MAX_SCROLL_PX)))})


T = TypeVar("T", bound=_Object)


def _changed(action: Action, fields: dict[str, object]) -> Action:
    """`action` with other `fields`, validated."""
    try:
        return type(action).model_validate(action.model_dump() | fields)
    except ValidationError as error:
        names = ", ".join(sorted(fields))
        raise UnreadableReplyError(f"{action.kind} cannot have these {names}") from error


def _lower(keys: list[str]) -> list[str]:
    """Letters of a chord in lower case: `CTRL`, `A` means Control and the key A, without Shift."""
    return [key.lower() if len(keys) > 1 and len(key) == 1 else key for key in keys]


def _parse(kind: type[T], told: JsonValue) -> T:
    try:
        return kind.model_validate(told)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(map(str, first["loc"])) or "the call"
        raise UnreadableReplyError(f"{where}: {first['msg']}") from error
