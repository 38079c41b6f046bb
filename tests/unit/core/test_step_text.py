"""How an action was carried out and how dialogs were answered, in words."""

import pytest

from pytest_cookie.core.action import Click, DialogAnswer, Drag, PathPoint, Reload, Scroll
from pytest_cookie.core.page import NativeDialog
from pytest_cookie.core.step_text import (
    describe_answered_dialog,
    describe_dialog,
    describe_hidden,
    describe_manner,
    describe_states,
)
from pytest_cookie.core.trace import Change, StateChange, Step


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Click(ref="a", value="900"), ()),
        (Scroll(value="300"), ()),
        (Click(modifiers=("Control", "Shift")), ("with Control+Shift held",)),
        (Scroll(value="300", sideways=True), ("sideways",)),
        (Drag(path=(PathPoint(x=1, y=2),) * 3, to_x=1, to_y=1), ("through 3 points",)),
        (Drag(drop_outside="left"), ("released beyond the left edge of the window",)),
        (
            Reload(dialogs=(DialogAnswer(accept=False), DialogAnswer(), DialogAnswer(text="A" * 90))),
            (f"planned answers to dialogs: dismiss, accept, accept “{'A' * 59}…”",),
        ),
    ],
)
def test_what_kind_target_and_value_leave_out(action, words):
    assert describe_manner(action) == words


@pytest.mark.parametrize(
    ("dialog", "words"),
    [
        (NativeDialog(kind="confirm", text="Sure?"), "confirm: Sure?"),
        (NativeDialog(kind="alert", text="Saved", accepted=True), "alert: Saved"),
        (NativeDialog(kind="confirm", text="Sure?", accepted=True), "confirm (accepted): Sure?"),
        (NativeDialog(kind="confirm", text="Sure?", accepted=False), "confirm (dismissed): Sure?"),
        (NativeDialog(kind="prompt", text="Name?", accepted=True, answer="Ann"), "prompt (answered “Ann”): Name?"),
        (NativeDialog(kind="prompt", text="Name?", accepted=False), "prompt (dismissed): Name?"),
        (NativeDialog(kind="beforeunload", accepted=False), "beforeunload (dismissed)"),
    ],
)
def test_the_answer_to_a_dialog(dialog, words):
    assert describe_answered_dialog(dialog) == words
    assert describe_dialog(dialog) == f"{dialog.kind}: {dialog.text}", "measurements do not depend on the answer"


def test_a_change_in_words():
    change = Change(
        states=(
            StateChange(control="Agree", property="checked", before=False, after=True),
            StateChange(control="Tab", property="selected", before=None, after=True),
            StateChange(control="a: b", property="value", before="", after="y\nz"),
        ),
        motion="started",
    )
    assert describe_states(change) == (
        "Agree: checked no → yes",
        "Tab: selected none → yes",
        "a: b: value “” → “y\nz”",
        "the page began to move",
    )


def test_why_an_effect_cannot_be_told():
    assert describe_hidden("canvas") == "a canvas moves by itself: what this changed on it cannot be told"
    assert describe_hidden("window").startswith("much of the window moves by itself: what this changed there")
    assert describe_hidden("window", is_replayed=True).endswith("without this input it looks the same")
    assert describe_hidden("") == ""


def test_a_step_is_stored_without_its_defaults():
    stored = (
        '{"index":3,"thought":"t","action":{"kind":"drag","ref":"a","to_x":1,"to_y":2},'
        '"change":{"dialogs":[{"kind":"confirm","text":"Sure?"}],"scrolled_px":12}}'
    )
    step = Step.model_validate_json(stored)
    assert Step.model_validate_json(step.model_dump_json(exclude_defaults=True)) == step
    assert 'dialogs":[{"kind' in step.model_dump_json(exclude_defaults=True)
