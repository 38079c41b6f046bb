"""Verdicts on checks: fails only what was confirmed, not tested what was not tried, one finding to its own check."""

from typing import Any

import pytest

from pytest_cookie.core.action import Click, Type
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.core.verdict import Finding, Verdict
from pytest_cookie.protocols.webtestbench.case_fields import GoldCheck, WebTestFields
from pytest_cookie.protocols.webtestbench.checklist.make import make_checklist
from pytest_cookie.protocols.webtestbench.matching.words import WordMatcher
from pytest_cookie.protocols.webtestbench.options import Options
from pytest_cookie.protocols.webtestbench.probing.results import Confirmation, Place, ProbeResult, Probes
from pytest_cookie.protocols.webtestbench.scores import compute_scores, score_checks
from pytest_cookie.protocols.webtestbench.verdicts import CheckResult, judge_checks
from tests.unit.protocols.part_scores import assert_means, values_of
from tests.unit.protocols.webtestbench.testing_case import make_case

BRIEF = "Members can book a wheel for a date, filter the glazes by colour, and rename their firings."
CASE = make_case(
    BRIEF,
    checks=[
        {
            "content": "A wheel cannot be booked for past dates.",
            "class": "constraint",
            "passes": False,
            "bug": "It is.",
        },
        {"content": "Glazes can be filtered by colour.", "class": "functionality", "passes": True},
        {"content": "Kilns show their temperature.", "class": "content", "passes": False},
    ],
)
CHECKS = make_checklist(CASE, Options())


def press(index: int, target: str, *, seen: bool = True) -> Step:
    action = Click(target=target, role="button", selector="button")
    return Step(index=index, thought="", action=action, change=Change(seen=seen))


def finding(**fields: Any) -> Finding:
    told = {"dimension": "functionality", "severity": "major", "title": "“Filter glazes” does nothing", "why": "Dead."}
    return Finding.model_validate({**told, "kind": "dead-control", "step": 2, **fields})


def judge(*, steps: tuple[Step, ...] = (), found: tuple[Finding, ...] = (), **probes: Any) -> dict[str, CheckResult]:
    results = judge_checks(CASE, CHECKS, steps, found, Probes(**probes))
    return {next(iter(one.check.rules), one.check.content): one for one in results}


def test_what_was_not_tried_is_not_tested():
    assert {one.result for one in judge().values()} == {"not tested"}


def test_a_probe_decides_the_checks_of_its_rule(subtests: pytest.Subtests):
    for outcome, result in (("accepted", "fails"), ("refused", "passes"), ("unclear", "not tested")):
        with subtests.test(outcome):
            probe = ProbeResult(probe="past-date", field="Day", value="2020-01-01", outcome=outcome, step=4)
            told = judge(probes=(probe,))["past-date"]
            assert told.result == result
            assert told.problem == ("A date in the past is accepted by “Day”" if result == "fails" else "")


def test_a_check_on_several_rules_fails_by_each_of_them(subtests: pytest.Subtests):
    """Whoever wrote it; people's checks are matched by each of them, too, and by what their bug is about."""
    content = "A booking whose required fields are missing or whose phone number is invalid is not sent."
    bug = "A phone number without digits is valid for it."
    gold = {"content": content, "class": "constraint", "passes": False, "bug": bug}
    own = make_case(BRIEF, checks=[gold], checklist=[{"content": content, "class": "constraint"}])
    checks = make_checklist(own, Options())
    for tried, result in (
        ({"wrong-phone": "accepted"}, "fails"),
        ({"empty-form": "accepted", "wrong-phone": "refused"}, "fails"),
        ({"empty-form": "refused"}, "not tested"),  # the other half was not tried
        ({"empty-form": "refused", "wrong-phone": "refused"}, "passes"),
        ({"past-date": "accepted"}, "not tested"),
    ):
        with subtests.test(**tried):
            probes = [ProbeResult(probe=probe, value="x", outcome=told, step=4) for probe, told in tried.items()]
            assert judge_checks(own, checks, (), (), Probes(probes=tuple(probes)))[0].result == result
    made = make_case("Members can book a wheel with their phone number.", checks=[gold])
    phone = ProbeResult(probe="wrong-phone", value="x", outcome="accepted", step=4)
    results = judge_checks(made, make_checklist(made, Options()), (), (), Probes(probes=(phone,)))
    people = WebTestFields.model_validate(made.fields).checks
    assert compute_scores(results, people, WordMatcher().match(results, people).gold_of)["recall"] == 100


def test_a_probe_of_older_evidence_has_no_subject(subtests: pytest.Subtests):
    case = make_case("Members can book a wheel; the same wheel is not booked twice.", checks=[])
    checks = make_checklist(case, Options())
    for form, subject, fails in (
        ("Wheel · Book a wheel", "", True),
        ("Wheel · Book a wheel", "Book a wheel", True),
        ("Booking · Note · Save", "Save", False),
        ("Note · Save", "", False),
    ):
        with subtests.test(form, subject=subject):
            probe = ProbeResult(probe="same-entry", outcome="accepted", form=form, subject=subject, step=4)
            results = judge_checks(case, checks, (), (), Probes(probes=(probe,)))
            assert ["same-entry" in {rule for one in results for rule in one.check.rules if one.result == "fails"}] == [
                fails
            ]


def test_each_field_that_accepts_too_much_is_a_row_of_its_own():
    def accepted(field: str, probe: str = "past-date") -> ProbeResult:
        return ProbeResult(probe=probe, field=field, value="2020-01-01", outcome="accepted", step=4)

    results = judge_checks(CASE, CHECKS, (), (), Probes(probes=(accepted("Day"), accepted("Until"))))
    failed = [one for one in results if one.result == "fails"]
    assert [one.problem for one in failed] == [
        f"A date in the past is accepted by “{name}”" for name in ("Day", "Until")
    ]
    assert [one.check.source for one in failed] == ["rule", "rule"]
    assert failed[1].check.content.endswith("planned: Until.")
    # a rule of which the brief says nothing
    (own,) = [one for one in judge_checks(CASE, CHECKS, (), (), Probes(probes=(accepted("", "wrong-password"),)))
              if one.result == "fails"]  # fmt: skip
    assert (own.check.rules, own.problem) == (("wrong-password",), "A wrong password is accepted")


def test_a_suspected_defect_fails_its_check_only_if_it_came_again(subtests: pytest.Subtests):
    steps = (press(2, "Filter glazes", seen=False),)
    for outcome, result in (("again", "fails"), ("not again", "not tested"), ("not reached", "not tested")):
        with subtests.test(outcome):
            seen = (Confirmation(step=2, outcome=outcome),)
            told = judge(steps=steps, found=(finding(),), confirmations=seen)
            assert told["filter the glazes by colour"].result == result
    with subtests.test("it was not tried again"):
        assert judge(steps=steps, found=(finding(),))["filter the glazes by colour"].result == "not tested"


def test_a_defect_that_belongs_to_no_check_is_a_check_of_its_own():
    found = finding(title="“Zoom” does nothing", step=3)
    told = judge(
        steps=(press(3, "Zoom", seen=False),), found=(found,), confirmations=(Confirmation(step=3, outcome="again"),)
    )
    own = told["“Zoom” does nothing"]
    assert (own.result, own.check.source) == ("fails", "finding")


def test_a_control_with_an_effect_lets_its_check_pass():
    typed = Step(index=1, thought="", action=Type(target="Wheel", role="textbox", value="a"), change=Change(seen=True))
    told = judge(steps=(typed, press(2, "Rename firings")))
    assert told["rename their firings"].result == "passes"
    assert told["filter the glazes by colour"].result == "not tested"


def test_scores_count_bugs_of_gold_once_and_alarms_apart():
    probe = ProbeResult(probe="past-date", outcome="accepted", step=4)
    alarm = finding(title="“Filter glazes” does nothing")
    results = judge_checks(
        CASE, CHECKS, (press(2, "Filter glazes", seen=False),), (alarm,),
        Probes(probes=(probe,), confirmations=(Confirmation(step=2, outcome="again"),)),
    )  # fmt: skip
    gold = [*make_gold()]
    match = WordMatcher().match(results, gold)
    scores = compute_scores(results, gold, match.gold_of)
    assert scores["precision"] == 50
    assert scores["recall"] == 50
    assert scores["f1"] == 50
    assert scores["checks_covered"] == pytest.approx(200 / 3)
    assert scores["false_alarms"] == 100
    parts = score_checks(results, gold, match.gold_of)
    verdict = Verdict(judge="j", judge_version="1", runnable=True, scores=scores, parts=parts)
    assert_means(verdict, "precision", "recall", "checks_covered", "false_alarms", "passed_checks")
    assert values_of(verdict, "check_class")[:3] == [("constraint",), ("functionality",), ("content",)]
    without = compute_scores(results, [], {})
    assert without["f1"] is None
    assert without["passed_checks"] == 0


def make_gold() -> tuple[GoldCheck, ...]:
    return WebTestFields.model_validate(CASE.fields).checks


def test_two_checks_of_a_rule_are_two_checks_of_people():
    rows = [
        {"content": "The budget cannot be negative.", "class": "constraint", "passes": False, "bug": "It can."},
        {"content": "The number of guests cannot be negative.", "class": "constraint", "passes": False},
    ]
    brief = "Couples plan their wedding with a budget and a number of guests."
    planned = make_case(brief, checks=rows)
    probes = tuple(
        ProbeResult(probe="negative-number", field=field, value="-3", outcome="accepted", step=1)
        for field in ("Number of guests", "Money")
    )
    results = judge_checks(planned, make_checklist(planned, Options()), (), (), Probes(probes=probes))
    gold = WebTestFields.model_validate(planned.fields).checks
    failed = {one.check.id for one in results if one.result == "fails"}
    matched = WordMatcher().match(results, gold).gold_of
    assert {matched[name] for name in failed} == {0, 1}


def test_an_application_without_a_report_has_no_precision_and_an_f1_of_0():
    results = judge_checks(CASE, CHECKS, (), (), Probes())
    scores = compute_scores(results, make_gold(), WordMatcher().match(results, make_gold()).gold_of)
    assert (scores["precision"], scores["recall"], scores["f1"]) == (None, 0, 0)
    assert scores["passed_checks"] == 0  # nothing was tested; the score ranks, so it is no null


def test_a_request_that_no_place_offers_is_a_row_of_its_own(subtests: pytest.Subtests):
    """BRIEF asks that firings can be renamed. Nothing is said where a place may offer it without saying so."""
    views = tuple(
        Place(path=(f"click “{name}”",), names=(name, "Book", "Filter")) for name in ("Wheels", "Kilns", "Me")
    )

    def also(**more: Any) -> tuple[Place, ...]:
        return (*views, Place(path=("click “Firing 7”",), **more))

    for what, places, steps, rows in (
        ("nothing offers it", views, (), ["Nothing offers to edit"]),
        ("a button does", also(names=("Rename firing",)), (), []),
        ("an icon does", also(icons=("lucide-pencil w-4",)), (), []),
        ("another icon", also(icons=("lucide-heart",)), (), ["Nothing offers to edit"]),
        ("an icon of no library may", also(unnamed=1), (), []),
        ("the explorer found it", views, (press(3, "Edit"),), []),
        ("too few places", views[:2], (), []),
    ):
        with subtests.test(what):
            told = [one for one in judge(places=places, steps=steps).values() if one.kind == "absent"]
            assert [one.problem for one in told] == rows
            assert all("click “Kilns”" in one.why and one.check.source == "brief" for one in told)
