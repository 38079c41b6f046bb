"""Resampled intervals: coverage in simulation, clusters, and cases without an interval."""

import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from pytest_cookie.stats.bootstrap import FEWEST, bootstrap_interval, bootstrap_mean_interval
from pytest_cookie.stats.interval import mean_interval

TRIALS = 1500
Draw = Callable[[np.random.Generator, int], np.ndarray]


def normal(source: np.random.Generator, n: int) -> np.ndarray:
    return source.normal(3, 10, n)


def half_unchanged(source: np.random.Generator, n: int) -> np.ndarray:
    """Differences of two runs that share every second page; their mean is 3 too."""
    return np.where(source.random(n) < 0.5, 0, source.normal(6, 12, n))


def means_of_repeats(source: np.random.Generator, n: int) -> np.ndarray:
    return source.normal(3, 8, n) + source.normal(0, 12, (3, n)).mean(axis=0)


@pytest.mark.parametrize(
    ("draw", "n"), [(normal, 10), (normal, 12), (normal, 54), (half_unchanged, 54), (means_of_repeats, 20)]
)
def test_a_mean_is_within_its_interval_as_often_as_promised(draw: Draw, n: int):
    source = np.random.default_rng(7)
    hits = 0
    for trial in range(TRIALS):
        interval = bootstrap_mean_interval(draw(source, n).tolist(), seed=trial, resamples=500)
        hits += interval.low <= 3 <= interval.high
    assert 0.93 <= hits / TRIALS <= 0.97


def test_clusters_are_drawn_whole():
    """Five like items in each of 25 clusters: with clusters the interval covers, item by item it would not."""
    source = random.Random(11)

    def mean(clusters: Sequence[Sequence[float]]) -> float:
        return sum(map(sum, clusters)) / sum(map(len, clusters))

    hits = {"clusters": 0, "items": 0}
    for trial in range(400):
        centres = [source.gauss(0, 3) for _ in range(25)]
        clusters = [[source.gauss(centre, 1) for _ in range(5)] for centre in centres]
        items = [[value] for cluster in clusters for value in cluster]
        for name, drawn in (("clusters", clusters), ("items", items)):
            interval = bootstrap_interval(drawn, mean, seed=trial, resamples=100)
            hits[name] += interval.low <= 0 <= interval.high
    assert 0.92 <= hits["clusters"] / 400 <= 0.98
    assert hits["items"] / 400 < 0.75


def test_a_seed_gives_the_same_interval_and_another_nearly_the_same():
    values = [float(value) for value in range(40)]
    once, again, other = (bootstrap_mean_interval(values, seed=seed) for seed in (1, 1, 2))
    assert once == again
    assert once != other
    assert once.low == pytest.approx(other.low, abs=0.3)
    # beside Student's t: 19.5 ± 3.74
    assert once.low == pytest.approx(mean_interval(values).low, abs=0.3)
    assert once.high == pytest.approx(mean_interval(values).high, abs=0.3)


def test_few_values_get_student_s_interval():
    values = [2.0, 4.0, 4.0, 6.0]
    assert len(values) < FEWEST
    assert bootstrap_mean_interval(values, seed=0) == mean_interval(values)
    assert bootstrap_mean_interval([], seed=0).mean is None


def test_a_statistic_that_is_mostly_undefined_has_no_interval():
    def spread(clusters: Sequence[int]) -> float | None:
        return float(max(clusters) - min(clusters)) or None

    assert bootstrap_interval([1, 1, 1, 1, 1, 2], spread, seed=0).low is None
    assert bootstrap_interval([1, 1, 1, 1, 1, 2], spread, seed=0).mean == 1
    assert bootstrap_interval([1, 2, 3, 4, 5, 6], spread, seed=0).low is not None
    assert bootstrap_interval([3], lambda clusters: 1.0, seed=0).high is None
    assert bootstrap_interval([], lambda clusters: None, seed=0).n == 0
