"""The crawler goes back to what it entered, and changes it once, on synthetic views."""

import pytest

from pytest_cookie.checks.entries.tactic import ReloadRevision, Returns, Revisions
from pytest_cookie.core.action import Click, Type
from pytest_cookie.core.page import Box
from pytest_cookie.core.trace import Change, StateChange, Step
from pytest_cookie.exploration.page_facts import Detail
from tests.unit.exploration.pages import Desk, control, turn

DESK = Desk(steps_left=40)
NEXT, BACK = control("on", name="Next"), control("back", name="Back")
ON = Change(seen=True, appeared_text=("Step 2",), vanished_text=("Step 1",))


def done(action, change: Change | None = None) -> Step:
    return Step(index=1, thought="", action=action, change=change or Change(seen=True))


def chosen(name: str) -> Change:
    return Change(seen=True, states=(StateChange(control=name, property="checked", before=False, after=True),))


ANNA = control("name", "textbox", "Name", tag="input", value="Anna Miller", box=Box(x=1, y=1, width=99, height=20))
TYPED = done(Type(ref="name", target="Name", value="Anna Miller", intent="valid"))
CHOSE = done(Click(ref="a", target="A", role="radio"), chosen("A"))
ONWARD = done(Click(ref="on", target="Next"), ON)


def returns(*views) -> list[str]:
    made = Returns()
    targets = []
    for view in views:
        made.look(view)
        decision = made.propose(turn(view, 20))
        targets.append(decision.action.target if decision else "")
    return targets


@pytest.mark.parametrize("entered", [TYPED, CHOSE])
def test_it_goes_back_once_and_on_again(entered):
    first = DESK.view(ANNA, control("a", "radio", "A"), NEXT, last=entered)
    second = DESK.view(NEXT, BACK, last=ONWARD)
    back = DESK.view(ANNA, NEXT, last=done(Click(ref="back", target="Back")))
    assert returns(first, second, back, second) == ["", "Back", "Next", ""]


@pytest.mark.parametrize(
    "views",
    [
        [DESK.view(NEXT, BACK, last=ONWARD)],  # no entry
        [DESK.view(ANNA, last=TYPED), DESK.view(ANNA, NEXT, BACK, last=ONWARD)],  # it is still there
        [DESK.view(ANNA, last=TYPED), DESK.view(NEXT, last=ONWARD)],  # no way back
        [DESK.view(ANNA, last=TYPED), DESK.view(BACK, last=done(Click(ref="on", target="Save"), ON))],
        [DESK.view(ANNA, last=TYPED), DESK.view(BACK, last=done(Click(ref="on", target="Next")))],  # it was refused
        [DESK.view(ANNA, last=TYPED), DESK.view(control("back", name="Back", disabled=True), last=ONWARD)],
    ],
)
def test_without_a_reason_it_does_not_go_back(views):
    assert not any(returns(*views))


EDIT = done(Click(ref="edit", target="Edit"))
SAVE = control("save", name="Save", box=Box(x=1, y=60, width=99, height=20))
FORM = {item: Detail(group="form", form=True, submits=item == "save") for item in ("name", "save")}


def revise(*views) -> list[tuple[str, str]]:
    made, actions = Revisions(), []
    for view in views:
        made.look(view)
        decision = made.propose(turn(view, 20))
        actions.append((decision.action.kind, decision.action.target) if decision else ("", ""))
    return actions


def test_an_entry_that_is_open_again_is_changed_and_sent():
    typed = DESK.view(ANNA, SAVE, last=TYPED)
    review = DESK.view(control("edit", name="Edit"), NEXT, words="Anna Miller", last=ONWARD)
    opened = DESK.view(ANNA, SAVE, words="Anna Miller", details=FORM, last=EDIT)
    filled = DESK.view(ANNA.model_copy(update={"value": "Ben Carter"}), SAVE, details=FORM, last=TYPED)
    between = DESK.view(NEXT, words="Step 2", last=done(Click(ref="save", target="Save")))
    again = DESK.view(NEXT, words="Ben Carter", last=done(Click(ref="on", target="Next")))
    expected = [("", ""), ("", ""), ("type", "Name"), ("click", "Save"), ("click", "Next"), ("", "")]
    assert revise(typed, review, opened, filled, between, again) == expected


def test_a_number_is_changed_with_it_and_the_page_may_be_reloaded_when_it_is_sent():
    amount = control(
        "sum",
        "spinbutton",
        "Amount",
        tag="input",
        input_type="number",
        value="120",
        box=Box(x=1, y=30, width=99, height=20),
    )
    details = FORM | {"sum": Detail(group="form", form=True)}
    made = Revisions()
    ben = ANNA.model_copy(update={"value": "Ben Carter"})
    sent = done(Click(ref="save", target="Save", intent="valid"))
    views = [
        DESK.view(ANNA, amount, SAVE, last=TYPED),
        DESK.view(words="Anna Miller", last=ONWARD),
        DESK.view(ANNA, amount, SAVE, words="Anna Miller", details=details, last=EDIT),
        DESK.view(ben, amount, SAVE, details=details, last=TYPED),
        DESK.view(ben, amount, SAVE, details=details, last=TYPED),
        DESK.view(words="Step 2", last=sent),
        DESK.view(words="Anna Miller", last=sent),
    ]
    kinds, states = [], []
    for view in views:
        made.look(view)
        decision = made.propose(turn(view, 20))
        kinds.append((decision.action.target, decision.action.value) if decision else ("", ""))
        states.append(made.is_sent)
    assert [target for target, _ in kinds[2:5]] == ["Name", "Amount", "Save"]
    assert kinds[3][1] not in ("", "120")
    assert states == [False] * 6 + [True]


@pytest.mark.parametrize(
    "views",
    [
        [DESK.view(ANNA, last=TYPED), DESK.view(ANNA, SAVE, details=FORM, last=EDIT)],  # it was shown nowhere
        [DESK.view(ANNA, last=TYPED), DESK.view(ANNA, SAVE, words="Anna Miller", details=FORM, last=EDIT)],
        [DESK.view(ANNA, last=TYPED), DESK.view(words="Anna Miller", last=ONWARD), DESK.view(SAVE, last=EDIT)],
    ],
)
def test_what_is_not_open_again_is_not_changed(views):
    assert not any(kind for kind, _ in revise(*views))


def test_a_changed_entry_is_reloaded_once():
    revisions, view = Revisions(), Desk().view(last=EDIT, stores=True)
    tactic = ReloadRevision(revisions)
    assert tactic.propose(turn(view)) is None
    revisions.is_sent = True
    assert [bool(tactic.propose(turn(view))) for _ in range(2)] == [True, False]
