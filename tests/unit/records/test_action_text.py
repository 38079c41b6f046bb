"""How an action was carried out and how dialogs were answered, in words."""

import pytest

from pytest_cookie.core.action import Click, DialogAnswer, Drag, PathPoint, Reload, Scroll
from pytest_cookie.core.page import NativeDialog
from pytest_cookie.core.trace import Step
from pytest_cookie.records.action_text import describe_manner
from pytest_cookie.records.change_text import describe_answered_dialog, describe_dialog


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
    assert describe_dialog(dialog) == f"{dialog.kind}: {dialog.text}", "what is measured does not depend on the answer"


def test_a_step_stored_before_there_were_answers_is_read_as_it_was():
    stored = (
        '{"index":3,"thought":"t","action":{"kind":"drag","ref":"a","to_x":1,"to_y":2},'
        '"change":{"dialogs":[{"kind":"confirm","text":"Sure?"}],"scrolled_px":12}}'
    )
    step = Step.model_validate_json(stored)
    assert (step.action.modifiers, step.action.dialogs, step.action.path) == ((), (), ())
    assert (step.change.dialogs[0].accepted, step.change.scrolled_x_px) == (None, 0)
    assert Step.model_validate_json(step.model_dump_json(exclude_defaults=True)) == step
    assert 'dialogs":[{"kind' in step.model_dump_json(exclude_defaults=True)
