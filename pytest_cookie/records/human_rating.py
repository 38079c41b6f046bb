"""`HumanRating`: what a person said of one artifact, beside what a judge's record says of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pytest_cookie.core.labels import Mode
from pytest_cookie.core.score import ScoreName


@dataclass(frozen=True)
class Scale:
    """The points from worst to best that people could give, such as 0 to 8 (Cookie-Bench C.2.2)."""

    low: float = 0.0
    high: float = 8.0

    def from_percent(self, score: float) -> float:
        """A judge's score of 0 to 100 in points of this scale."""
        return self.low + score / 100 * (self.high - self.low)


@dataclass(frozen=True)
class HumanRating:
    """One rater's word on one artifact. Of each score there are points, or a rank among the query's artifacts.

    `points` are on a `Scale`, more is better; `ranks` begin at 1, the best, and equal ranks are ties. `mode` and
    `repeat` are None where the rater's table has no such column: then the opinion is on the only artifact there is.
    """

    case: str
    model: str
    rater: str
    mode: Mode | None = None
    repeat: int | None = None
    points: Mapping[ScoreName, float] = field(default_factory=dict)
    ranks: Mapping[ScoreName, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Feasibility:
    """Whether a task can be done on a page, as a person labelled it or as a judge answered (WebDevJudge-Unit)."""

    page: str
    task: str
    feasible: bool
