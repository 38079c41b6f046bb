"""Compares how a judge and people distribute their scores over levels (ArtifactsBench, section A.5)."""

from collections.abc import Sequence
from itertools import accumulate
from math import floor

from pytest_cookie.core.frozen_model import FrozenModel

LEVELS = 6
"""The paper's scale for people: 0 to 5."""


class LevelComparison(FrozenModel):
    """Shares of each level, 0 first; each list adds up to 1."""

    judge: tuple[float, ...]
    """Shares of the judge's scores, brought to the same scale and rounded."""
    people: tuple[float, ...]
    """Shares of the people's scores."""
    total_variation: float
    """Half the sum of the absolute differences: the share of scores that would have to move. 0 to 1."""
    wasserstein: float
    """Mean number of levels that scores would have to move (earth mover's distance)."""


def level_of(percent: float, levels: int = LEVELS) -> int:
    """The level of a score of 0 to 100 on a scale of 0 to `levels` − 1; halves are rounded up."""
    return min(levels - 1, max(0, floor(percent / 100 * (levels - 1) + 0.5)))


def compare_levels(judge: Sequence[float], people: Sequence[int], levels: int = LEVELS) -> LevelComparison | None:
    """Judge's scores of 0 to 100 against people's levels. None if a side is empty.

    Raises `ValueError` for a level outside of the scale.
    """
    if not judge or not people:
        return None
    if outside := [level for level in people if not 0 <= level < levels]:
        raise ValueError(f"the level {outside[0]} is not on the scale of 0 to {levels - 1}")
    judged = _shares([level_of(score, levels) for score in judge], levels)
    rated = _shares(people, levels)
    differences = [one - other for one, other in zip(judged, rated, strict=True)]
    return LevelComparison(
        judge=judged,
        people=rated,
        total_variation=sum(map(abs, differences)) / 2,
        wasserstein=sum(map(abs, accumulate(differences))),
    )


def _shares(levels: Sequence[int], count: int) -> tuple[float, ...]:
    return tuple(levels.count(level) / len(levels) for level in range(count))
