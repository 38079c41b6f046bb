"""Agreement of raters on a question, with intervals that are quick enough for a page that is shown while they rate.

Every coefficient follows from sums over units (shares of equal pairs, coincidences, totals), so a resample of units is
a matrix product.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.stats.alpha import Level, krippendorff_alpha
from pytest_cookie.stats.bootstrap import percentile_ends
from pytest_cookie.stats.interval import Interval, clustered_rate

Ratings = Mapping[str, Mapping[str, float]]
"""A number by unit and rater."""
RESAMPLES = 400
FEWEST_SHARED = 2
"""Units that two raters must share for a κ of their own."""
_UNDEFINED_AT_MOST = 0.05
_Array = NDArray[np.float64]


class RaterAgreement(FrozenModel):
    """Agreement on one question over `units` with at least two ratings, each with a 95 % interval over units.

    `same`: the share of equal pairs of ratings, the mean over units. `alpha`: Krippendorff's α for the level of the
    question. `fleiss`: Fleiss' κ. `cohen`: Cohen's κ, the mean over all pairs of raters that share units.
    """

    units: int
    ratings: int
    same: Interval
    alpha: Interval
    fleiss: Interval
    cohen: Interval


def rater_agreement(ratings: Ratings, level: Level, *, seed: int = 0, resamples: int = RESAMPLES) -> RaterAgreement:
    """The agreement of all raters."""
    units = [dict(given) for given in ratings.values() if len(given) >= 2]
    values = [list(given.values()) for given in units]
    weights = _weights(len(units), seed, resamples)
    categories = sorted({value for unit in values for value in unit})
    counts = np.array([[unit.count(category) for category in categories] for unit in values], dtype=np.float64)
    same, alpha, fleiss = _draw(counts.reshape(len(units), len(categories)), np.array(categories), level, weights)
    return RaterAgreement(
        units=len(units),
        ratings=sum(map(len, values)),
        same=_interval(same, len(units)),
        alpha=_interval(alpha, len(units)),
        fleiss=_interval(fleiss, len(units)),
        cohen=_interval(_draw_mean_cohen(units, categories, weights), len(units)),
    )


def _weights(units: int, seed: int, resamples: int) -> _Array:
    """How often each unit is drawn: resamples × units. The first row is the sample itself: each unit once."""
    whole = np.ones((1, units))
    if units < 2:
        return whole
    source = np.random.default_rng(seed)
    return np.vstack([whole, source.multinomial(units, np.full(units, 1 / units), size=resamples)])


def _draw(counts: _Array, categories: _Array, level: Level, weights: _Array) -> tuple[_Array, _Array, _Array]:
    """Shares of equal pairs, α and Fleiss' κ of every row of weights; NaN if undefined.

    Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76 (1971), 378–382. With a
    different number of ratings per unit, P is the mean of the units' shares of equal pairs.
    """
    if not counts.size:
        undefined = np.full(len(weights), np.nan)
        return undefined, undefined, undefined
    sizes = counts.sum(axis=1)
    equal = (counts * (counts - 1)).sum(axis=1) / (sizes * (sizes - 1))
    same = weights @ equal / weights.sum(axis=1)
    totals = weights @ counts
    n = totals.sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        chance = ((totals / n[:, None]) ** 2).sum(axis=1)
        fleiss = np.where(chance < 1 - 1e-12, (same - chance) / (1 - chance), np.nan)
        alpha = _draw_alpha(counts, sizes, categories, level, weights, totals, n)
    return same, alpha, fleiss


def _draw_alpha(
    counts: _Array, sizes: _Array, categories: _Array, level: Level, weights: _Array, totals: _Array, n: _Array
) -> _Array:
    """α for every row of weights, from coincidences: Krippendorff (2011), as in `alpha.py`."""
    width = len(categories)
    outer = counts[:, :, None] * counts[:, None, :]
    outer[:, range(width), range(width)] -= counts
    coincidences = (weights @ (outer / (sizes - 1)[:, None, None]).reshape(len(counts), -1)).reshape(-1, width, width)
    if level == "nominal":
        distance = np.broadcast_to(1 - np.eye(width), coincidences.shape)
    else:
        place = (
            np.cumsum(totals, axis=1) - totals / 2 if level == "ordinal" else np.broadcast_to(categories, totals.shape)
        )
        distance = (place[:, :, None] - place[:, None, :]) ** 2
    observed = (coincidences * distance).sum(axis=(1, 2))
    expected = (totals[:, :, None] * totals[:, None, :] * distance).sum(axis=(1, 2))
    return np.where(expected > 0, 1 - (n - 1) * observed / expected, np.nan)


def _interval(values: _Array, units: int) -> Interval:
    """The statistic of the sample, which is the first value, and its interval from the resamples."""
    value, drawn = None if np.isnan(values[0]) else float(values[0]), values[1:]
    found = drawn[~np.isnan(drawn)]
    if value is None or len(found) == 0 or len(found) < (1 - _UNDEFINED_AT_MOST) * len(drawn):
        return Interval(mean=value, low=None, high=None, n=units)
    low, high = percentile_ends(found, units)
    return Interval(mean=value, low=low, high=high, n=units)


def _draw_mean_cohen(units: list[dict[str, float]], categories: list[float], weights: _Array) -> _Array:
    """The mean of Cohen's κ over the pairs of raters that have one, for every row of weights; NaN if none has."""
    raters = sorted({rater for unit in units for rater in unit})
    index = {category: number for number, category in enumerate(categories)}
    drawn = [np.full(len(weights), np.nan)]
    for one, other in combinations(raters, 2):
        shared = [number for number, unit in enumerate(units) if one in unit and other in unit]
        if len(shared) >= FEWEST_SHARED:
            pairs = [(index[units[number][one]], index[units[number][other]]) for number in shared]
            drawn.append(_draw_cohen(pairs, len(categories), weights[:, shared]))
    known = ~np.isnan(drawn)
    counts = known.sum(axis=0)
    return np.where(counts > 0, np.where(known, drawn, 0).sum(axis=0) / np.maximum(1, counts), np.nan)


def _draw_cohen(pairs: list[tuple[int, int]], width: int, weights: _Array) -> _Array:
    """Cohen's κ of two raters for every row of weights; NaN if undefined."""
    cells = np.zeros((len(pairs), width * width))
    cells[range(len(pairs)), [a * width + b for a, b in pairs]] = 1
    tables = (weights @ cells).reshape(-1, width, width)
    n = tables.sum(axis=(1, 2))
    expected = (tables.sum(axis=2) * tables.sum(axis=1)).sum(axis=1)
    observed = np.trace(tables, axis1=1, axis2=2)
    with np.errstate(divide="ignore", invalid="ignore"):
        kappa = (observed * n - expected) / (n * n - expected)
    return np.where((n > 0) & (n * n - expected > 0), kappa, np.nan)


class RaterReliability(FrozenModel):
    """A rater compared with the others: `same` is the share of equal answers, `alpha_without` the α of all others."""

    rater: str
    answers: int
    same: Interval
    alpha_without: float | None


def rater_reliabilities(
    ratings: Ratings, level: Level, *, cluster: Callable[[str], str] = str
) -> tuple[RaterReliability, ...]:
    """Each rater's agreement with the others; intervals over clusters of units, such as the questions of one task."""
    found = []
    for rater in sorted({rater for given in ratings.values() for rater in given}):
        mine = {unit: given for unit, given in ratings.items() if rater in given}
        equal: Counter[str] = Counter()
        pairs: Counter[str] = Counter()
        for unit, given in mine.items():
            equal[cluster(unit)] += sum(value == given[rater] for name, value in given.items() if name != rater)
            pairs[cluster(unit)] += len(given) - 1
        others = [[value for name, value in given.items() if name != rater] for given in ratings.values()]
        found.append(
            RaterReliability(
                rater=rater,
                answers=len(mine),
                same=clustered_rate([(float(equal[name]), number) for name, number in pairs.items()]),
                alpha_without=krippendorff_alpha(others, level),
            )
        )
    return tuple(found)
