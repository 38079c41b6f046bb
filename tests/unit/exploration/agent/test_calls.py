"""Tool calls of models become actions on the page, or get an answer that explains their error."""

import json

import pytest

from pytest_cookie.core.action import (
    Action,
    Back,
    Click,
    DialogAnswer,
    DoubleClick,
    Drag,
    Finish,
    Forward,
    Hold,
    PathPoint,
    Pinch,
    Press,
    Reload,
    Resize,
    RightClick,
    Scroll,
    Type,
    Wait,
    new_action,
)
from pytest_cookie.core.page import Box, PageError
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent.action_builder import ActionBuilder
from pytest_cookie.exploration.agent.call_queue import CallQueue
from pytest_cookie.exploration.agent.conversation import AgentReply
from pytest_cookie.exploration.agent.key_names import parse_chord
from pytest_cookie.exploration.agent.references import References
from pytest_cookie.exploration.agent.tools import TOOLS, parse_call
from pytest_cookie.llm.messages.messages import ToolCall
from pytest_cookie.llm.messages.tool_calls import InvalidCallError
from tests.unit.exploration.pages import Desk, control

SAVE = control("a", name="Save", box=Box(x=100, y=100, width=80, height=20), selector="#save")
MAIL = control("b", "textbox", "Mail", box=Box(x=100, y=200, width=80, height=20), selector="#mail")
SIZE = control("c", "combobox", "Size", tag="select", selector="#size")
PHOTO = control("d", "button", "Photo", tag="input", input_type="file", selector="#photo")
BELOW = control("e", name="Below", in_viewport=False, box=Box(x=0, y=2_000, width=9, height=9), selector="#low")


NO = DialogAnswer(accept=False)


def builder(scale: float = 1.0) -> ActionBuilder:
    view = Desk().view(SAVE, MAIL, SIZE, PHOTO, BELOW)
    references = References()
    references.meet(view.observation.inventory.controls)
    return ActionBuilder(references, view, scale=scale)


def deed(name: str, *, scale: float = 1.0, **arguments):
    return builder(scale).build(parse_call(ToolCall("1", name, json.dumps(arguments))))


def queue_of(*wanted: tuple[str, dict]) -> CallQueue:
    calls = tuple(ToolCall(str(nth), name, json.dumps(arguments)) for nth, (name, arguments) in enumerate(wanted))
    return CallQueue(AgentReply("", calls, 0, "tool_calls"), builder())


def act(name: str, **arguments) -> Action:
    return deed(name, **arguments).action


def on_save(**fields) -> dict:
    return {"ref": "a", "selector": "#save", "target": "Save", "role": "button", **fields}


def test_every_tool_is_told_as_a_plain_schema():
    named = "click hover drag type fill press scroll pinch wait resize back answer_dialogs look finish"
    assert " ".join(tool.name for tool in TOOLS) == named
    described = set()
    for tool in TOOLS:
        assert tool.parameters["type"] == "object"
        assert "thought" in tool.parameters["required"]
        for name, told in tool.parameters["properties"].items():
            assert told["type"] in ("string", "integer", "number", "boolean", "array")
            described |= {name} if told.get("description") or told.get("enum") else set()
            assert name in described | {"y", "to_ref", "to_x", "to_y", "amount", "width", "height", "summary"}
            assert "" not in told.get("enum", ())
            if told["type"] == "array":
                items = told["items"].get("properties", {"": told["items"]})
                assert list(items.values()) == [{"type": "string"}] * len(items)
        assert "$ref" not in json.dumps(tool.parameters)
        assert "anyOf" not in json.dumps(tool.parameters)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        (["dismiss", "text=Ann = Bo", "OK"], (NO, DialogAnswer(text="Ann = Bo"), DialogAnswer())),
        ("cancel", (NO,)),
        ([{"accept": False}], (NO,)),
    ],
)
def test_planned_answers_belong_to_the_next_action_of_the_turn(answers, expected):
    queue = queue_of(("answer_dialogs", {"answers": answers}), ("click", {"ref": "e1"}), ("click", {"ref": "e1"}))
    actions = [queue.next(builder(), str).built.action for _ in range(2)]
    assert [action.dialogs for action in actions] == [expected, ()]
    assert "hold for the next call" in queue.answers()[0].parts[0].text


def test_planned_answers_without_an_action_are_told():
    queue = queue_of(("answer_dialogs", {"answers": ["dismiss"]}))
    assert queue.next(builder(), str) is None
    assert "in the same reply as the action" in queue.answers()[0].parts[0].text


@pytest.mark.parametrize("name", ["click", "double_click", "right_click", "hover"])
def test_pointing(name):
    assert act(name, ref="e1") == new_action(name, **on_save())


def test_a_place_is_converted_back_and_names_what_lies_there():
    found = deed("click", x=70, y=55, scale=0.5)
    assert found.action == Click(x=140, y=110, target="Save", role="button")
    assert found.under == "a"
    assert deed("click", x=640, y=500).under == ""


CALLS = [
    ("click", {"ref": "1", "hold_ms": 900}, Click(value="900", **on_save())),
    ("type", {"text": "hi"}, Type(value="hi")),
    ("press", {"keys": "ctrl+z"}, Press(value="Control+z")),
    ("press", {"keys": ["Shift", "Tab"]}, Press(value="Shift+Tab")),
    ("press", {"keys": "F5"}, Reload()),
    ("hold", {"keys": "right+space", "ms": 800}, Hold(value="ArrowRight+Space:800")),
    ("hold", {"keys": "w", "ms": "250"}, Hold(value="w:250")),
    ("press", {"keys": "right+space", "hold_ms": 800}, Hold(value="ArrowRight+Space:800")),
    ("click", {"ref": "1", "how": "double"}, DoubleClick(**on_save())),
    ("click", {"ref": "1", "how": "right", "modifiers": "Alt"}, RightClick(modifiers=("Alt",), **on_save())),
    (
        "drag",
        {"x": 5, "y": 6, "path": "7,8 9, 10.5; 3,4", "to_x": 11, "to_y": 12},
        Drag(
            x=5,
            y=6,
            path=(PathPoint(x=7, y=8), PathPoint(x=9, y=10.5), PathPoint(x=3, y=4)),
            to_x=11,
            to_y=12,
            to_target="Size",
        ),
    ),
    ("scroll", {}, Scroll(value="600")),
    ("scroll", {"direction": "up", "amount": 90}, Scroll(value="-90")),
    ("scroll", {"direction": "bottom"}, Scroll(value="bottom")),
    ("scroll", {"ref": "e1"}, Scroll(value="600", **on_save())),
    ("scroll", {"direction": "right", "amount": 90}, Scroll(value="90", sideways=True)),
    ("scroll", {"direction": "left"}, Scroll(value="-600", sideways=True)),
    ("scroll", {"direction": "leftmost", "ref": "e1"}, Scroll(value="leftmost", sideways=True, **on_save())),
    ("pinch", {"ref": "e1", "factor": 1.5}, Pinch(value="1.5", **on_save())),
    ("pinch", {"x": 640, "y": 500, "factor": "0.25"}, Pinch(value="0.25", x=640, y=500)),
    ("click", {"ref": "1", "modifiers": "ctrl+shift"}, Click(modifiers=("Control", "Shift"), **on_save())),
    ("double_click", {"ref": "1", "modifiers": ["alt", "Alt"]}, DoubleClick(modifiers=("Alt",), **on_save())),
    ("right_click", {"ref": "1", "modifiers": "cmd"}, RightClick(modifiers=("Meta",), **on_save())),
    ("click", {"ref": "1", "input": "invalid"}, Click(intent="invalid", **on_save())),
    ("click", {"ref": "1", "input": "valid"}, Click(**on_save())),
    ("press", {"keys": "Enter", "input": "invalid"}, Press(value="Enter", intent="invalid")),
    (
        "click",
        {"ref": "1", "dialogs": [{"accept": False}, {"text": "Ann"}]},
        Click(dialogs=(DialogAnswer(accept=False), DialogAnswer(text="Ann")), **on_save()),
    ),
    ("press", {"keys": "F5", "dialog": {"accept": False}}, Reload(dialogs=(DialogAnswer(accept=False),))),
    ("wait", {"ms": 50, "dialogs": [{"text": 7}]}, Wait(value="50", dialogs=(DialogAnswer(text="7"),))),
    ("wait", {"ms": 1500}, Wait(value="1500")),
    ("resize", {"width": 375, "height": 812}, Resize(value="375x812")),
    ("back", {}, Back()),
    ("press", {"keys": "alt+left"}, Back()),
    ("press", {"keys": "Alt+ArrowRight"}, Forward()),
    ("finish", {"summary": "All seen."}, Finish()),
    (
        "drag",
        {"ref": "e1", "to_x": 300, "to_y": 310.5, "fling": True},
        Drag(value="fling", to_x=300, to_y=310.5, **on_save()),
    ),
    (
        "drag",
        {"x": 5, "y": 6, "to_ref": "e2"},
        Drag(x=5, y=6, to_x=140, to_y=210, to_target="Mail"),
    ),
    (
        "drag",
        {"x": 5, "y": 6, "path": [{"x": 7, "y": 8}, [9, 10.5]], "to_x": 11, "to_y": 12, "modifiers": "Shift"},
        Drag(
            x=5,
            y=6,
            path=(PathPoint(x=7, y=8), PathPoint(x=9, y=10.5)),
            to_x=11,
            to_y=12,
            to_target="Size",
            modifiers=("Shift",),
        ),
    ),
    ("drag", {"ref": "e1", "drop_outside": "top"}, Drag(drop_outside="top", **on_save())),
]


def test_calls_become_actions(subtests):
    for name, arguments, expected in CALLS:
        with subtests.test(name=name):
            assert act(name, **arguments) == expected


def test_typing_does_what_the_field_needs():
    typed = act("type", ref="e2", text="a@b", input="invalid")
    assert (typed.kind, typed.value, typed.intent) == ("type", "a@b", "invalid")
    assert act("type", ref="e2", text="").kind == "clear"
    emptied = act("type", ref="e2", text="", input="invalid")
    assert (emptied.kind, emptied.intent, emptied.target) == ("clear", "invalid", act("hover", ref="e2").target)
    assert act("type", ref="e2", text="", input="valid").intent == ""
    assert act("type", ref="e3", text="", input="invalid").intent == "invalid"
    chosen = act("type", ref="e3", text="large")
    assert (chosen.kind, chosen.value) == ("select", "large")
    assert (act("click", ref="e4").kind, act("type", ref="e4", text=".CSV").value) == ("upload", "csv")
    for ref in ("e4", "e1"):
        written = act("type", ref=ref, text="plan.csv\na,b\n")
        assert (written.kind, written.value) == ("upload", "plan.csv\na,b\n")
        assert act("type", ref=ref, text="bill.pdf").value == "bill.pdf"
    assert act("type", ref="e4", text="anything").value == ""


IMPOSSIBLE = [
    ("fly", {}, "no such tool"),
    ("click", {}, "needs ref, or x and y"),
    ("click", {"ref": "e77"}, "there is no control 'e77'"),
    ("click", {"ref": "the button"}, "there is no control 'the button'"),
    ("click", {"x": 5}, "x and y belong together"),
    ("click", {"x": 1280, "y": 5}, "outside the picture, which is 1280x720"),
    ("click", {"x": -1, "y": 5}, "outside the picture"),
    ("click", {"x": "left", "y": 5}, "x: Input should be a valid number"),
    ("click", {"x": float("nan"), "y": 5}, "x: Input should be a finite number"),
    ("drag", {"ref": "e1"}, "drag needs to_ref"),
    ("drag", {"ref": "e1", "to_ref": "e5"}, "e5 is not in the window"),
    ("drag", {"drop_outside": "left"}, "drag needs ref, or x and y"),
    ("drag", {"ref": "e5", "drop_outside": "left"}, "e5 is not in the window"),
    ("drag", {"ref": "e1", "drop_outside": "left", "to_x": 3, "to_y": 4}, "a drag has one end"),
    ("drag", {"ref": "e1", "drop_outside": "away"}, "drop_outside: Input should be"),
    ("drag", {"ref": "e1", "to_x": 3, "to_y": 4, "path": [[1, 2], [3, 900]]}, "outside the picture"),
    ("drag", {"ref": "e1", "to_x": 3, "to_y": 4, "path": [[1, 2]] * 51}, "at most 50 items"),
    ("drag", {"ref": "e1", "to_x": 3, "to_y": 4, "path": [[1]]}, "path.0: Input should be"),
    ("drag", {"ref": "e1", "to_x": 3, "to_y": 4, "path": [[1, float("inf")]]}, "finite number"),
    ("pinch", {"ref": "e1", "factor": 0}, "greater than or equal to 0.1"),
    ("pinch", {"factor": 2}, "pinch needs ref, or x and y"),
    ("click", {"ref": "e1", "modifiers": "Enter"}, "modifiers.0: Input should be 'Shift'"),
    ("click", {"ref": "e1", "dialogs": [{}] * 11}, "at most 10 items"),
    ("click", {"ref": "e1", "dialogs": [{"text": "x" * 2_001}]}, "at most 2000 characters"),
    ("click", {"ref": "e1", "dialogs": "maybe"}, "dialogs.0: Input should be a valid dictionary"),
    ("drag", {"ref": "e1", "to_x": 3, "to_y": 4, "path": "along the edge"}, "path: Input should be"),
    ("answer_dialogs", {"answers": []}, "at least 1 item"),
    ("type", {"ref": "e2"}, "text: Field required"),
    ("type", {"ref": "e2", "text": "x" * 3_000}, "at most 2000 characters"),
    ("type", {"text": ""}, "clears a field, and needs ref"),
    ("press", {"keys": "a+b+c+d+e"}, "1 to 4 keys"),
    ("press", {"keys": "???"}, "there is no key"),
    ("hold", {"keys": "a"}, "ms: Field required"),
    ("hold", {"keys": "a", "ms": 60_000}, "less than or equal to 4000"),
    ("wait", {"ms": "long"}, "ms: Input should be a valid integer"),
    ("resize", {"width": 10, "height": 10}, "greater than or equal to 200"),
    ("finish", {}, "summary: Field required"),
    ("finish", {"summary": ""}, "at least 1 character"),
]


def test_what_cannot_be_carried_out_is_told(subtests):
    for name, arguments, problem in IMPOSSIBLE:
        with subtests.test(name=name), pytest.raises(InvalidCallError, match=problem.replace("?", r"\?")):
            deed(name, **arguments)


@pytest.mark.parametrize("arguments", ["{", "[]", '"click"', "null", "[" * 100_000, "{}" + " " * 40_000])
def test_arguments_that_are_no_object(arguments):
    with pytest.raises(InvalidCallError):
        parse_call(ToolCall("1", "click", arguments)) and deed("click")


def test_null_is_as_good_as_nothing_and_a_reason_is_a_thought():
    call = parse_call(ToolCall("1", "click", '{"ref": "e1", "x": null, "y": null, "reason": "Try it.", "colour": 7}'))
    assert (call.thought, call.x) == ("Try it.", None)


KEY_NAMES = [
    (" ", "Space"), ("+", "+"), ("Control++", "Control++"), ("arrow_up", "ArrowUp"), ("ESC", "Escape"), ("a", "a"),
    ("A", "A"), ("F2", "F2"), ("ctrl + shift + k", "Control+Shift+k"), ("/", "/"), ("Digit1", "Digit1"),
]  # fmt: skip


def test_names_of_keys(subtests):
    for said, chord in KEY_NAMES:
        with subtests.test(said=said):
            assert parse_chord(said) == chord


def test_half_a_character_does_not_break_the_record():
    summary = parse_call(ToolCall("1", "finish", '{"summary": "a\\ud83d b"}')).summary
    assert summary.encode().startswith(b"a")
    assert summary.endswith(" b")


def test_an_error_of_a_call_that_is_not_the_last_is_told_with_it():
    queue = queue_of(("click", {"ref": "e1"}), ("click", {"ref": "e1"}))
    queue.next(builder(), str)
    error = PageError(message="TypeError: reset is no function")
    queue.record_step(Step(index=1, thought="", action=Click(ref="a"), page_errors=(error,)), scale=1, moves=False)
    assert "TypeError: reset is no function" in queue.answers()[0].parts[0].text
