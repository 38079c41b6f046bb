"""Intervals against published and hand-worked values."""

import pytest

from pytest_cookie.stats.interval import Interval, mean_interval, t_quantile, wilson_interval

# Two-sided 95 % points of Student's t as printed in any table.
T_QUANTILES = ((1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (10, 2.228), (29, 2.045),
 (30, 2.042), (40, 2.021), (60, 2.000), (120, 1.980), (5000, 1.960),
)  # fmt: skip


def test_t_quantiles_are_the_published_ones(subtests: pytest.Subtests):
    for degrees, published in T_QUANTILES:
        with subtests.test(degrees=degrees):
            assert t_quantile(degrees) == pytest.approx(published, abs=0.0006)


def test_t_quantile_at_another_confidence():
    assert t_quantile(10, 0.99) == pytest.approx(3.169, abs=0.0006)


def test_mean_interval_worked_by_hand():
    # mean 4, s = 2, n = 4: 4 ± 3.182 × 2 / 2 with values 2, 4, 4, 6 → s² = 8/3
    interval = mean_interval([2, 4, 4, 6])
    margin = 3.182446 * (8 / 3) ** 0.5 / 2
    assert interval.mean == 4
    assert interval.low == pytest.approx(4 - margin, abs=1e-5)
    assert interval.high == pytest.approx(4 + margin, abs=1e-5)
    assert interval.n == 4


def test_without_values_nothing_is_made_up():
    assert mean_interval([]) == Interval(mean=None, low=None, high=None, n=0)
    assert mean_interval([7.5]) == Interval(mean=7.5, low=None, high=None, n=1)


def test_interval_stays_within_the_scale():
    interval = mean_interval([0, 100], bounds=(0, 100))
    assert (interval.low, interval.high) == (0, 100)


def test_equal_values_have_no_width():
    assert mean_interval([50.0] * 3) == Interval(mean=50, low=50, high=50, n=3)


# Wilson (1927); the second is the example of Newcombe (1998), table I: 81 of 263 → 0.2553 to 0.3662.
@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_is_the_published_one(successes: int, n: int, low: float, high: float):
    interval = wilson_interval(successes, n)
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)


def test_wilson_of_nothing_and_of_nonsense():
    assert wilson_interval(0, 0) == Interval(mean=None, low=None, high=None, n=0)
    with pytest.raises(ValueError, match="3 of 2"):
        wilson_interval(3, 2)


def test_differences_too_small_to_be_cubed_are_no_skew():
    interval = mean_interval([1e-150] * 20 + [0.0])
    assert interval.low == pytest.approx(8.5e-151, rel=0.01)
    assert interval.high == pytest.approx(1.05e-150, rel=0.01)
