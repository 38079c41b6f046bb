import pytest

from pytest_cookie.records.human_rating import Feasibility
from pytest_cookie.stats.webdevjudge import feasibility_agreement


def tasks(*truths: bool, page: str = "p") -> list[Feasibility]:
    return [Feasibility(page, str(number), truth) for number, truth in enumerate(truths)]


def test_worked_by_hand():
    # answers T T F F against labels T F T F and one more page: TP 2, FP 1, FN 1, TN 1
    answers = tasks(True, True, False, False) + tasks(True, page="q")
    labels = tasks(True, False, True, False) + tasks(True, page="q")
    found = feasibility_agreement(answers, labels, resamples=20)
    assert (found.tasks, found.unanswered, found.unlabelled) == (5, 0, 0)
    assert found.accuracy.mean == pytest.approx(3 / 5)
    assert found.precision.mean == pytest.approx(2 / 3)
    assert found.recall.mean == pytest.approx(2 / 3)
    assert found.f1.mean == pytest.approx(2 / 3)
    # p_c = (3/5)² + (2/5)²
    assert found.kappa.mean == pytest.approx((3 / 5 - 13 / 25) / (1 - 13 / 25))
    assert found.accuracy.n == 2


def test_what_has_no_counterpart_is_counted_and_left_out():
    found = feasibility_agreement(tasks(True, False), tasks(True) + tasks(True, True, page="q"), resamples=20)
    assert (found.tasks, found.unanswered, found.unlabelled) == (1, 2, 1)
    assert found.accuracy.mean == 1
    assert found.kappa.mean is None
    assert feasibility_agreement([], [], resamples=20).accuracy.mean is None
