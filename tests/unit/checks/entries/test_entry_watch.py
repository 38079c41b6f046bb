"""Entered values are there on the way back, and pages show the latest; rightly cleared fields give no finding."""

import pytest

from pytest_cookie.checks.entries.watch import EntryWatch, Moment, Value
from pytest_cookie.core.action import new_action
from tests.unit.exploration.pages import control

ASK = ("Step 1", "Your name", "Your city")
MORE = ("Step 2", "Your job")
NEXT, BACK = (new_action("click", ref=word, target=word) for word in ("Next", "Previous"))
NOTHING, NO, YES = Value(), Value(chosen=False), Value(chosen=True)


def page(*lines: str, **values: Value) -> Moment:
    return Moment(lines, values)


def typed(value: str, ref: str = "city"):
    return new_action("type", ref=ref, value=value)


def press(name: str, ref: str = "some"):
    return new_action("click", ref=ref, target=name)


def walk(*steps):
    """The facts of steps: an action and the page after it. The first page has no action."""
    watch, found, before = EntryWatch(), [], steps[0][1]
    for action, after in steps[1:]:
        fields = {"role": "textbox" if action.kind == "type" else "button", "name": action.target or action.ref}
        own = control(action.ref, **fields) if action.ref in after.values else None
        found.append(watch.follow(action, before, after, own))
        before = after
    return found


def forgotten(*steps) -> list[tuple[str, str]]:
    return [(item.entered, item.shown) for fact in walk(*steps) for item in fact.forgotten]


def outdated(*steps) -> list[tuple[str, str]]:
    return [(item.entered, item.line) for fact in walk(*steps) for item in fact.outdated]


def there_and_back(given: Value, now: Value, *, before=NOTHING, on=NEXT, back=BACK, lines=ASK, action=None):
    return forgotten(
        (None, page(*ASK, city=before)),
        (action or typed(given.text), page(*ASK, city=given)),
        (on, page(*MORE)),
        (back, page(*lines, city=now)),
    )


@pytest.mark.parametrize(
    ("now", "lost"),
    [
        (Value("Bonn"), []),
        (Value("BONN "), []),
        (Value("Bonn, Germany"), []),
        (Value(""), [("Bonn", "")]),
        (Value("Rome"), [("Bonn", "Rome")]),
    ],
)
def test_a_text_is_still_there_on_the_way_back(now, lost):
    assert there_and_back(Value("Bonn"), now) == lost


@pytest.mark.parametrize(
    ("before", "given", "now", "is_lost"),
    [
        (NO, YES, NO, True),
        (NO, YES, YES, False),
        (Value(look="class=option"), Value(look="class=option on"), Value(look="class=option"), True),
        (Value(look="class=option"), Value(look="class=option on"), Value(look="class=option on"), False),
        (Value(look="class=option"), Value(look="class=option on"), Value(look="class=option on right"), False),
        (YES, NO, YES, False),  # it was switched off
    ],
)
def test_a_choice_is_still_there_on_the_way_back(before, given, now, is_lost):
    assert bool(there_and_back(given, now, before=before, action=press("Bonn", "city"))) is is_lost


def test_a_choice_is_told_without_the_value_of_its_element():
    off, on = Value("0", chosen=False), Value("0", chosen=True)
    assert there_and_back(on, off, before=off, action=press("Bonn", "city")) == [("", "")]


@pytest.mark.parametrize(
    "fields",
    [
        {"on": press("Save")},  # sent: the next entry begins empty
        {"back": press("Start again")},
        {"back": new_action("reload")},
        {"lines": ("Step 3", "Your car", "Your dog")},  # another question with the same answers
        {"on": press("Results")},
        {"action": press("Bonn", "city")},  # pressed without an entry
    ],
)
def test_other_ways_to_an_empty_field_are_no_loss(fields):
    given = Value() if "action" in fields else Value("Bonn")
    assert there_and_back(given, Value(), **fields) == []


FORM = ("Step 1", "Your city")
REVIEW = ("Check your answers", "City: Bonn")
EDIT, SEND = press("Edit"), press("Continue")


def revised(*rest):
    return outdated(
        (None, page(*FORM, city=Value())),
        (typed("Bonn"), page(*FORM, city=Value("Bonn"))),
        (SEND, page(*REVIEW)),
        (EDIT, page(*FORM, city=Value("Bonn"))),
        *rest,
    )


ROME = (typed("Rome"), page(*FORM, city=Value("Rome")))


REVIEWS = [
    ([ROME, (SEND, page(*REVIEW))], [("Rome", "City: Bonn")]),
    ([ROME, (SEND, page(*MORE)), (SEND, page(*REVIEW))], [("Rome", "City: Bonn")]),
    ([ROME, (SEND, page("Check your answers", "City: Rome"))], []),
    ([ROME, (SEND, page(*REVIEW, "Changed to Rome"))], []),
    ([ROME, (press("Cancel"), page(*REVIEW))], []),
    ([ROME, (press("Back"), page(*REVIEW))], []),
    ([ROME, (new_action("press", value="Escape"), page(*REVIEW))], []),
    ([ROME, (SEND, page(*FORM, "City: Bonn", city=Value("Rome")))], []),  # it was refused
    ([ROME, (SEND, page("Check your answers", "City: ROME"))], []),
    ([(typed("Bonn am Rhein"), page(*FORM, city=Value("Bonn am Rhein"))), (SEND, page(*REVIEW))], []),
    ([ROME, (new_action("reload"), page(*REVIEW)), (SEND, page(*REVIEW))], []),
    ([(SEND, page(*REVIEW))], []),
]


def test_a_review_shows_the_latest_value(subtests):
    for rest, shown in REVIEWS:
        with subtests.test(rest=rest):
            assert revised(*rest) == shown


@pytest.mark.parametrize(("saved", "shown"), [("Tea", [("Cake", "Tea")]), ("Cake", [])])
def test_an_entry_of_a_list_shows_what_it_was_changed_to(saved, shown):
    """The form stays on the page and is empty again after it was sent."""
    add, empty = ("New entry",), {"city": Value()}
    steps = [
        (None, page(*add, **empty)),
        (typed("Tea"), page(*add, city=Value("Tea"))),
        (press("Add"), page(*add, "Tea", **empty)),
        (press("Edit Tea"), page(*add, "Tea", city=Value("Tea"))),
        (typed("Cake"), page(*add, "Tea", city=Value("Cake"))),
        (press("Save"), page(*add, saved, **empty)),
    ]
    assert outdated(*steps) == shown


def test_a_second_entry_leaves_the_first_as_it_is():
    steps = [
        (None, page("New", city=Value())),
        (typed("Tea"), page("New", city=Value("Tea"))),
        (press("Add"), page("New", "Tea", city=Value())),
        (typed("Cake"), page("New", "Tea", city=Value("Cake"))),
        (press("Add"), page("New", "Tea", city=Value())),  # refused or hidden
    ]
    assert outdated(*steps) == []


def test_lines_that_had_the_text_before_it_was_entered_do_not_count():
    other = ("Bonn is where we are",)
    steps = [
        (None, page(*other, *FORM, city=Value())),
        (typed("Bonn"), page(*other, *FORM, city=Value("Bonn"))),
        (SEND, page(*other)),
        (EDIT, page(*other, *FORM, city=Value("Bonn"))),
        (typed("Rome"), page(*other, *FORM, city=Value("Rome"))),
        (SEND, page(*other)),
    ]
    assert outdated(*steps) == []
