"""Values that a page should refuse, and takes like any other: on synthetic views and traces."""

import pytest

from pytest_cookie.checks.boundary_values.fact import NegativeQuantity
from pytest_cookie.checks.boundary_values.judge import find_accepted_boundaries
from pytest_cookie.checks.boundary_values.tactic import TryBoundaries
from pytest_cookie.checks.boundary_values.watch import QuantityWatch
from pytest_cookie.core.action import Action, Click, Type
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.watch import Act
from tests.unit.exploration.pages import Desk, case, control, observation, turn
from tests.unit.judging.evidence_builders import case as case_of
from tests.unit.judging.evidence_builders import page_in_use

NAME, SEATS, MAIL, DAY = "Name", "Seats", "E-mail", "Day"
VALID = {NAME: "Anna Miller", SEATS: "4"}


def typed(field: str, value: str, intent: str = "valid", **fields) -> dict:
    action = Type(value=value, intent=intent, ref=field[0], target=field, role="textbox", selector=f"#{field[0]}")
    notes = {"boundary-values": NegativeQuantity(value=value)} if field == SEATS and value.startswith("-") else {}
    change = fields.pop("change", Change(seen=True))
    return {"action": action, "change": change.model_copy(update={"facts": notes}), **fields}


def sent(intent: str, *appeared: str, added: int = 1, **fields) -> dict:
    action = Click(intent=intent, ref="b", target="Book", role="button", selector="#b")
    return {"action": action, "change": Change(seen=True, dom_added=added, appeared_text=appeared), **fields}


def trace(*steps: dict) -> list[Step]:
    return [Step(index=index, thought="", **step) for index, step in enumerate(steps)]


def entered(**values: str) -> list[dict]:
    return [typed(name, value) for name, value in {**VALID, **values}.items()]


BOOKED = [
    *entered(),
    sent(
        "valid",
        "Anna Miller, 4 seats",
        "Anna Miller, 4 seats, 2027-03-15",
        "10 seats taken",
        "The Swan is booked for 4 hours",
    ),
]
TRIAL = {"check": "boundary-values"}


def trial(*appeared: str, added: int = 1, **wrong: str) -> list[dict]:
    steps = [
        typed(name, wrong.get(name, value), "invalid" if name in wrong else "valid", **TRIAL)
        for name, value in VALID.items()
    ]
    return [*steps, sent("invalid", *appeared, added=added, **TRIAL)]


def found(*steps: dict, brief: str = "A page to book boats.") -> list[tuple[str, str]]:
    defects = find_accepted_boundaries(page_in_use(*trace(*steps), of=case_of(brief=brief)))
    return [(defect.severity, defect.title) for defect in defects]


ACCEPTED = [
    (trial("Anna Miller, -3 seats", "7 seats taken", Seats="-3"), "major", "“Seats” accepts -3"),
    (trial("Anna Miller, −3 seats", "7 seats taken", Seats="-3"), "major", "“Seats” accepts -3"),
    (trial(", 4 seats", "14 seats taken", Name="   "), "minor", "“Name” accepts blank text"),
    (
        [typed(MAIL, "anna.example.org", "invalid"), *entered(), sent("invalid", "Anna Miller, 4 seats")],
        "minor", "“E-mail” accepts “anna.example.org”",
    ),
    (
        [typed(NAME, "Anna Miller"), typed(SEATS, "9", "invalid"), sent("invalid", "Anna Miller, 9 seats")],
        "major", "“Seats” accepts 9",
    ),
    (
        [typed(DAY, "2027-03-11", "invalid"), *entered(), sent("invalid", "Saved", "Anna Miller, 4 seats, 2027-03-11")],
        "major", "“Day” accepts an end before its start",  # the first time, its list comes, too
    ),
    (trial("The Heron is booked for 4 hours", Name="   "), "minor", "“Name” accepts blank text"),  # another boat
    (
        [typed(DAY, "2020-03-15", "invalid", **TRIAL), *trial("Anna Miller, 4 seats")],
        "major", "“Day” accepts a past date",
    ),
    (
        [typed(SEATS, "-1", "invalid", change=Change(seen=True, appeared_text=("Total: -30 €",),
                                                     vanished_text=("Total: 120 €",)))],
        "major", "“Seats” accepts -1: “Total: -30 €”",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "severity", "title"), ACCEPTED)
def test_what_is_taken_like_any_other_entry_is_told(steps, severity: str, title: str):
    assert found(*BOOKED, *steps) == [(severity, title)]


@pytest.mark.parametrize(
    "steps",
    [
        trial("At least one seat, please", added=0, Seats="-3"),
        trial("At least one seat, please", Seats="-3"),  # a message is a new element, too
        trial("Anna Miller, 1 seat", "11 seats taken", Seats="-3"),  # brought into its limits
        trial(added=0, Name="   "),
        trial("Untitled, 4 seats", Name="   "),
        trial("The name is missing", "Anna Miller, 4 seats", Name="   "),
        trial("Anna Miller, 4 seats"),  # the brief does not say that entries are unique
        [typed("Temperature", "-1", "invalid"), *entered(), sent("invalid", "Anna Miller, 4 seats")],
        [typed(SEATS, "-1", "invalid", change=Change(seen=True, appeared_text=("2-3 boats",)))],
    ],
)
def test_what_is_refused_corrected_or_allowed_is_none(steps):
    assert found(*BOOKED, *steps) == []


def test_an_entry_may_be_there_twice_unless_the_brief_forbids_it():
    assert found(*BOOKED, *trial("Anna Miller, 4 seats"), brief="Names are unique.") == [
        ("major", "The same entry is accepted twice: “Name”")
    ]


def test_only_counts_ages_and_prices_are_negative_quantities():
    def noted(name: str, value: str) -> bool:
        seen = observation()
        return QuantityWatch().compare(Act(Type(ref="x", target=name, value=value), seen, seen)) is not None

    fields = (("Anzahl Gäste", "-3"), ("Idade", "-1"), ("Seats", "3"), ("Balance", "-3"), ("Price", "-0.5"))
    assert [name for name, value in fields if noted(name, value)] == ["Anzahl Gäste", "Idade", "Price"]


def proposals(
    steps: list[dict], *, room: int = 20, brief: str = "A page.", kind: str = "text", gone: str = ""
) -> list[Action]:
    """The actions that the tactic takes after these steps, until it has no more."""
    tactic, taken, view = TryBoundaries(), [], None
    controls = [
        control("N", "textbox", NAME, tag="input"),
        control("S", "spinbutton", SEATS, tag="input", input_type="number"),
        control("D", "textbox", DAY, tag="input", input_type=kind),
        control("b", name="Book"),
    ]
    for step in trace(*steps):
        view = Desk().view(*(one for one in controls if one.ref != gone), last=step)
        tactic.look(view)
    assert view is not None
    while decision := tactic.propose(turn(view, room, of=case(brief=brief))):
        taken.append(decision.action)
    return taken


def wrong_of(actions: list[Action]) -> list[tuple[str, str]]:
    return [(action.target, action.value) for action in actions if action.intent == "invalid" and action.value]


def test_two_values_at_most_are_tried_with_valid_ones_beside_them():
    actions = proposals(BOOKED)
    assert [(action.target, action.value, action.intent) for action in actions] == [
        (NAME, "Anna Miller", "valid"), (SEATS, "-3", "invalid"), ("Book", "", "invalid"),
        (NAME, "   ", "invalid"), (SEATS, "4", "valid"), ("Book", "", "invalid"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "tried"),
    [
        ({"room": 11}, []),
        ({"gone": "N"}, []),
        ({"brief": "No duplicates"}, [(SEATS, "-3")]),
    ],
)
def test_room_fields_and_words_decide_what_is_tried(fields: dict, tried: list):
    assert wrong_of(proposals(BOOKED, **fields)) == tried


def test_a_past_date_is_tried_where_words_forbid_it():
    dated = [typed(DAY, "2027-03-15"), typed(NAME, "Anna Miller"), sent("valid", "Anna Miller")]
    assert (DAY, "2020-03-15") in wrong_of(proposals(dated, brief="Only future dates", kind="date"))
    assert (DAY, "2020-03-15") not in wrong_of(proposals(dated, brief="Any date", kind="date"))


def test_nothing_is_tried_where_no_entry_was_made():
    assert proposals([*entered(), sent("valid", "Thank you", added=0)]) == []
    assert proposals([typed(SEATS, "-1", "invalid"), *BOOKED]) != []
    assert (SEATS, "-3") not in wrong_of(proposals([typed(SEATS, "-1", "invalid"), *BOOKED]))
