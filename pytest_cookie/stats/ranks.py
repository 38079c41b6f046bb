"""Agreement of rankings: ranks with ties, Spearman's ρ, the footrule."""

import math
from collections.abc import Sequence
from statistics import fmean

_ROUNDING = 1e-12
"""Largest relative deviation of values that are equal but for rounding."""


def midranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1 for the smallest; equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    first = 0
    for position in range(1, len(order) + 1):
        if position == len(order) or values[order[position]] != values[order[first]]:
            for index in order[first:position]:
                ranks[index] = (first + 1 + position) / 2
            first = position
    return ranks


def spearman(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Spearman's ρ, −1 to 1: Pearson's correlation of the midranks, which also handles ties.

    None with fewer than two values, or if all values of a side are equal.
    """
    return pearson(midranks(x), midranks(y))


def pearson(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Pearson's r, −1 to 1. None with fewer than two values, or if all values of a side are equal but for rounding."""
    if len(x) != len(y):
        raise ValueError(f"cannot compare {len(x)} values with {len(y)}")
    if len(x) < 2:
        return None
    mean_x, mean_y = fmean(x), fmean(y)
    square_x = sum((value - mean_x) ** 2 for value in x)
    square_y = sum((value - mean_y) ** 2 for value in y)
    if _is_rounding(square_x, x) or _is_rounding(square_y, y):
        return None
    product = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return max(-1.0, min(1.0, product / math.sqrt(square_x * square_y)))


def partial_correlation(x: Sequence[float], y: Sequence[float], given: Sequence[float]) -> float | None:
    """Pearson's r of x and y with the linear influence of a third quantity removed from both.

    None with fewer than four values, or if x or y follows from the third: no variation is left then.
    """
    xy, xz, yz = pearson(x, y), pearson(x, given), pearson(y, given)
    if len(x) < 4 or xy is None:
        return None
    if xz is None or yz is None:
        return xy
    left = (1 - xz**2) * (1 - yz**2)
    return None if left <= _ROUNDING else max(-1.0, min(1.0, (xy - xz * yz) / math.sqrt(left)))


def _is_rounding(square: float, values: Sequence[float]) -> bool:
    """Whether a sum of squared deviations is no more than the rounding of equal values, such as means of thirds."""
    return square <= len(values) * (_ROUNDING * max(map(abs, values))) ** 2


def footrule_agreement(x: Sequence[float], y: Sequence[float]) -> float | None:
    """1 − Σ|rank difference| / ⌊n²/2⌋: 1 for equal orders, 0 for opposite ones, about 1/3 for unrelated long ones.

    Spearman's footrule and its maximum: Diaconis and Graham, "Spearman's Footrule as a Measure of Disarray", JRSS B 39
    (1977). Ties by midranks, which is F_prof of Fagin et al., "Comparing Partial Rankings", SIAM J. Discrete Math. 20
    (2006). As one minus the distance it is ArtifactsBench's "normalized footrule consistency". None with fewer than
    two values.
    """
    if len(x) != len(y):
        raise ValueError(f"cannot compare {len(x)} values with {len(y)}")
    if len(x) < 2:
        return None
    distance = sum(abs(a - b) for a, b in zip(midranks(x), midranks(y), strict=True))
    return 1 - distance / (len(x) ** 2 // 2)
