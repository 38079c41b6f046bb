"""`HumanRating`: a person's rating of one artifact, to compare with a judge's record."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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


@dataclass(frozen=True)
class Feasibility:
    """Whether a task is feasible on a page, as labelled by a person or answered by a judge (WebDevJudge-Unit)."""

    page: str
    task: str
    feasible: bool
