"""95 % intervals: Student's t with Hall's correction for a mean, Wilson's for a rate, of clusters such as cases.

`benchmarks/coverage.py` measures their coverage, by sample size and kind of scores.
"""

import math
from collections.abc import Sequence
from functools import cache
from statistics import fmean

from pytest_cookie.core.frozen_model import FrozenModel

CONFIDENCE = 0.95
PRELIMINARY_BELOW = 30
"""With fewer cases, an interval is unreliable and shown as preliminary; see `docs/how-to/compare-runs.md`."""
_NORMAL_QUANTILE = 1.959963984540054
_SKEWED_FROM = 10
_MOST_SKEW = 0.2


class Interval(FrozenModel):
    """A mean or a rate with its 95 % interval."""

    mean: float | None
    """The mean or rate. Null without values."""
    low: float | None
    """Lower end of the interval. Null for fewer than two values."""
    high: float | None
    """Upper end of the interval. Null for fewer than two values."""
    n: int
    """Number of values."""


def mean_interval(values: Sequence[float], *, bounds: tuple[float, float] | None = None) -> Interval:
    """The mean of independent values and its interval, cut at `bounds`, the limits of all values.

    Student's t; from ten values on with Hall's correction for skewness, because scores cluster near 100 with a long
    tail below: Hall, "On the Removal of Skewness by Transformation", JRSS B 54 (1992), with t for the normal quantile.
    Exact arithmetic without a seed. Average the values of a cluster, such as repeats of a case, beforehand.
    """
    n = len(values)
    if n == 0:
        return Interval(mean=None, low=None, high=None, n=0)
    mean = fmean(values)
    if n == 1:
        return Interval(mean=mean, low=None, high=None, n=1)
    differences = [value - mean for value in values]
    variance = fmean([difference * difference for difference in differences])
    error, t, skew = math.sqrt(variance / (n - 1)), t_quantile(n - 1), _skew(differences, variance)
    low, high = bounds or (-math.inf, math.inf)
    return Interval(
        mean=mean,
        low=max(low, mean - error * _unskewed(t, skew)),
        high=min(high, mean - error * _unskewed(-t, skew)),
        n=n,
    )


def _skew(differences: Sequence[float], variance: float) -> float:
    """γ/√n of differences from their mean; limited, because the sample overestimates its skewness with one outlier."""
    n = len(differences)
    spread = variance * math.sqrt(variance * n)
    if n < _SKEWED_FROM or spread == 0:  # or differences too small for their cube
        return 0.0
    skew = fmean([difference**3 for difference in differences]) / spread
    return max(-_MOST_SKEW, min(_MOST_SKEW, skew))


def _unskewed(quantile: float, skew: float) -> float:
    """The w that solves w + skew·w²/3 + skew²·w³/27 + skew/6 = quantile."""
    if abs(skew) < 1e-9:
        return quantile
    return 3 / skew * (math.cbrt(1 + skew * (quantile - skew / 6)) - 1)


def wilson_interval(successes: float, n: float) -> Interval:
    """The rate `successes / n` with Wilson's score interval, which is also valid for rates near 0 and 1."""
    if not 0 <= successes <= n * (1 + 1e-12):
        raise ValueError(f"successes must be between 0 and n, not {successes} of {n}")
    if n == 0:
        return Interval(mean=None, low=None, high=None, n=0)
    z2 = _NORMAL_QUANTILE**2
    rate = successes / n
    centre = (rate + z2 / (2 * n)) / (1 + z2 / n)
    margin = _NORMAL_QUANTILE / (1 + z2 / n) * math.sqrt(max(0.0, rate * (1 - rate)) / n + z2 / (4 * n * n))
    return Interval(mean=rate, low=max(0.0, centre - margin), high=min(1.0, centre + margin), n=round(n))


def clustered_rate(clusters: Sequence[tuple[float, int]]) -> Interval:
    """A rate over all trials of all clusters, each `(successes, trials)`; `n` is the number of clusters.

    Wilson's interval for the effective number of independent trials: p(1 − p) over the variance between clusters (Rao
    and Scott, "A Simple Method for the Analysis of Clustered Binary Data", Biometrics 48, 1992), at most all trials,
    and at least the number for perfectly correlated clusters. The least number also applies if all trials ended alike,
    because then the correlation is unknown.
    """
    told = [(successes, trials) for successes, trials in clusters if trials]
    trials = sum(each for _, each in told)
    if not trials:
        return Interval(mean=None, low=None, high=None, n=0)
    rate = sum(successes for successes, _ in told) / trials
    worth = _independent_trials(told, rate, trials)
    return wilson_interval(rate * worth, worth).model_copy(update={"mean": rate, "n": len(told)})


def _independent_trials(clusters: Sequence[tuple[float, int]], rate: float, trials: int) -> float:
    least = trials**2 / sum(each**2 for _, each in clusters)
    n = len(clusters)
    if n == trials:
        return trials
    squares = sum((successes - rate * each) ** 2 for successes, each in clusters)
    if n < 2 or rate in (0, 1):
        return least
    if squares == 0:
        return trials
    variance = n / (n - 1) * squares / trials**2 * (t_quantile(n - 1) / _NORMAL_QUANTILE) ** 2
    return max(least, min(trials, rate * (1 - rate) / variance))


@cache
def t_quantile(degrees: int, confidence: float = CONFIDENCE) -> float:
    """The t that a Student variable with `degrees` of freedom stays within with probability `confidence`."""
    low, high = 0.0, 1.0
    while _central_probability(high, degrees) < confidence:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if _central_probability(middle, degrees) < confidence:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _central_probability(t: float, degrees: int) -> float:
    """P(|T| ≤ t), a finite sum for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    theta = math.atan(t / math.sqrt(degrees))
    cosine2 = math.cos(theta) ** 2
    odd = degrees % 2
    term = math.cos(theta) if odd else 1.0
    total = 0.0
    for k in range(1, degrees // 2 + 1):
        total += term
        term *= cosine2 * (2 * k / (2 * k + 1) if odd else (2 * k - 1) / (2 * k))
    return 2 / math.pi * (theta + math.sin(theta) * total) if odd else math.sin(theta) * total
