"""A form that stays refused after its values were mended: on synthetic views and traces."""

import pytest

from pytest_cookie.checks.mended_forms.judge import find_stuck_forms
from pytest_cookie.checks.mended_forms.tactic import make_tactics
from pytest_cookie.core.action import Click, Reload, Type
from pytest_cookie.core.trace import Change, Step
from tests.change_lines import dialogs, states
from tests.unit.exploration.pages import Desk, control, turn
from tests.unit.judging.evidence_builders import page_in_use

MESSAGE = "Enter a valid address"
REFUSED = Change(seen=True, appeared_text=(MESSAGE,))
SAVED = Change(seen=True, appeared_text=("Anna is booked",))
BUBBLE = Change(seen=True, effects=("validation message: Please enter an email address.",))
OFF = Change(seen=True, appeared_text=(MESSAGE,), states=states("Book: disabled no → yes"))

SEND = {"ref": "s", "target": "Book", "role": "button", "selector": "#s"}
MAIL = {"ref": "m", "target": "Mail", "role": "textbox", "selector": "#m"}


def typed(intent: str, change: Change | None = None, **fields) -> dict:
    value = "anna@example.org" if intent == "valid" else "anna"
    return {"action": Type(value=value, intent=intent, **MAIL), "change": change or Change(seen=True), **fields}


def sent(intent: str, change: Change, **fields) -> dict:
    return {"action": Click(intent=intent, **SEND), "change": change, **fields}


def trace(*steps: dict) -> list[Step]:
    return [Step(index=index, thought="", **step) for index, step in enumerate(steps)]


WRONG = typed("invalid"), sent("invalid", REFUSED)
AFRESH = {"action": Reload(), "check": "mended-forms"}


def afresh(change: Change) -> tuple[dict, ...]:
    return AFRESH, typed("valid", check="mended-forms"), sent("valid", change, check="mended-forms")


def found(*steps: dict) -> list[tuple[str, str]]:
    defects = find_stuck_forms(page_in_use(*trace(*steps)))
    return [(defect.severity, defect.title) for defect in defects]


@pytest.mark.parametrize(
    "steps",
    [
        (*WRONG, typed("valid"), sent("valid", Change())),
        (*WRONG, typed("valid"), sent("valid", REFUSED)),
        (*WRONG, typed("valid", Change(seen=True, vanished_text=(MESSAGE,))), sent("valid", REFUSED)),
        (typed("invalid"), sent("invalid", BUBBLE), typed("valid"), sent("valid", BUBBLE)),
        (
            typed("invalid"),
            sent("invalid", Change(seen=True, dialogs=dialogs(MESSAGE))),
            typed("valid"),
            sent("valid", Change(seen=True, dialogs=dialogs(MESSAGE))),
        ),
        (typed("invalid"), sent("invalid", OFF), typed("valid")),
    ],
)
def test_a_form_that_accepts_only_on_a_fresh_page_is_told(steps):
    assert found(*steps, *afresh(SAVED)) == [("major", "Button “Book” refuses mended values")]
    assert found(*steps, *afresh(steps[1]["change"])) == []
    assert found(*steps, *afresh(Change())) == []
    assert found(*steps) == []


@pytest.mark.parametrize(
    "steps",
    [
        (*WRONG, typed("valid"), sent("valid", SAVED)),
        (*WRONG, typed("valid"), sent("valid", Change(seen=True, vanished_text=(MESSAGE,)))),
        (*WRONG, typed("valid"), sent("valid", Change(seen=True, states=states("Mail: value “a” → “”")))),
        (typed("invalid"), sent("invalid", OFF), typed("valid", Change(states=states("Book: disabled yes → no")))),
        (typed("invalid"), sent("invalid", Change()), typed("valid"), sent("valid", Change())),  # nothing was refused
    ],
)
def test_a_form_that_answers_is_none(steps):
    assert found(*steps, *afresh(SAVED)) == []
    assert proposals(*steps) == []


def proposals(*steps: dict, room: int = 20, is_off: bool = False) -> list[tuple[str, str, str]]:
    """The actions that the tactics take after these steps, in order."""
    start, again = make_tactics()
    mail = control("m", "textbox", "Mail", tag="input")
    taken: list[tuple[str, str, str]] = []
    view = None
    for step in trace(*steps):
        view = Desk().view(mail, control("s", name="Book", disabled=is_off), last=step)
        start.look(view)
    assert view is not None
    fresh = Desk().view(
        control("m2", "textbox", "Mail", tag="input", selector="#m"), control("s2", name="Book", selector="#s")
    )
    decision = start.propose(turn(view, room))
    while decision:
        taken.append((decision.action.kind, decision.action.ref, decision.action.value))
        decision = again.propose(turn(fresh, room))
    return taken


def test_the_same_values_are_sent_on_a_fresh_page():
    stuck = (*WRONG, typed("valid"), sent("valid", Change()))
    filled = [("reload", "", ""), ("type", "m2", "anna@example.org"), ("click", "s2", "")]
    assert proposals(*stuck) == filled
    assert proposals(*stuck, room=2) == []
    disabled = (typed("invalid"), sent("invalid", OFF), typed("valid"))
    assert proposals(*disabled, is_off=True) == filled
    assert proposals(*disabled) == []  # it was enabled late
