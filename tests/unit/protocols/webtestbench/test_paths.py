"""The shortest path to a form: what opened it, its valid entries, and the press that sent it."""

from typing import Any

import pytest

from pytest_cookie.core.action import Clear, Click, Reload, Type
from pytest_cookie.core.page import Box
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.crawler.forms import find_form
from pytest_cookie.exploration.page_facts import Detail, PageFacts
from pytest_cookie.protocols.webtestbench.probing.completion import find_attempts, may_be_form
from pytest_cookie.protocols.webtestbench.probing.confirm import is_alike
from pytest_cookie.protocols.webtestbench.probing.paths import find_openers, find_sent_forms
from tests.unit.exploration.pages import control


def press(index: int, target: str, *, intent: Any = "", **change: Any) -> Step:
    action = Click(target=target, ref=target, role="button", intent=intent)
    return Step(index=index, thought="", action=action, change=Change(**{"seen": True, **change}))


def enter(index: int, field: str, value: str, intent: Any = "valid") -> Step:
    action = Type(target=field, ref=field, role="textbox", value=value, intent=intent)
    return Step(index=index, thought="", action=action, change=Change(seen=True))


def clear(index: int, field: str) -> Step:
    return Step(index=index, thought="", action=Clear(target=field, ref=field, role="textbox"))


STEPS = (
    press(1, "Help"),
    Step(index=2, thought="", action=Reload()),
    press(3, "Kilns"),
    press(4, "Dead", seen=False),
    press(5, "New kiln"),
    enter(6, "Name", "x", "invalid"),
    press(7, "Save", intent="invalid", appeared_text=("Too short",)),
    enter(8, "Name", "Anagama"),
    enter(9, "Heat", "1300"),
    press(10, "Save", intent="valid", fields_gone=("Name", "Heat"), dom_added=3),
)


def test_a_form_has_what_opened_it_and_its_last_valid_entries():
    (form,) = find_sent_forms(STEPS)
    assert [action.target for action in form.openers] == ["Kilns", "New kiln"]
    assert [(action.target, action.value) for action in form.entries] == [("Name", "Anagama"), ("Heat", "1300")]
    assert (form.submit.target, form.step) == ("Save", 10)


def test_a_refused_form_is_no_path(subtests: pytest.Subtests):
    for what, change in (
        ("a message alone", {"dom_added": 6, "appeared_text": ("Please select a date",)}),
        ("the browser's message", {"effects": ("validation message: Fill in.",), "fields_gone": ("Name",)}),
        ("nothing", {"seen": False}),
    ):
        with subtests.test(what):
            assert find_sent_forms((*STEPS[:-1], press(10, "Save", intent="valid", **change))) == []


def test_a_form_that_leads_to_another_address_has_its_entries():
    (form,) = find_sent_forms((*STEPS[:-1], press(10, "Save", intent="valid", url="/kilns/1")))
    assert [action.target for action in form.entries] == ["Name", "Heat"]


def test_a_choice_in_a_calendar_of_the_form_sends_nothing():
    day = press(9, "Day")
    chosen = day.model_copy(update={"action": day.action.model_copy(update={"purpose": "choose"})})
    (form,) = find_sent_forms((*STEPS[:-2], chosen, STEPS[-1]))
    assert [action.target for action in form.entries] == ["Name", "Day"]


def test_a_form_that_was_not_taken_is_attempted_again(subtests: pytest.Subtests):
    refused = (*STEPS[:-1], press(10, "Save", intent="valid", appeared_text=("Choose a day",)))
    for what, steps, wanted in (
        ("taken", STEPS, []),
        ("refused", refused, [("New kiln", "Name")]),
        ("a search", (press(1, "Kilns"), enter(2, "Find", "Raku"), clear(3, "Find")), []),
        ("another after it", (*STEPS, press(11, "Fire"), enter(12, "Hours", "3")), [("Fire", "Hours")]),
    ):
        with subtests.test(what):
            found = find_attempts(steps, find_sent_forms(steps))
            assert [(one.openers[-1].target, one.first.target) for one in found] == wanted


def test_a_form_that_was_taken_with_a_wrong_entry_counts_after_those_with_valid_ones():
    steps = (enter(1, "Heat", "-1", "invalid"), press(2, "Fire", intent="invalid", fields_gone=("Heat",)), *STEPS[2:])
    forms = find_sent_forms(steps)
    assert [(form.submit.target, form.has_wrong) for form in forms] == [("Save", False), ("Fire", True)]
    assert forms[0].names == "New kiln · Name · Heat · Save"


def test_presses_before_a_reload_open_nothing():
    assert [action.target for action in find_openers(STEPS, 4)] == ["Kilns"]


def test_the_same_happened_again_if_it_was_the_same_error_silence_or_text(subtests: pytest.Subtests):
    told = press(1, "a", appeared_text=("3 kilns", "Anagama"))
    for what, again, alike in (
        ("the same texts, other figures", press(1, "a", appeared_text=("4 kilns", "Anagama")), True),
        ("other texts", press(1, "a", appeared_text=("Sold out",)), False),
        ("nothing", press(1, "a", seen=False), False),
    ):
        with subtests.test(what):
            assert is_alike(told, again) is alike
    with subtests.test("silence again"):
        assert is_alike(press(1, "a", seen=False), press(1, "a", seen=False))


def test_what_may_be_a_form_on_a_fresh_page(subtests: pytest.Subtests):
    """With a button that does not say that it sends: a field and a button may be anything, such as a filter."""
    line, area, other = (
        control(name, "textbox", name, tag=tag, input_type="text", box=Box(x=10, y=y, width=200, height=30))
        for name, tag, y in (("Glaze", "input", 10), ("Notes", "textarea", 60), ("Kiln", "input", 110))
    )
    search = control("q", "textbox", "Search", tag="input", input_type="search", box=line.box)
    for fields, button, is_form in (
        ([line], "Pin it", False),
        ([area], "Pin it", True),
        ([line, other], "Pin it", True),
        ([line], "Save", True),
        ([line, other], "", False),
        ([search], "Search", False),
    ):
        with subtests.test([one.name for one in fields], button=button):
            sender = control("b", "button", button, box=Box(x=10, y=200, width=90, height=30))
            controls = (*fields, *([sender] if button else []))
            facts = PageFacts(details={one.ref: Detail(group="div box") for one in controls})
            assert may_be_form(find_form(fields[0], controls, facts), fields[0], facts) is is_form
