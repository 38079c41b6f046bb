"""Correlations of scores, and of scores with what was generated, on made-up records."""

import pytest

from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.reporting.correlations import correlations
from tests.cookie_scores import COOKIE_SCORES
from tests.unit.stats.record_builder import failed, record


def item(case: str, total: float, tokens: int, model: str = "m", cost: float | None = 0.1):
    spend = {"generate": Spend(calls=1, usage=Usage(output_tokens=tokens), cost_usd=cost, latency_seconds=1.0)}
    return record(case, model, functionality=total, aesthetics=100 - total, total=50.0 + total / 10, spend=spend)


def test_scores_and_length_over_items_and_models():
    records = [item("a", 0.0, 10), item("b", 10.0, 20, "n"), item("c", 20.0, 30, "o"), record("d", total=None)]
    found = {(one.first, one.second): one for one in correlations(records, COOKIE_SCORES)}
    pair = found["functionality", "aesthetics"]
    assert (pair.items, pair.models) == (3, 3)
    assert (pair.pearson, pair.spearman, pair.of_models) == pytest.approx((-1, -1, -1))
    assert found["total", "output tokens"].pearson == pytest.approx(1)
    assert ("total", "generation cost") not in found, "all cost the same"
    assert ("total", "functionality") not in found, "a part of it"


def test_what_is_not_correlated(subtests):
    table = [
        ("two items", [item("a", 0.0, 10), item("b", 10.0, 20)]),
        ("unscored", [record(case, total=None) for case in "abcd"]),
    ]
    for name, records in table:
        with subtests.test(name):
            assert correlations(records, COOKIE_SCORES) == ()
    sampled = [record(case, total=total) for case, total in zip("abc", (1.0, 2.0, 4.0), strict=True)]
    assert {one.second for one in correlations([*sampled, failed("d")], COOKIE_SCORES)} == {"aesthetics"}


def test_many_scores_are_paired_with_the_one_that_ranks():
    specs = [ScoreSpec(id=f"s{number}", label=f"s{number}", ranks=number == 0) for number in range(6)]
    records = [
        record(case, scores={spec.id: value for spec in specs}) for case, value in (("a", 1), ("b", 2), ("c", 3))
    ]
    found = [(one.first, one.second) for one in correlations(records, ScoreSet(tuple(specs)))]
    assert found == [("s0", f"s{number}") for number in range(1, 6)]
