"""A back button that only changes the address is found."""

import pytest

from pytest_cookie.checks.history.fact import HistoryFact
from pytest_cookie.checks.history.judge import find_kept_views
from pytest_cookie.core.page import NativeDialog
from pytest_cookie.core.trace import Change
from tests.unit.judging.evidence_builders import page_in_use, step

ORIGIN = "http://artifact.localhost/"


def back(left: str, part: str, kept=("Bread",), missing=("Soup",), *, is_empty: bool = False, **fields) -> Change:
    fact = HistoryFact(left=ORIGIN + left, part=part, kept=kept, missing=missing, is_empty=is_empty)
    return Change(url=ORIGIN, facts={"history": fact}, **fields)


def found(change: Change, *later) -> list[tuple[str, str]]:
    context = page_in_use(step(0), step(1, "back", change=change), *later)
    return [(defect.severity, defect.title) for defect in find_kept_views(context)]


@pytest.mark.parametrize(
    ("change", "severity", "title"),
    [
        (back("#/bread", "route"), "major", "Back from “#/bread” keeps its view"),
        (back("?dish=bread", "query"), "major", "Back from “?dish=bread” keeps its view"),
        (back("bread", "document"), "major", "Back from “/bread” keeps its view"),
        (back("#bread", "fragment"), "minor", "Back from “#bread” keeps its view"),
        (back("#/bread", "route", kept=(), is_empty=True), "major", "Back from “#/bread” leads to an empty view"),
    ],
)
def test_a_kept_view_is_told(change: Change, severity: str, title: str):
    assert found(change) == [(severity, title)]
    assert found(change, step(2, "wait", change=change)) == [(severity, title)]


def test_the_gravest_is_told_where_several_views_stay():
    later = step(2, "back", change=back("?dish=bread", "query"))
    assert found(back("#bread", "fragment"), later) == [("major", "Back from “?dish=bread” keeps its view")]


def test_the_reason_names_what_stays_and_what_is_missing():
    (defect,) = find_kept_views(page_in_use(step(1, "back", change=back("#/bread", "route"))))
    assert "showed “Soup” before, and the page still shows “Bread”." in defect.why


@pytest.mark.parametrize("sides", [{"kept": ()}, {"missing": ()}])
def test_a_filter_or_an_open_part_is_told_where_nothing_follows(sides: dict):
    assert found(back("?dish=soup", "query", **sides)) == [("major", "Back from “?dish=soup” keeps its view")]
    assert found(back("?dish=soup", "query", **sides, pixels=0.2)) == []


def test_a_view_that_follows_late_or_is_asked_about_is_none():
    assert found(back("#/bread", "route"), step(2, "wait")) == []
    asked = NativeDialog(kind="confirm", text="Leave?")
    assert found(back("#/bread", "route", dialogs=(asked,))) == []


def test_a_step_forward_is_named_by_where_it_leads():
    change = back("", "route").model_copy(update={"url": ORIGIN + "#/bread"})
    (defect,) = find_kept_views(page_in_use(step(1, "forward", change=change)))
    assert (defect.severity, defect.title) == ("major", "Forward to “#/bread” does not show its view")
