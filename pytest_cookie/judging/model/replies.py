"""The schemas of the judge's replies. Data from a model: bounded, and lenient if the meaning is plain."""

import math
from typing import Annotated, ClassVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from pytest_cookie.core.text import clip
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.rubric.dimensions import MAX_DIMENSION_SCORE, Dimension

_MAX_SENTENCE = 600  # characters; longer replies are cut, not refused
_MAX_REASONING = 4_000  # characters
_MAX_ROWS = 40  # further rows of a runaway reply are dropped


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise ValueError("a number is needed")
    return number


def _within_scale(number: float) -> float:
    return min(MAX_DIMENSION_SCORE, max(0.0, _finite(number)))


def _lowered(word: object) -> object:
    return word.strip().lower() if isinstance(word, str) else word


def _without_letter(value: object) -> object:
    return value.strip().upper().removeprefix("D") or None if isinstance(value, str) else value


def _cut(limit: int) -> AfterValidator:
    return AfterValidator(lambda text: clip(text, limit))


Sentence = Annotated[str, _cut(_MAX_SENTENCE)]
Reasoning = Annotated[str, _cut(_MAX_REASONING)]
Score = Annotated[float, AfterValidator(_within_scale)]
Number = Annotated[float, AfterValidator(_finite)]
Size = Annotated[float, AfterValidator(lambda number: abs(_finite(number)))]
"""A deduction's points: `0.5` and `-0.5` mean the same."""


DeductionNumber = Annotated[int | None, BeforeValidator(_without_letter)]
"""The number of a deduction; `"D2"` and `2` mean the same."""


class Part(_Reply):
    """Points for a reason."""

    points: Size
    reason: Sentence


class Breakdown(_Reply):
    """The parts of a score: `base` + bonuses − deductions, kept within 0 to 8.

    `base` says how much is there, faults aside; faults are deductions only.
    """

    base: Score
    bonuses: Annotated[tuple[Part, ...], AfterValidator(lambda rows: rows[:_MAX_ROWS])] = ()
    deductions: Annotated[tuple[Part, ...], AfterValidator(lambda rows: rows[:_MAX_ROWS])] = ()

    @property
    def counted_bonuses(self) -> tuple[Part, ...]:
        """The bonuses, cut so that they do not raise the base above 8: a merit does not make up for a fault."""
        counted, room = [], MAX_DIMENSION_SCORE - self.base
        for part in self.bonuses:
            counted.append(part.model_copy(update={"points": min(part.points, room)}))
            room -= counted[-1].points
        return tuple(counted)

    @property
    def score(self) -> float:
        """0 to 8, two digits."""
        raised = self.base + sum(part.points for part in self.counted_bonuses)
        return clamp_score(raised - sum(part.points for part in self.deductions))


class StaticScoring(_Reply):
    """Stage 1."""

    reply_name: ClassVar[str] = "static_scoring"

    functionality: Breakdown
    aesthetics: Breakdown
    reasoning: Reasoning = ""


class Problem(_Reply):
    """A problem as the model reported it, not yet checked against the evidence.

    `deduction` is the number of the provisional deduction that it confirms.
    """

    dimension: Annotated[Dimension, BeforeValidator(_lowered)]
    severity: Annotated[Severity, BeforeValidator(_lowered)]
    title: Annotated[str, Field(min_length=1), _cut(200)]
    why: Annotated[str, _cut(1_200)]
    step: int | None = None
    video_seconds: Number | None = None
    deduction: DeductionNumber = None
    evidence: Sentence = ""


class ProblemDetection(_Reply):
    """Stage 3a."""

    reply_name: ClassVar[str] = "problem_detection"

    problems: Annotated[tuple[Problem, ...], AfterValidator(lambda rows: rows[:_MAX_ROWS])]
    summary: Reasoning = ""


class Adjustment(_Reply):
    """A change of a score: negative points deduct. `problem` counts from 1, None for a change without a problem.

    `deduction` is the number of the provisional deduction that is given back.
    """

    problem: int | None = None
    deduction: DeductionNumber = None
    points: Number
    reason: Sentence


class Adjusted(_Reply):
    """The changes of one dimension's score, and its final score with a reason.

    A reply without `overall`, as of earlier versions, means the start plus the adjustments.
    """

    adjustments: Annotated[tuple[Adjustment, ...], AfterValidator(lambda rows: rows[:_MAX_ROWS])]
    overall: Score | None = None
    why_overall: Sentence = ""


class ScoreAdjustment(_Reply):
    """Stage 3b."""

    reply_name: ClassVar[str] = "score_adjustment"

    functionality: Adjusted
    aesthetics: Adjusted
    reasoning: Reasoning = ""


class StepScoring(_Reply):
    """The score after one more step (Cookie-Bench 5.2, without deferred scoring)."""

    reply_name: ClassVar[str] = "step_scoring"

    functionality: Score
    aesthetics: Score
    reasoning: Reasoning = ""


def clamp_score(score: float) -> float:
    """`score` within 0 to 8, two digits."""
    return round(_within_scale(score), 2)
