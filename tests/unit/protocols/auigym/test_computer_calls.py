"""Calls of the providers' computer tools: which actions they are, and which cannot be carried out."""

import json

import pytest

from pytest_cookie.core.action import (
    Action,
    Click,
    DoubleClick,
    Drag,
    Hover,
    PathPoint,
    Press,
    RightClick,
    Scroll,
    Type,
    Wait,
)
from pytest_cookie.core.errors import UsageError
from pytest_cookie.llm.messages.messages import ComputerTool, ToolCall
from pytest_cookie.protocols.auigym.computer_calls import computer_tool, read_computer_call
from pytest_cookie.protocols.auigym.coordinate_actions import UnreadableReplyError

ANTHROPIC = ComputerTool("computer_20250124", 1280, 720)
OPENAI = ComputerTool("computer", 1280, 720)


def anthropic(**arguments: object) -> tuple[Action, ...]:
    return read_computer_call(ToolCall("1", "computer", json.dumps(arguments)), ANTHROPIC).actions


def openai(*actions: dict, **more: object) -> tuple[Action, ...]:
    told = {"action": actions[0]} if len(actions) == 1 else {"actions": actions}
    item = {"type": "computer_call", "call_id": "1", **told, **more}
    call = ToolCall("1", "computer", json.dumps({"items": [{"type": "reasoning"}, item]}))
    return read_computer_call(call, OPENAI).actions


@pytest.mark.parametrize(
    ("arguments", "action"),
    [
        ({"action": "left_click", "coordinate": [5, 6]}, Click(x=5, y=6)),
        ({"action": "left_click", "coordinate": [5, 6], "text": "shift"}, Click(x=5, y=6, modifiers=("Shift",))),
        ({"action": "double_click", "coordinate": [1280, 720]}, DoubleClick(x=1279, y=719)),
        ({"action": "right_click", "coordinate": [5, 6]}, RightClick(x=5, y=6)),
        ({"action": "mouse_move", "coordinate": [5, 6]}, Hover(x=5, y=6)),
        (
            {"action": "left_click_drag", "start_coordinate": [1, 2], "coordinate": [3, 4]},
            Drag(x=1, y=2, to_x=3, to_y=4),
        ),
        ({"action": "key", "text": "ctrl+a"}, Press(value="Control+a")),
        ({"action": "key", "text": "Page_Down"}, Press(value="PageDown")),
        ({"action": "key", "text": "Return"}, Press(value="Enter")),
        ({"action": "type", "text": "tea\n"}, Type(value="tea\n")),
        (
            {"action": "scroll", "coordinate": [5, 6], "scroll_direction": "up", "scroll_amount": 3},
            Scroll(x=5, y=6, value="-300"),
        ),
        (
            {"action": "scroll", "coordinate": [5, 6], "scroll_direction": "right", "scroll_amount": 1e9},
            Scroll(x=5, y=6, value="10000", sideways=True),
        ),
        ({"action": "wait", "duration": 2}, Wait(value="2000")),
        ({"action": "wait", "duration": 1e9, "coordinate": None}, Wait(value="10000")),
    ],
)
def test_actions_of_anthropics_tool(arguments: dict, action: Action):
    assert anthropic(**arguments) == (action,)


@pytest.mark.parametrize(
    ("told", "action"),
    [
        ({"type": "click", "button": "left", "x": 5, "y": 6}, Click(x=5, y=6)),
        ({"type": "click", "button": "right", "x": 5, "y": 6, "keys": None}, RightClick(x=5, y=6)),
        (
            {"type": "click", "button": "left", "x": 5, "y": 6, "keys": ["CTRL"]},
            Click(x=5, y=6, modifiers=("Control",)),
        ),
        ({"type": "double_click", "x": 5, "y": 6}, DoubleClick(x=5, y=6)),
        ({"type": "move", "x": 5, "y": 6}, Hover(x=5, y=6)),
        (
            {"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 2, "y": 2}, {"x": 3, "y": 4}]},
            Drag(x=1, y=2, to_x=3, to_y=4, path=(PathPoint(x=2, y=2),)),
        ),
        ({"type": "keypress", "keys": ["CTRL", "A"]}, Press(value="Control+a")),
        ({"type": "keypress", "keys": ["ENTER"]}, Press(value="Enter")),
        ({"type": "type", "text": "tea"}, Type(value="tea")),
        ({"type": "scroll", "x": 5, "y": 6, "scroll_x": 0, "scroll_y": -120}, Scroll(x=5, y=6, value="-120")),
        (
            {"type": "scroll", "x": 5, "y": 6, "scroll_x": 90, "scroll_y": 0},
            Scroll(x=5, y=6, value="90", sideways=True),
        ),
        ({"type": "wait"}, Wait(value="5000")),
    ],
)
def test_actions_of_openais_tool(told: dict, action: Action):
    assert openai(told) == (action,)


def test_a_batch_has_its_actions_in_order_and_a_long_path_is_thinned():
    assert openai({"type": "move", "x": 1, "y": 2}, {"type": "screenshot"}, {"type": "wait"}) == (
        Hover(x=1, y=2),
        Wait(value="5000"),
    )
    (drag,) = openai({"type": "drag", "path": [{"x": number, "y": 2} for number in range(103)]})
    assert isinstance(drag, Drag)
    assert [point.x for point in drag.path] == list(range(1, 102, 3))


def test_a_request_for_the_window_is_no_action_and_safety_checks_are_told():
    assert anthropic(action="screenshot") == ()
    item = {
        "type": "computer_call", "action": {"type": "screenshot"},
        "pending_safety_checks": [{"id": "1", "code": "irrelevant_domain", "message": "Elsewhere."}],
    }  # fmt: skip
    read = read_computer_call(ToolCall("1", "computer", json.dumps({"items": [item]})), OPENAI)
    assert (read.actions, read.checks) == ((), ("irrelevant_domain: Elsewhere.",))


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"action": "left_click"}, "click needs a point"),
        ({"action": "left_click", "coordinate": [5000, 6]}, "outside of the window"),
        ({"action": "left_click", "coordinate": [5]}, "coordinate"),
        ({"action": "left_click", "coordinate": [5, 6], "text": "hyper"}, "modifiers"),
        ({"action": "left_click_drag", "coordinate": [3, 4]}, "two points"),
        ({"action": "triple_click", "coordinate": [5, 6]}, "no action 'triple_click'"),
        ({"action": "type", "text": ""}, "needs a text"),
        ({"action": "key", "text": "Tab Tab"}, "no key"),
        ({"action": "scroll", "coordinate": [5, 6], "scroll_direction": "in"}, "direction"),
        ({"action": "scroll", "coordinate": [5, 6], "scroll_direction": "up", "scroll_amount": 0}, "distance"),
        ({"coordinate": [5, 6]}, "action: Field required"),
    ],
)
def test_what_anthropics_call_lacks_is_named(arguments: dict, problem: str):
    with pytest.raises(UnreadableReplyError, match=problem):
        anthropic(**arguments)


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ({"type": "click", "button": "back", "x": 5, "y": 6}, "no button 'back'"),
        ({"type": "drag", "path": [{"x": 1, "y": 2}]}, "two points"),
        ({"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 1, "y": -9}, {"x": 2, "y": 2}]}, "leaves the window"),
        ({"type": "keypress", "keys": []}, "1 to 4 keys"),
        ({"type": "scroll", "x": 5, "y": 6, "scroll_x": 0, "scroll_y": 0}, "distance"),
        ({"type": "scroll", "x": 5, "y": 6, "scroll_y": float("nan")}, "."),
    ],
)
def test_what_openais_call_lacks_is_named(told: dict, problem: str):
    with pytest.raises(UnreadableReplyError, match=problem):
        openai(told)


def test_a_batch_that_is_too_long_is_refused_as_a_whole():
    assert len(openai(*[{"type": "wait"}] * 20)) == 20
    with pytest.raises(UnreadableReplyError, match="more than 20 actions"):
        openai(*[{"type": "wait"}] * 21)


@pytest.mark.parametrize(
    ("name", "arguments", "tool"),
    [
        ("click", "{}", ANTHROPIC),
        ("computer", "{", ANTHROPIC),
        ("computer", "[]", ANTHROPIC),
        ("computer", "[]", OPENAI),
        ("computer", '{"items": []}', OPENAI),
        ("computer", '{"items": [{"type": "computer_call"}]}', OPENAI),
    ],
)
def test_a_call_that_is_none_of_the_tool_is_refused(name: str, arguments: str, tool: ComputerTool):
    with pytest.raises(UnreadableReplyError):
        read_computer_call(ToolCall("1", name, arguments), tool)


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        ("anthropic/claude-3-7-sonnet-20250219", "computer_20250124"),
        ("anthropic/claude-opus-4-20250514", "computer_20250124"),
        ("anthropic/claude-opus-4-1", "computer_20250124"),
        ("anthropic/claude-sonnet-4-5-20250929", "computer_20250124"),
        ("claude-haiku-4-5", "computer_20250124"),
        ("anthropic/claude-opus-4-5-20251101", "computer_20251124"),
        ("anthropic/claude-sonnet-4-6", "computer_20251124"),
        ("openai/computer-use-preview-2025-03-11", "computer_use_preview"),
        ("openai/gpt-5.4", "computer"),
    ],
)
def test_the_tool_follows_from_the_model(model: str, kind: str):
    assert computer_tool(model, "", 1280, 720).type == kind


def test_another_provider_or_its_tool_is_refused():
    with pytest.raises(UsageError, match="gemini has none"):
        computer_tool("gemini/gemini-3-pro", "", 1280, 720)
    with pytest.raises(UsageError, match="no tool of the provider of openai/any"):
        computer_tool("openai/any", "computer_20250124", 1280, 720)
    assert computer_tool("anthropic/any", "computer_20250124", 1280, 720).type == "computer_20250124"
