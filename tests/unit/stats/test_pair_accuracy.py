"""Pair ACC, worked out by hand."""

import pytest

from pytest_cookie.stats.pair_accuracy import pair_accuracy

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
