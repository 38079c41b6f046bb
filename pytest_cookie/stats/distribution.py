"""How a score is distributed over cases (Vibe Code Bench, appendix B)."""

from collections.abc import Sequence
from statistics import median

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.score_spec import ScoreSpec

BINS = 10


class Distribution(FrozenModel):
    """The distribution of a score over cases."""

    n: int
    """Number of cases."""
    median: float
    """Median, in the unit of the score."""
    worst: float
    """Share of cases with the worst value, 0 to 1."""
    best: float
    """Share of cases with the best value, 0 to 1."""
    counts: tuple[int, ...]
    """Cases in each tenth of the range, from the lowest; a value between two tenths is in the upper one."""


def distribution(values: Sequence[float], spec: ScoreSpec) -> Distribution | None:
    """The distribution of the means of cases; None without any."""
    if not values:
        return None
    places = [min(BINS - 1, int(BINS * spec.share(value))) for value in values]
    best = spec.high if spec.worst == spec.low else spec.low
    return Distribution(
        n=len(values),
        median=median(values),
        worst=sum(value == spec.worst for value in values) / len(values),
        best=sum(value == best for value in values) / len(values),
        counts=tuple(places.count(place) for place in range(BINS)),
    )
