"""95 % intervals by resampling whole clusters, such as cases, whose items are correlated.

Percentile intervals, widened as Student's t is against the normal distribution: the tails cut off are not 2.5 % each
but Φ(−√(n/(n−1)) · t) for n clusters. Otherwise they are too narrow for few clusters. Hesterberg, "What Teachers
Should Know About the Bootstrap", The American Statistician 69 (2015), section 4.3, "expanded percentile".
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.stats.interval import Interval, mean_interval, t_quantile

Cluster = TypeVar("Cluster")

FEWEST = 10
"""With fewer values, the resampled means take too few different values; Student's t is used instead."""
RESAMPLES = 1_000
MEAN_RESAMPLES = 10_000


@dataclass(frozen=True)
class Resampling:
    """The seed and the number of resamples of `bootstrap_interval`."""

    seed: int = 0
    resamples: int = RESAMPLES


DEFAULT_RESAMPLING = Resampling()
_CHUNK = 2_000_000
_UNDEFINED_AT_MOST = 0.05


def bootstrap_interval(
    clusters: Sequence[Cluster],
    statistic: Callable[[Sequence[Cluster]], float | None],
    *,
    seed: int,
    resamples: int = RESAMPLES,
) -> Interval:
    """`statistic` of the clusters and its interval; `n` is the number of clusters.

    A statistic may be None on a resample, for instance κ on a resample with a single category. There is no interval if
    that happens in more than one resample in twenty, or with fewer than two clusters.
    """
    n = len(clusters)
    value = statistic(clusters)
    if value is None or n < 2:
        return Interval(mean=value, low=None, high=None, n=n)
    source = random.Random(seed)
    drawn = [statistic(source.choices(clusters, k=n)) for _ in range(resamples)]
    found = [value for value in drawn if value is not None]
    if len(found) < (1 - _UNDEFINED_AT_MOST) * resamples:
        return Interval(mean=value, low=None, high=None, n=n)
    low, high = percentile_ends(np.asarray(found), n)
    return Interval(mean=value, low=low, high=high, n=n)


def bootstrap_mean_interval(
    values: Sequence[float],
    *,
    seed: int,
    resamples: int = MEAN_RESAMPLES,
    bounds: tuple[float, float] | None = None,
) -> Interval:
    """The mean of one value per cluster and its interval; by Student's t for fewer than `FEWEST` values.

    Student's interval is cut at `bounds`, the limits of all values; a resampled mean never exceeds them.
    """
    n = len(values)
    if n < FEWEST:
        return mean_interval(values, bounds=bounds)
    array = np.asarray(values, dtype=np.float64)
    source = np.random.default_rng(seed)
    rows = max(1, _CHUNK // n)
    means = [
        array[source.integers(0, n, size=(min(rows, resamples - start), n))].mean(axis=1)
        for start in range(0, resamples, rows)
    ]
    low, high = percentile_ends(np.concatenate(means), n)
    return Interval(mean=float(array.mean()), low=low, high=high, n=n)


def percentile_ends(drawn: NDArray[np.float64], n: int) -> tuple[float, float]:
    """The ends of the 95 % interval of a statistic's values on resamples of `n` clusters."""
    tail = NormalDist().cdf(-math.sqrt(n / (n - 1)) * t_quantile(n - 1))
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return float(low), float(high)
