"""Ranks, Spearman's ρ and the footrule against published and hand-worked values."""

import random
from itertools import permutations

import pytest

from pytest_cookie.stats.ranks import footrule_agreement, midranks, spearman


def test_equal_values_share_the_mean_of_their_ranks():
    assert midranks([30, 10, 20, 20]) == [4, 1, 2.5, 2.5]
    assert midranks([5, 5, 5]) == [2, 2, 2]
    assert midranks([]) == []


def test_spearman_without_ties_is_six_sum_of_squares():
    # ten people's IQ and hours of television, the example of many textbooks: ρ = −29/165, Σd² = 194
    iq = [106, 86, 100, 101, 99, 103, 97, 113, 112, 110]
    hours = [7, 0, 27, 50, 28, 29, 20, 12, 6, 17]
    assert spearman(iq, hours) == pytest.approx(-29 / 165)


def test_spearman_with_ties():
    # Siegel, Nonparametric Statistics (1956), 9.4, striving and yielding of 12 students: Σd² = 109.5, three ties of
    # two in the second, so that ρ = (143 + 141.5 − 109.5) / (2 √(143 · 141.5)); he prints .616
    striving = [3, 4, 2, 1, 8, 11, 10, 6, 7, 12, 5, 9]
    yielding = [1.5, 1.5, 3.5, 3.5, 5, 6, 7, 8, 9, 10.5, 10.5, 12]
    assert spearman(striving, yielding) == pytest.approx(175 / (2 * (143 * 141.5) ** 0.5))
    assert spearman(striving, yielding) == pytest.approx(0.616, abs=0.001)


def test_nothing_to_order_is_none():
    assert spearman([1, 1, 1], [1, 2, 3]) is None
    assert spearman([1], [1]) is None
    assert footrule_agreement([1], [1]) is None
    with pytest.raises(ValueError, match="3 values"):
        footrule_agreement([1, 2, 3], [1, 2])


def test_footrule_worked_by_hand():
    # ranks 1 2 3 4 against 2 1 4 3: every rank is off by one, 4 of at most ⌊16/2⌋ = 8
    assert footrule_agreement([1, 2, 3, 4], [2, 1, 4, 3]) == 0.5
    assert footrule_agreement([1, 2, 3], [10, 20, 30]) == 1
    # midranks 1.5 1.5 3 against 1 2 3: 1 of at most 4
    assert footrule_agreement([7, 7, 9], [1, 2, 3]) == 0.75


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_the_largest_footrule_is_half_the_square(n: int):
    """Diaconis and Graham 1977: the maximum over all permutations is ⌊n²/2⌋, that of the opposite order."""
    agreements = [footrule_agreement(range(n), order) for order in permutations(range(n))]
    assert min(agreements) == 0 == footrule_agreement(range(n), range(n, 0, -1))
    # its mean distance is (n² − 1)/3
    assert sum(agreements) / len(agreements) == pytest.approx(1 - (n * n - 1) / 3 / (n * n // 2))


def test_symmetric_and_blind_to_what_keeps_the_order():
    source = random.Random(1)
    for _ in range(200):
        n = source.randint(2, 12)
        x = [source.randint(0, 6) for _ in range(n)]
        y = [source.randint(0, 6) for _ in range(n)]
        for measure in (spearman, footrule_agreement):
            assert measure(x, y) == pytest.approx(measure(y, x)) or measure(x, y) is None
            assert measure([value**3 + 5 for value in x], y) == measure(x, y)
        assert footrule_agreement(x, x) == 1
        assert 0 <= footrule_agreement(x, y) <= 1
        assert spearman(x, [-value for value in x]) in (None, pytest.approx(-1))
