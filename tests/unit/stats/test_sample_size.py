"""Sample sizes compared with published examples and with their promised power."""

import numpy as np
import pytest

from pytest_cookie.stats.interval import mean_interval, wilson_interval
from pytest_cookie.stats.sample_size import LARGEST, queries_for_mean, queries_for_rate


def test_published_and_hand_worked_examples():
    # Chow, Shao and Wang 2008, p. 52: μ = 2, μ₀ = 1.5, δ = −0.5, σ = 1, α = 0.05, power 0.8 → 7
    assert queries_for_mean(1, 2 - 1.5 + 0.5, alpha=0.05) == 7
    # by hand: ((1.95996 + 0.84162) · 1 / 0.5)² = 31.4
    assert queries_for_mean(1, 0.5) == 32
    # by hand: ((1.95996 √.21 + 0.84162 √.25) / 0.2)² = 43.5
    assert queries_for_rate(0.5, 0.3) == 44


def test_the_side_does_not_matter_and_the_hopeless_is_none():
    assert queries_for_mean(10, -2) == queries_for_mean(10, 2) == 197
    assert queries_for_mean(10, 0) is None
    assert queries_for_mean(10, 0.001) is None
    assert queries_for_mean(1, 2.8 / LARGEST**0.5) is None
    assert queries_for_mean(0, 5) == 1
    assert queries_for_mean(0, 0) is None
    assert queries_for_rate(1, 1) is None


def test_a_perfect_rate_needs_as_many_as_wilson_asks():
    needed = queries_for_rate(1.0, 0.95)
    assert needed == 73
    assert wilson_interval(needed, needed).low >= 0.95 > wilson_interval(needed - 1, needed - 1).low


@pytest.mark.parametrize(("mean", "deviation"), [(1.0, 6.0), (-1.5, 4.0)])
def test_so_many_queries_tell_in_four_of_five_runs(mean: float, deviation: float):
    """A mean difference from a margin of −3: the share of intervals that clear it is the power that was promised."""
    n = queries_for_mean(deviation, mean + 3)
    source = np.random.default_rng(13)
    cleared = sum(mean_interval(source.normal(mean, deviation, n).tolist()).low > -3 for _ in range(1500))
    assert cleared / 1500 == pytest.approx(0.8, abs=0.045)
