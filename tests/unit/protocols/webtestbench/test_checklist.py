"""The checklist without a model: clauses of the brief, and the rules that it calls for; a reviewed one replaces it."""

import pytest

from pytest_cookie.protocols.webtestbench.checklist.clauses import split_brief
from pytest_cookie.protocols.webtestbench.checklist.make import make_checklist
from pytest_cookie.protocols.webtestbench.checklist.rules import read_rules, rules_of
from pytest_cookie.protocols.webtestbench.options import Options
from tests.unit.protocols.webtestbench.testing_case import make_case

BRIEF = (
    "I want a page for a pottery club. Members can book a wheel for a date, cancel their bookings, and see what glazes "
    "cost. For each kiln, admins can set prices, e.g. per hour, and remove old firings."
)


def test_a_clause_is_a_thing_to_do_and_knows_its_place(subtests: pytest.Subtests):
    clauses = split_brief(BRIEF)
    assert [clause.text for clause in clauses] == [
        "I want a page for a pottery club",
        "Members can book a wheel for a date",
        "cancel their bookings",
        "see what glazes cost",
        "For each kiln, admins can set prices, e.g. per hour",
        "remove old firings",
    ]
    for clause in clauses:
        with subtests.test(clause.text):
            assert BRIEF[clause.start : clause.end] == clause.text


def test_rules_come_where_the_brief_has_such_fields_or_flows(subtests: pytest.Subtests):
    for brief, called, uncalled in (
        (BRIEF, "past-date", "end-before-start"),
        (BRIEF, "negative-number", "no-results"),
        (BRIEF, "roles", "capacity"),
        ("A list of folders that can be renamed.", "same-entry", "past-date"),
        ("A poem about rain.", "", "empty-form"),
    ):
        with subtests.test(brief[:30], rule=called):
            found = {rule.id for rule in read_rules() if rule.is_called_for(brief)}
            assert called in found or not called
            assert uncalled not in found


def test_a_check_is_about_a_rule_whoever_wrote_it(subtests: pytest.Subtests):
    for content, rule in (
        ("It is impossible to pick a firing in the past.", "past-date"),
        ("A firing that was paid cannot be entered for a day in the future.", "future-date"),
        ("A firing is planned for a valid future date.", "past-date"),
        ("The number of bags must be a positive number.", "negative-number"),
        ("Bookings with a wrong e-mail format are refused: the e-mail is valid.", "wrong-email"),
        ("Two glazes with the same name cannot be created.", "same-entry"),
        ("A booking without required fields is not sent.", "empty-form"),
        ("The kiln list shows a picture of each kiln.", ""),
    ):
        with subtests.test(content):
            assert next(iter(rules_of(content)), "") == rule
    several = "Bookings that are incomplete, or whose e-mail and phone number have an incorrect format, are not sent."
    assert rules_of(several) == ("wrong-email", "wrong-phone", "empty-form")


def test_a_rule_is_about_some_forms_only(subtests: pytest.Subtests):
    rules = {rule.id: rule for rule in read_rules()}
    for rule, form, is_about in (
        ("same-entry", "Add category · Name · Save", True),
        ("same-entry", "Create event · Title · Create", False),
        ("same-entry", "New task · Title, tags and categories · Create", False),
        ("past-date", "New booking · Day · Book", True),
        ("past-date", "Add expense · Date · Save", False),
        ("future-date", "Add expense · Date · Save", True),
        ("future-date", "Add expense · Due date · Save", False),
        ("future-date", "New booking · Day · Book", False),
        ("wrong-email", "Anything · Send", True),
    ):
        with subtests.test(rule, form=form):
            first, *_, last = form.split(" · ")
            assert rules[rule].is_about(form, f"{first} · {last}") is is_about


def test_a_reviewed_checklist_or_gold_takes_the_place_of_the_made_one():
    reviewed = {"content": "A wheel cannot be booked twice.", "class": "constraint"}
    gold = {"content": "Kilns can be seen.", "class": "content", "passes": True}
    case = make_case(BRIEF, checks=[gold], checklist=[reviewed])
    (own,) = make_checklist(case, Options())
    assert (own.content, own.source, own.rules) == ("A wheel cannot be booked twice.", "reviewed", ("same-entry",))
    (given,) = make_checklist(case, Options(checklist="gold"))
    assert (given.content, given.source, given.check_class) == ("Kilns can be seen.", "gold", "content")
    assert {check.source for check in make_checklist(make_case(BRIEF), Options())} == {"brief", "rule"}
