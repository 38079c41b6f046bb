"""Aggregates against hand-worked values."""

import pytest

from pytest_cookie.core.record import Outcome, Record
from tests.cookie_scores import aggregate, aggregates
from tests.scores import scores as mean_of
from tests.unit.stats.record_builder import record as record_of


def record(
    outcome: Outcome,
    scores: tuple[float, float] | None = None,
    *,
    model: str = "m",
    cost: float = 0.0,
    case: str = "c",
    repeat: int = 1,
) -> Record:
    means = mean_of(*(scores or (None, None)))
    return record_of(case, model, outcome=outcome, scores=means, repeat=repeat, cost_usd=cost)


def test_failed_counts_zero_and_unscored_only_in_n():
    summary = aggregate(
        [
            record("scored", (80, 60), cost=0.5, case="a"),
            record("scored", (40, 60), cost=0.25, case="b"),
            record("failed", (0, 0), case="c"),
            record("unscored", case="d"),
        ]
    )
    assert (summary.n, summary.scored, summary.failed, summary.unscored) == (4, 2, 1, 1)
    assert summary.judged["functionality"].mean == pytest.approx(40)
    assert summary.judged["aesthetics"].mean == pytest.approx(40)
    assert summary.judged["total"].mean == pytest.approx(40)
    assert summary.judged["total"].n == 3
    assert summary.runnable["functionality"].mean == pytest.approx(60)
    assert summary.runnable["total"].mean == pytest.approx(60)
    assert summary.runnable["total"].n == 2
    assert summary.runnable_rate.mean == pytest.approx(2 / 3)
    assert summary.runnable_rate.low == pytest.approx(0.2077, abs=5e-5)
    assert summary.cost_usd == pytest.approx(0.75)


def test_a_failed_record_without_scores_is_zero_all_the_same():
    assert aggregate([record("failed"), record("scored", (50, 50))]).judged["total"].mean == 25


def test_only_unscored_has_no_mean():
    summary = aggregate([record("unscored")])
    assert summary.judged["total"].mean is None
    assert summary.runnable_rate.mean is None
    assert summary.n == 1


def test_models_are_kept_apart():
    summaries = aggregates([record("scored", (10, 10), model="b"), record("scored", (90, 90), model="a")])
    assert [(summary.model, summary.judged["total"].mean) for summary in summaries] == [("a", 90), ("b", 10)]
    with pytest.raises(ValueError, match="one model"):
        aggregate([record("unscored", model="a"), record("unscored", model="b")])
    assert aggregates([]) == ()


def test_repeats_of_a_query_are_one_value_of_the_mean():
    """By hand: query means 80 and 50, their standard deviation 21.2, t with 1 degree of freedom 12.706."""
    repeated = [
        record("scored", (90, 90), case="a"),
        record("scored", (70, 70), case="a", repeat=2),
        record("scored", (50, 50), case="b"),
        record("unscored", case="b", repeat=2),
    ]
    total = aggregate(repeated).judged["total"]
    assert (total.mean, total.n) == (65, 2)
    assert (total.low, total.high) == (0, 100)
    assert aggregate(repeated).n == 4


def test_more_repeats_of_the_same_do_not_narrow_anything():
    once = [record("scored", (score, score), case=f"c{n}") for n, score in enumerate((20, 50, 60, 90))]
    once.append(record("failed", case="bad"))
    thrice = [item.model_copy(update={"repeat": repeat}) for item in once for repeat in (1, 2, 3)]
    assert aggregate(thrice).judged == aggregate(once).judged
    assert aggregate(thrice).runnable_rate.low == pytest.approx(aggregate(once).runnable_rate.low)
    assert aggregate(thrice).runnable_rate.n == 5


def test_repeats_that_fail_on_their_own_narrow_the_rate():
    """Ten queries, of each one of four repeats failed: 30 of 40 independent trials, not 7.5 of 10."""
    told = [
        record("failed" if repeat == 4 else "scored", (50, 50), case=f"c{n}", repeat=repeat)
        for n in range(10)
        for repeat in range(1, 5)
    ]
    rate = aggregate(told).runnable_rate
    assert (rate.mean, rate.n) == (0.75, 10)
    assert (rate.low, rate.high) == (pytest.approx(0.5981, abs=5e-5), pytest.approx(0.8581, abs=5e-5))
