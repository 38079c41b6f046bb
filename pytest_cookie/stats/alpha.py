"""Krippendorff's α: agreement of any number of observers, with missing values."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Literal

Level = Literal["nominal", "ordinal", "interval"]


def krippendorff_alpha(units: Iterable[Sequence[float]], level: Level) -> float | None:
    """α = 1 − D_o/D_e; at most 1, 0 as by chance, below 0 for systematic disagreement.

    A unit is the list of its values, without missing ones; units with fewer than two are dropped. Krippendorff,
    "Computing Krippendorff's Alpha-Reliability" (2011), sections A to E. The ordinal difference of two values there is
    the square of the difference of their midranks, so ordinal α is interval α of the midranks among all pairable
    values. None without pairable values, or if all values are equal.
    """
    pairable = [list(unit) for unit in units if len(unit) >= 2]
    if not pairable:
        return None
    if level == "nominal":
        return _nominal(pairable)
    if level == "ordinal":
        place = _midranks_by_value(chain.from_iterable(pairable))
        pairable = [[place[value] for value in unit] for unit in pairable]
    return _interval(pairable)


def _nominal(units: list[list[float]]) -> float | None:
    totals = Counter(chain.from_iterable(units))
    n = totals.total()
    expected = n * n - sum(count * count for count in totals.values())
    if not expected:
        return None
    observed = sum(
        (len(unit) ** 2 - sum(count * count for count in Counter(unit).values())) / (len(unit) - 1) for unit in units
    )
    return 1 - (n - 1) * observed / expected


def _interval(units: list[list[float]]) -> float | None:
    values = list(chain.from_iterable(units))
    if min(values) == max(values):
        return None
    expected = _squared_differences(values)
    observed = sum(_squared_differences(unit) / (len(unit) - 1) for unit in units)
    return 1 - (len(values) - 1) * observed / expected


def _squared_differences(values: Sequence[float]) -> float:
    """Σ (x − y)² over all ordered pairs, computed from the mean: a small sum of large squares loses digits."""
    mean = sum(values) / len(values)
    return 2 * len(values) * sum((value - mean) ** 2 for value in values)


def _midranks_by_value(values: Iterable[float]) -> dict[float, float]:
    counts = Counter(values)
    place: dict[float, float] = {}
    below = 0
    for value in sorted(counts):
        place[value] = below + counts[value] / 2
        below += counts[value]
    return place
