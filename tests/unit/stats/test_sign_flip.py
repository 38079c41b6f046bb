"""The sign-flip test against Fisher's own example, by hand and by its error rate."""

import random

import pytest

from pytest_cookie.stats.sign_flip import DRAWN, EXACT_UP_TO, sign_flip_test

# Darwin's 15 pairs of maize, crossed minus self-fertilized, in eighths of an inch. Fisher, The Design of Experiments
# (1935), section 21: in 863 of 2^15 arrangements the sum is 314 or more, two-sided 5.267 %.
DARWIN = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]


def test_fisher_s_example():
    assert sum(DARWIN) == 314
    assert sign_flip_test(DARWIN, seed=0) == pytest.approx(2 * 863 / 2**15)
    assert sign_flip_test([-value / 8 for value in DARWIN], seed=0) == pytest.approx(2 * 863 / 2**15)


def test_random_swaps_come_near_to_all_of_them():
    zeros_change_nothing = [*DARWIN, *[0.0] * 40]
    assert sign_flip_test(zeros_change_nothing, seed=0) == sign_flip_test(DARWIN, seed=0)
    # two more pairs that cancel each other make it too many for all swaps
    many = [*DARWIN, 0.001, -0.001]
    assert len(many) > EXACT_UP_TO
    assert sign_flip_test(many, seed=1) == pytest.approx(2 * 863 / 2**15, abs=0.007)
    assert sign_flip_test(many, seed=1) == sign_flip_test(many, seed=1)


def test_worked_by_hand():
    assert sign_flip_test([1, 2, 3], seed=0) == 2 / 8
    # sums of ±1 ±2 ±4 of at least 5 in size: 7, 5, −5, −7
    assert sign_flip_test([-1, 2, 4], seed=0) == 4 / 8
    assert sign_flip_test([5.0], seed=0) == 1
    assert sign_flip_test([0, 0], seed=0) == 1
    assert sign_flip_test([], seed=0) is None


def test_the_least_it_can_be():
    assert sign_flip_test([10.0] * 8, seed=0) == 2 / 2**8
    assert sign_flip_test([10.0] * 200, seed=0) == 1 / (DRAWN + 1)


@pytest.mark.parametrize("n", [12, 40])
def test_it_rejects_what_is_true_as_rarely_as_promised(n: int):
    """Differences with mean 0, of unequal sizes and half of them 0: 5 % are below 0.05."""
    source = random.Random(9)
    trials = 1200
    rejected = 0
    for trial in range(trials):
        values = [source.gauss(0, 1 + 10 * (number % 3 == 0)) if source.random() < 0.8 else 0.0 for number in range(n)]
        rejected += sign_flip_test(values, seed=trial, drawn=499) < 0.05
    assert 0.03 <= rejected / trials <= 0.065
