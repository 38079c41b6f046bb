"""Cohen's κ: agreement of two raters beyond the agreement expected by chance."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

Category = TypeVar("Category")


def differs(a: object, b: object) -> float:
    """All disagreements count equally: the unweighted κ (Cohen 1960)."""
    return float(a != b)


def squared(a: float, b: float) -> float:
    """A disagreement counts as the square of its size: the quadratic weights (Fleiss and Cohen 1973)."""
    return (a - b) ** 2


def cohen_kappa(
    pairs: Iterable[tuple[Category, Category]], disagreement: Callable[[Category, Category], float] = differs
) -> float | None:
    """1 − observed / expected disagreement of two raters on the same subjects, at most 1, 0 as by chance.

    Weighted κ with `disagreement` as its ratio-scaled weights: Cohen, "Weighted kappa", Psychological Bulletin 70
    (1968), 213–220. None without pairs, or if the expected disagreement is 0, as when both raters use one category for
    everything.
    """
    cells = Counter(pairs)
    n = cells.total()
    if n == 0:
        return None
    first: Counter[Category] = Counter()
    second: Counter[Category] = Counter()
    for (a, b), count in cells.items():
        first[a] += count
        second[b] += count
    observed = sum(disagreement(a, b) * count for (a, b), count in cells.items()) / n
    expected = sum(
        disagreement(a, b) * count_a * count_b for a, count_a in first.items() for b, count_b in second.items()
    )
    return 1 - observed * n * n / expected if expected else None
