"""Compares how a judge and people distribute their scores over levels (ArtifactsBench, section A.5)."""

from collections.abc import Sequence
from itertools import accumulate
from math import floor

from pytest_cookie.core.frozen_model import FrozenModel

LEVELS = 6
"""The paper's scale for people: 0 to 5."""
MAX_LEVELS = 21
"""A scale with more whole points is divided into `LEVELS` levels."""


class LevelComparison(FrozenModel):
    """Shares of each level, the lowest first; each list of shares adds up to 1."""

    points: tuple[float, ...]
    """The points of each level, on the people's scale."""
    judge: tuple[float, ...]
    """Shares of the judge's scores, brought to the same scale and rounded."""
    people: tuple[float, ...]
    """Shares of the people's scores."""
    total_variation: float
    """Half the sum of the absolute differences: the share of scores that would have to move. 0 to 1."""
    wasserstein: float
    """Mean number of points that scores would have to move (earth mover's distance)."""


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
        points=tuple(map(float, range(levels))),
        judge=judged,
        people=rated,
        total_variation=sum(map(abs, differences)) / 2,
        wasserstein=sum(map(abs, accumulate(differences))),
    )


def levels_of_scale(low: float, high: float) -> int:
    """The number of levels of a scale: its whole points, or `LEVELS` if these are too many or no whole number."""
    steps = high - low
    return int(steps) + 1 if steps == int(steps) and steps < MAX_LEVELS else LEVELS


def compare_on_scale(
    judge: Sequence[float], people: Sequence[float], *, low: float, high: float
) -> LevelComparison | None:
    """Judge's scores of 0 to 100 against people's points on a scale from `low` to `high`. None if a side is empty.

    Points between two levels count as the nearest one, halves as the upper one.
    """
    levels = levels_of_scale(low, high)
    percents = [100 * (points - low) / (high - low) for points in people]
    found = compare_levels(judge, [level_of(percent, levels) for percent in percents], levels)
    if found is None:
        return None
    step = (high - low) / (levels - 1)
    return found.model_copy(
        update={
            "points": tuple(round(low + step * level, 6) for level in range(levels)),
            "wasserstein": found.wasserstein * step,
        }
    )


def _shares(levels: Sequence[int], count: int) -> tuple[float, ...]:
    return tuple(levels.count(level) / len(levels) for level in range(count))
