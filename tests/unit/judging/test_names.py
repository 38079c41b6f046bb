"""Findings name things by role and visible text; titles list as many names as fit."""

import pytest

from pytest_cookie.core.action import Click, Press, Type
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import Element, PageError
from pytest_cookie.judging.rubric.names import (
    describe_error,
    list_names,
    list_others,
    locate_unnamed,
    name_control,
    name_element,
    name_input,
    name_subject,
    name_use,
    name_use_of_target,
    quote_names,
)
from tests.unit.judging.evidence_builders import control

LONG = "Save all changes to this entry and close the window"


def test_an_input_is_named_by_its_text_or_its_role():
    assert name_subject(Click(target="Save", role="button", selector="#b")) == "Button “Save”"
    assert name_subject(Click(role="textbox", selector="#b > div")) == "Unnamed text field"
    assert name_subject(Click(target="Row", role="generic")) == "Element “Row”"
    assert name_input(Click(target="Save", role="button")) == "“Save”"
    assert name_input(Click(role="radio", selector="#b > div")) == "an unnamed radio button"
    assert name_subject(Click(target=LONG, role="link")) == "Link “Save all changes to this entry…”"


@pytest.mark.parametrize(
    ("selector", "name"),
    [
        ("#list > li:nth-of-type(2) > button.icon", "an unnamed button"),
        ("a[href='x']", "an unnamed link"),
        ("#stage", "an unnamed element"),
        (".card > span", "an unnamed element"),
        ("main canvas", "an unnamed canvas"),
        ("", "an unnamed element"),
    ],
)
def test_an_element_without_a_text_is_named_by_its_tag(selector: str, name: str):
    assert name_element(Element(selector=selector)) == name
    assert name_element(Element(selector=selector, text=" Total \n amount ")) == "“Total amount”"


def test_an_element_that_is_a_control_is_named_as_such():
    known = control("b0").model_copy(update={"selector": "#b0", "name": "Close", "role": "button"})
    assert name_control(known) == "“Close”"
    assert name_element(Element(selector="#b0"), [known]) == "“Close”"
    nameless = known.model_copy(update={"name": "", "role": "searchbox"})
    assert name_element(Element(selector="#b0"), [nameless]) == "an unnamed search field"


def test_a_title_lists_the_names_that_fit_and_the_explanation_the_others():
    names = [f"“Label number {n}”" for n in range(6)]
    assert list_names(names) == "“Label number 0”, “Label number 1” and 4 more"
    assert list_others(names) == " Also: “Label number 2”, “Label number 3”, “Label number 4”, “Label number 5”."
    assert list_others(names, room=20) == " Also: “Label number 2” and 3 more."
    assert list_others(names[:2]) == ""
    assert list_names(["an unnamed button"] * 3) == "an unnamed button and 2 more"
    assert list_others(["an unnamed button"] * 3) == ""
    assert quote_names([LONG, "b"], 60) == "“Save all changes to this entry…”, “b”"
    assert quote_names([LONG, "b"]) == "“Save all changes to this entry…” and 1 more"
    assert list_names([]) == ""


def test_the_counts_of_title_and_explanation_agree_if_only_some_things_are_recorded():
    names = [f"“{n}”" for n in range(10)]
    assert list_names(names, 8, total=25) == "“0”, “1” and 23 more"
    assert list_others(names, total=25, listed_room=1) == (
        " Also: “1”, “2”, “3”, “4”, “5”, “6”, “7”, “8”, “9” and 15 more."
    )


def test_what_has_no_name_is_located_by_a_short_selector():
    deep = "body > main > section:nth-of-type(2) > div:nth-of-type(3) > ul > li:nth-of-type(2) > button"
    things = [Element(selector="#a", text="A"), Element(selector="#b"), control("c0"), Click(selector=deep)]
    assert locate_unnamed(things) == (" Selectors of the unnamed elements: `#b`, `ul > li:nth-of-type(2) > button`.")
    assert locate_unnamed(things[1:2]) == " Selector of the unnamed element: `#b`."
    assert locate_unnamed([*things[:1], Element(selector="")]) == ""


def test_what_users_do_is_named_by_the_action():
    assert name_use_of_target(Click(target="Save", role="button")) == "a click on “Save”"
    assert name_use_of_target(Type(target="Name", value="x")) == "typing into “Name”"
    assert name_use_of_target(Click()) == name_use(Click(target="Save")) == "a click"
    assert name_use(Press(value="Enter")) == "pressing “Enter”"


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("/:231:50", "`e is not defined` (line 231 of the page)."),
        ("/js/app.js?v=2:7:1", "`e is not defined` (js/app.js:7)."),
        ("", "`e is not defined`."),
    ],
)
def test_an_error_is_told_with_the_place_that_its_stack_names(place: str, told: str):
    stack = f"e is not defined\n    at go ({ORIGIN}{place})" if place else "e is not defined\n    at <anonymous>"
    assert describe_error(PageError(message="e is not defined", stack=stack)) == told
