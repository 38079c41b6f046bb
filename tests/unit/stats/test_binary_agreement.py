"""Yes-or-no decisions against the truth, on hand-worked tables and against scikit-learn."""

import random

import pytest
from sklearn import metrics

from pytest_cookie.stats.binary_agreement import compare_decisions


def test_a_hand_worked_table():
    pairs = [(True, True)] * 40 + [(True, False)] * 10 + [(False, True)] * 20 + [(False, False)] * 30
    found = compare_decisions(pairs)
    assert found.accuracy.mean == pytest.approx(0.7)
    assert found.balanced_accuracy == pytest.approx((40 / 60 + 30 / 40) / 2)
    assert found.precision == pytest.approx(0.8)
    assert found.recall == pytest.approx(2 / 3)
    assert found.f1 == pytest.approx(80 / 110)
    assert found.kappa == pytest.approx(0.4)


def test_as_scikit_learn_counts():
    chance = random.Random(5)
    pairs = [(chance.random() < 0.6, chance.random() < 0.3) for _ in range(200)]
    decided, true = zip(*pairs, strict=True)
    found = compare_decisions(pairs)
    assert found.balanced_accuracy == pytest.approx(metrics.balanced_accuracy_score(true, decided))
    assert found.f1 == pytest.approx(metrics.f1_score(true, decided))
    assert found.kappa == pytest.approx(metrics.cohen_kappa_score(true, decided))


@pytest.mark.parametrize(
    ("pairs", "missing"),
    [
        ([], {"balanced_accuracy", "precision", "recall", "f1", "kappa"}),
        ([(True, True)] * 3, {"balanced_accuracy", "kappa"}),
        ([(False, False)] * 3, {"balanced_accuracy", "precision", "recall", "f1", "kappa"}),
    ],
)
def test_a_ratio_without_a_denominator_is_null(pairs, missing):
    found = compare_decisions(pairs)
    assert {name for name, value in found.model_dump().items() if value is None} == missing
