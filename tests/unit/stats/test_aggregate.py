"""Aggregates against hand-worked values."""

import pytest

from pytest_cookie.core.record import Outcome, Record
from pytest_cookie.stats import aggregate, aggregates


def record(
    outcome: Outcome, scores: tuple[float, float] | None = None, *, model: str = "m", cost: float = 0.0
) -> Record:
    functionality, aesthetics = scores or (None, None)
    return Record(
        case="c",
        model=model,
        mode="html",
        repeat=1,
        outcome=outcome,
        functionality=functionality,
        aesthetics=aesthetics,
        total=None if scores is None else sum(scores) / 2,
        page_type="dynamic",
        domain="games",
        leaf="puzzle",
        difficulty="easy",
        language="en",
        brief="b",
        agent="crawler",
        judge="measured",
        cost_usd=cost,
        folder="f",
    )


def test_failed_counts_zero_and_unscored_only_in_n():
    summary = aggregate(
        [
            record("scored", (80, 60), cost=0.5),
            record("scored", (40, 60), cost=0.25),
            record("failed", (0, 0)),
            record("unscored"),
        ]
    )
    assert (summary.n, summary.scored, summary.failed, summary.unscored) == (4, 2, 1, 1)
    assert summary.judged.functionality.mean == pytest.approx(40)
    assert summary.judged.aesthetics.mean == pytest.approx(40)
    assert summary.judged.total.mean == pytest.approx(40)
    assert summary.judged.total.n == 3
    assert summary.runnable.functionality.mean == pytest.approx(60)
    assert summary.runnable.total.mean == pytest.approx(60)
    assert summary.runnable.total.n == 2
    assert summary.runnable_rate.mean == pytest.approx(2 / 3)
    assert summary.runnable_rate.low == pytest.approx(0.2077, abs=5e-5)
    assert summary.cost_usd == pytest.approx(0.75)


def test_a_failed_record_without_scores_is_zero_all_the_same():
    assert aggregate([record("failed"), record("scored", (50, 50))]).judged.total.mean == 25


def test_only_unscored_has_no_mean():
    summary = aggregate([record("unscored")])
    assert summary.judged.total.mean is None
    assert summary.runnable_rate.mean is None
    assert summary.n == 1


def test_models_are_kept_apart():
    summaries = aggregates([record("scored", (10, 10), model="b"), record("scored", (90, 90), model="a")])
    assert [(summary.model, summary.judged.total.mean) for summary in summaries] == [("a", 90), ("b", 10)]
    with pytest.raises(ValueError, match="one model"):
        aggregate([record("unscored", model="a"), record("unscored", model="b")])
    assert aggregates([]) == ()
