"""The crawler cancels one edit and saves one without a change: on synthetic views."""

from pytest_cookie.checks.edited_entries.fact import EditFact
from pytest_cookie.checks.edited_entries.tactic import EndEdits
from pytest_cookie.core.action import Click, Type
from pytest_cookie.core.page import Box, Control
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.page_facts import Detail
from tests.unit.exploration.pages import Desk, control, turn

DESK = Desk(steps_left=40)
FIELD = control("f", "textbox", "Name", tag="input", value="Rope", box=Box(x=1, y=1, width=99, height=20))
EDIT = control("e", name="Edit Rope")
SAVE = control("s", name="Save", box=Box(x=1, y=60, width=99, height=20))
CANCEL = control("c", name="Cancel", box=Box(x=150, y=60, width=99, height=20))
FORM = {one: Detail(group="form", form=True, submits=one == "s") for one in ("f", "s", "c")}
OPENED = Change(seen=True, facts={"edited-entries": EditFact(event="opened", own=("Rope",), field="f")})


def done(action, change: Change | None = None) -> Step:
    return Step(index=1, thought="", action=action, change=change or Change(seen=True))


def ends(*openings: tuple[Control, ...], before: tuple[Control, ...] = (EDIT,), room: int = 20) -> list[str]:
    """What it does when an edit is opened with these controls, and after each of its steps until it has none."""
    tactic, found = EndEdits(), []
    for controls in openings:
        tactic.look(DESK.view(*before))
        last = done(Click(ref="e", target="Edit Rope"), OPENED)
        while True:
            view = DESK.view(EDIT, *controls, last=last, details=FORM)
            tactic.look(view)
            decision = tactic.propose(turn(view, room))
            found.append(f"{decision.action.kind} {decision.action.target}" if decision else "")
            if decision is None:
                break
            last = done(decision.action)
    return found


def test_the_first_edit_is_left_then_one_is_cancelled_and_one_saved_as_it_is():
    opened = (FIELD, SAVE, CANCEL)
    expected = ["", "type Name", "click Cancel", "", "click Save", "", ""]
    assert ends(opened, opened, opened, opened) == expected


def test_a_form_without_a_way_out_is_saved_as_it_is():
    assert ends((FIELD, SAVE), (FIELD, SAVE)) == ["", "click Save", ""]


def test_buttons_that_do_not_belong_to_the_edit_are_left_alone():
    opened = (FIELD, SAVE, CANCEL)
    assert ends(opened, opened, before=(EDIT, SAVE, CANCEL)) == ["", ""]
    disabled = SAVE.model_copy(update={"disabled": True})
    assert ends((FIELD, disabled), (FIELD, disabled)) == ["", ""]
    assert ends(opened, opened, room=0) == ["", ""]


def test_the_value_differs_and_counts_as_valid():
    tactic = EndEdits()
    for _ in range(2):
        tactic.look(DESK.view(EDIT))
        view = DESK.view(EDIT, FIELD, CANCEL, last=done(Click(ref="e"), OPENED), details=FORM)
        tactic.look(view)
        decision = tactic.propose(turn(view, 20))
    assert isinstance(decision.action, Type)
    assert decision.action.value not in ("", "Rope")
    assert decision.action.intent == "valid"
