"""`HumanRating`: a person's rating of one artifact, to compare with a judge's record."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pytest_cookie.core.labels import Mode


@dataclass(frozen=True)
class Scale:
    """The range of points from worst to best, such as 0 to 8 (Cookie-Bench C.2.2)."""

    low: float = 0.0
    high: float = 8.0

    def from_percent(self, score: float) -> float:
        """A judge's score of 0 to 100 in points of this scale."""
        return self.low + score / 100 * (self.high - self.low)


@dataclass(frozen=True)
class HumanRating:
    """One rater's opinion on one artifact. Each score has points, or a rank among the artifacts of the query.

    `points` are on a `Scale`, more is better; `ranks` begin at 1, the best, and equal ranks are ties. `mode` and
    `repeat` are None if the table lacks the column; the opinion then applies to the only artifact.
    """

    case: str
    model: str
    rater: str
    mode: Mode | None = None
    repeat: int | None = None
    points: Mapping[str, float] = field(default_factory=dict)
    ranks: Mapping[str, float] = field(default_factory=dict)

    def value(self, score: str) -> float | None:
        """What was given for a score, so that more is better: points, or the negated rank; None for nothing."""
        if score in self.points:
            return self.points[score]
        return -self.ranks[score] if score in self.ranks else None


GivenAs = Literal["points", "ranks"]


def given_for(score: str, opinions: Sequence[HumanRating]) -> Iterator[tuple[GivenAs, list[tuple[str, float]]]]:
    """The points that raters gave for a score, and the ranks, each with its rater; what nobody gave is left out."""
    points = [(one.rater, one.points[score]) for one in opinions if score in one.points]
    ranks = [(one.rater, one.ranks[score]) for one in opinions if score in one.ranks]
    if points:
        yield "points", points
    if ranks:
        yield "ranks", ranks


@dataclass(frozen=True)
class Feasibility:
    """Whether a task is feasible on a page, as labelled by a person or answered by a judge (WebDevJudge-Unit)."""

    page: str
    task: str
    feasible: bool
