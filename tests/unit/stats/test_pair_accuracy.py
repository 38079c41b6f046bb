"""Pair ACC and score levels, worked out by hand and against numpy."""

import numpy as np
import pytest

from pytest_cookie.stats.pair_accuracy import pair_accuracy
from pytest_cookie.stats.score_levels import compare_levels, compare_on_scale, level_of

PEOPLE = {"q1": {"a": 5.0, "b": 3.0, "c": 3.0}, "q2": {"a": 1.0, "b": 4.0}}


def test_pairs_worked_by_hand():
    # q1: a>b agrees, a>c agrees, b=c against b>c does not; q2: a<b agrees: 3 of 4
    judge = {"q1": {"a": 90.0, "b": 60.0, "c": 50.0}, "q2": {"a": 10.0, "b": 20.0}}
    found = pair_accuracy(judge, PEOPLE)
    assert (found.mean, found.n) == (0.75, 2)


def test_a_difference_within_the_tie_is_a_tie():
    judge = {"q1": {"a": 90.0, "b": 60.0, "c": 50.0}, "q2": {"a": 10.0, "b": 20.0}}
    # with 10 points: b=c agrees, but a=b in q2 does not
    assert pair_accuracy(judge, PEOPLE, tie=10).mean == 0.75
    assert pair_accuracy(judge, PEOPLE, tie=9).mean == 0.75
    assert pair_accuracy({"q1": judge["q1"]}, PEOPLE, tie=10).mean == 1


def test_only_responses_that_both_sides_scored_form_pairs():
    assert pair_accuracy({"q1": {"a": 1.0, "x": 9.0}}, PEOPLE).mean is None
    assert pair_accuracy({"q3": {"a": 1.0, "b": 9.0}}, PEOPLE).n == 0


def test_six_responses_have_fifteen_pairs():
    scores = {"q": {str(n): float(n) for n in range(6)}}
    opposite = {"q": {str(n): -float(n) for n in range(6)}}
    one_swap = {"q": {**scores["q"], "0": 1.5}}  # 0 moves above 1: one of 15 pairs
    assert pair_accuracy(scores, scores).mean == 1
    assert pair_accuracy(scores, opposite).mean == 0
    assert pair_accuracy(one_swap, scores).mean == pytest.approx(14 / 15)


LEVELS = ((0, 0), (9.9, 0), (10, 1), (29.9, 1), (30, 2), (50, 3), (89.9, 4), (90, 5), (100, 5), (120, 5))


def test_scores_become_six_levels(subtests: pytest.Subtests):
    for percent, level in LEVELS:
        with subtests.test(percent=percent):
            assert level_of(percent) == level


def test_the_levels_of_two_sides_worked_by_hand():
    # judge: levels 0 0 5 5; people: 0 1 5 5. A quarter would have to move, by one level
    found = compare_levels([0, 5, 100, 95], [0, 1, 5, 5])
    assert found is not None
    assert found.judge == (0.5, 0, 0, 0, 0, 0.5)
    assert found.people == (0.25, 0.25, 0, 0, 0, 0.5)
    assert (found.total_variation, found.wasserstein) == (0.25, 0.25)


def test_the_published_distributions():
    # section A.5: shares of people and of the automatic scores on levels 0 to 5, in percent
    people = np.repeat(range(6), [275, 1837, 3740, 2979, 1076, 92])
    judge = np.repeat([0.0, 20, 40, 60, 80, 100], [4, 2900, 4633, 1786, 303, 21])
    found = compare_levels(judge.tolist(), people.tolist())
    assert found is not None
    # oracle: area between the cumulative distributions
    area = np.abs(np.cumsum(found.judge) - np.cumsum(found.people)).sum()
    assert found.wasserstein == pytest.approx(area)
    assert found.total_variation == pytest.approx(0.226, abs=0.005)


def test_scales_of_people_have_a_level_for_each_whole_point():
    # the judge's 0, 50, 100 are 1, 3, 5 of a scale of 1 to 5; people's half point counts as the upper level
    found = compare_on_scale([0, 50, 100], [1, 3.5, 5], low=1, high=5)
    assert found is not None
    assert found.points == (1, 2, 3, 4, 5)
    assert found.judge == pytest.approx((1 / 3, 0, 1 / 3, 0, 1 / 3))
    assert found.people == pytest.approx((1 / 3, 0, 0, 1 / 3, 1 / 3))
    assert (found.total_variation, found.wasserstein) == (pytest.approx(1 / 3), pytest.approx(1 / 3))


@pytest.mark.parametrize(("high", "points"), [(100, (0, 20, 40, 60, 80, 100)), (2.5, (0, 0.5, 1, 1.5, 2, 2.5))])
def test_other_scales_have_six_levels(high: float, points: tuple[float, ...]):
    # one of two scores is a level too high, so half a level is to be moved
    found = compare_on_scale([0, 100], [0, 0.8 * high], low=0, high=high)
    assert found is not None
    assert found.points == points
    assert found.wasserstein == pytest.approx(points[1] / 2)


def test_empty_and_foreign_levels():
    assert compare_levels([], [1]) is None
    with pytest.raises(ValueError, match="the level 6 is not on the scale of 0 to 5"):
        compare_levels([1], [6])
