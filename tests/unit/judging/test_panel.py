"""Several judges together: the median, how far apart they are, and what happens when one fails."""

from pathlib import Path

import pytest

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.verdict import Finding, StageOpinion, Verdict
from pytest_cookie.judging.panel import Panel
from pytest_cookie.llm.errors import BudgetSpentError
from tests.scores import scores
from tests.unit.judging.evidence_builders import artifact, case, evidence

PRICE = Spend(calls=1, cost_usd=0.01)


class Member:
    """A judge with a constant verdict, or one that fails."""

    version = "1"

    def __init__(self, name, functionality=50.0, aesthetics=50.0, *, error=None, findings=()):
        self.id = name
        self.error = error
        self.verdict = Verdict(
            judge=name, judge_version="1", runnable=True, scores=scores(functionality, aesthetics),
            findings=findings, stages=(StageOpinion(stage="static", judge=name),), notes=("cut",), spend=PRICE,
        )  # fmt: skip

    def judge(self, case, artifact, evidence, folder, *, source=None):
        if self.error:
            raise self.error
        return self.verdict


def judged(*members):
    return Panel(members).judge(case(), artifact(), evidence(), Path())


def finding(title="Broken", severity="major"):
    return Finding(dimension="functionality", severity=severity, title=title, why="It is.")


def test_the_median_of_each_dimension_and_the_spread():
    verdict = judged(Member("a", 80, 20), Member("b", 60, 90), Member("c", 10, 70))
    assert (verdict.scores["functionality"], verdict.scores["aesthetics"]) == (60, 70)
    assert verdict.judge == "panel(a,b,c)"
    assert "functionality: a 80.00, b 60.00, c 10.00; spread 70.00" in verdict.notes
    assert "b: cut" in verdict.notes
    assert verdict.spend == PRICE + PRICE + PRICE
    assert [stage.judge for stage in verdict.stages] == ["a", "b", "c"]


def test_of_two_it_is_the_mean():
    assert judged(Member("a", 80), Member("b", 60)).scores["functionality"] == 70


def test_findings_say_whose_they_are_and_the_same_is_told_once():
    verdict = judged(
        Member("a", findings=(finding(), finding("Small", "minor"))),
        Member("b", findings=(finding(), finding("Bad", "critical"))),
    )
    assert [one.title for one in verdict.findings] == ["Bad", "Broken", "Small"]
    assert verdict.findings[1].why.endswith("[a, b]")
    assert verdict.findings[2].why.endswith("[a]")


def test_half_of_the_judges_are_enough_and_who_failed_is_said():
    verdict = judged(Member("a", 80), Member("b", error=JudgingError("no answer", spend=PRICE)))
    assert verdict.scores["functionality"] == 80
    assert any("b gave no verdict: no answer" in note for note in verdict.notes)
    assert verdict.spend == PRICE + PRICE


def test_fewer_than_half_are_no_panel():
    failing = [Member(name, error=JudgingError("no answer", spend=PRICE)) for name in "bc"]
    with pytest.raises(JudgingError, match="2 of 3 judges failed") as failed:
        judged(Member("a"), *failing)
    assert failed.value.spend == PRICE + PRICE + PRICE


def test_a_judge_that_cannot_tell_a_dimension_has_no_say_in_it():
    assert judged(Member("a", None, 40), Member("b", 60, 50)).scores["functionality"] == 60


def test_a_spent_budget_ends_the_panel_with_what_was_spent():
    with pytest.raises(BudgetSpentError) as stopped:
        judged(Member("a"), Member("b", error=BudgetSpentError("enough")))
    assert stopped.value.spend == PRICE


def test_one_judge_is_no_panel():
    with pytest.raises(ValueError, match="at least two"):
        Panel([Member("a")])
