"""Several referees: a leaderboard each, never fused, and their agreement."""

import pytest

from pytest_cookie.core.record import Cause, Record
from pytest_cookie.core.slices import COMMON
from pytest_cookie.core.verdict import RefereeScores
from pytest_cookie.reporting.referees import agreement_rows, referee_agreements, referee_lines
from pytest_cookie.reporting.summary import slices
from tests.cookie_scores import COOKIE_SCORES, leaderboards, report_lines
from tests.synthetic_run import make_record

CASES = ("moth-and-lanterns", "hostile-strings")
TABLE = {("a", CASES[0]): (80, 60), ("a", CASES[1]): (70, 52), ("b", CASES[0]): (40, 70), ("b", CASES[1]): (30, None)}


def refereed(model: str, case: str, *totals: float | None, **changes: object) -> Record:
    given = [
        RefereeScores(judge=name, scores=dict.fromkeys(COOKIE_SCORES.ids, total))
        for name, total in zip(("m/one", "m/two"), totals, strict=True)
    ]
    return make_record(case, model, judge="m/one,m/two", referees=given, total=totals[0], **changes)


def records() -> list[Record]:
    return [refereed(model, case, *totals) for (model, case), totals in TABLE.items()]


def test_each_referee_has_a_leaderboard_of_its_own() -> None:
    first, second = leaderboards(records())
    assert (first.judge, second.judge) == ("m/one", "m/two")
    means = {
        board.judge: {row.aggregate.model: row.aggregate.judged["total"].mean for row in board.rows}
        for board in (first, second)
    }
    assert means == {"m/one": {"a": 75, "b": 35}, "m/two": {"a": 56, "b": 70}}
    assert [row.aggregate.unscored for row in second.rows if row.aggregate.model == "b"] == [1]
    assert {part.judge for part in slices(records(), COOKIE_SCORES, COMMON)} == {"m/one", "m/two"}


def test_an_item_that_the_first_referee_left_unscored_counts_for_the_second() -> None:
    cause = Cause(stage="judge", kind="JudgingError", message="no score")
    record = refereed("a", CASES[0], None, 55, outcome="unscored", cause=cause, functionality=None, aesthetics=None)
    first, second = leaderboards([record])
    assert first.rows[0].rank is None
    assert second.rows[0].aggregate.judged["total"].mean == 55


def test_agreement_is_over_common_items() -> None:
    (found,) = referee_agreements([*records(), refereed("c", CASES[0], 0, 0, outcome="failed")], COOKIE_SCORES)
    assert (found.first, found.second, found.items) == ("m/one", "m/two", 3)
    assert found.difference == pytest.approx((20 + 18 - 30) / 3)
    assert found.distance == pytest.approx((20 + 18 + 30) / 3)
    assert found.spearman == pytest.approx(-0.5)  # 80, 70, 40 and 60, 52, 70
    assert (found.pairs.mean, found.pairs.n) == (0, 1)
    assert found.orders.agreed == ()
    shown = dict(agreement_rows(found, COOKIE_SCORES.ranking))
    assert shown["mean difference, first minus second"] == "+2.7 points"
    assert shown["pairs of models ordered alike, per case"] == "0 % of 1 case"
    assert referee_lines([found], 80, COOKIE_SCORES.ranking)[0] == "referees m/one and m/two"


def test_the_items_of_a_terminal_name_their_referee() -> None:
    lines = report_lines(records(), 100)
    assert "items, as the first referee scored them: m/one" in lines
    assert not any(line.startswith("items,") for line in report_lines([make_record()], 100))


def test_one_judge_has_no_agreement() -> None:
    assert referee_agreements([make_record()], COOKIE_SCORES) == ()
