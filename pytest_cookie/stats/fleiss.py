"""Fleiss' κ: agreement of several raters, who need not be the same for every unit, beyond chance."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from statistics import fmean


def fleiss_kappa(units: Iterable[Sequence[Hashable]]) -> float | None:
    """κ = (P − P_e) / (1 − P_e); at most 1, 0 as by chance.

    A unit is the list of its ratings; units with fewer than two are dropped. Fleiss, "Measuring nominal scale agreement
    among many raters", Psychological Bulletin 76 (1971), 378–382. With a different number of ratings per unit, P is the
    mean of the units' shares of equal pairs, and P_e follows from all ratings. None without units, or if all ratings
    are equal.
    """
    rated = [unit for unit in units if len(unit) >= 2]
    if not rated:
        return None
    totals = Counter(chain.from_iterable(rated))
    n = totals.total()
    expected = sum((count / n) ** 2 for count in totals.values())
    if len(totals) == 1:
        return None
    observed = fmean(
        sum(count * (count - 1) for count in Counter(unit).values()) / (len(unit) * (len(unit) - 1)) for unit in rated
    )
    return (observed - expected) / (1 - expected)
