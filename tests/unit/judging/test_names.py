"""Findings name things by role and visible text; titles list as many names as fit."""

import pytest

from pytest_cookie.core.action import Click
from pytest_cookie.core.page import Element
from pytest_cookie.judging.rubric.names import (
    list_names,
    list_others,
    name_control,
    name_element,
    name_input,
    name_subject,
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
    assert quote_names([LONG, "b"]) == "“Save all changes to this entry…”, “b”"
    assert list_names([]) == ""
