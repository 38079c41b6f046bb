"""`Verdict`: scores and findings, made after the evidence is complete."""

from typing import Literal, get_args

from pydantic import Field

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.spend import NOTHING, Spend

Dimension = Literal["functionality", "aesthetics"]
DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)
Severity = Literal["critical", "major", "minor"]

SEVERITIES: tuple[Severity, ...] = ("critical", "major", "minor")
"""Most severe first."""

MEASURED = "measured"
"""The name of the judge that measures and calls no model."""

MAX_DIMENSION_SCORE = 8.0
"""Each dimension is judged from 0 to 8 (Cookie-Bench C.2.2) and reported from 0 to 100."""

AESTHETIC_ITEMS = frozenset({"7", "8", "9", "10", "11", "12", "15"})
FUNCTIONAL_ITEMS = frozenset({"1", "2", "2a", "3", "3a", "4", "5", "6", "13", "14", "16"})
"""The rubric's items by dimension (Cookie-Bench B.4.2, Table 13)."""


class Finding(FrozenModel):
    """A defect: what failed, where, why that is a defect, and the file that shows it.

    `item` is its rubric item ("3", "2a"), empty for a judge without a rubric. `evidence` is a path
    below the item's `evidence/` folder. `step` is the step of the trace, `video_ms` the moment in the video.
    """

    dimension: Dimension
    severity: Severity
    title: str
    why: str
    item: str = ""
    selector: str = ""
    step: int | None = None
    video_ms: int | None = None
    evidence: str = ""


ItemStatus = Literal["scored", "inapplicable", "unmeasured"]


class RubricItem(FrozenModel):
    """One item of the rubric (Cookie-Bench B.4). `score` is 0 to 1, None unless scored.

    `reason` names the measurement, or says why the item does not apply or could not be measured.
    """

    id: str
    name: str
    dimension: Dimension
    status: ItemStatus
    score: float | None = Field(default=None, ge=0, le=1)
    reason: str

    @property
    def passed(self) -> bool | None:
        """The binary view of B.4; None without a score."""
        return None if self.score is None else self.score >= 0.5


JudgeStage = Literal["static", "detection", "adjustment", "step"]
"""Cookie-Bench B.3: static scoring, problem detection, score adjustment; `step` is reactive scoring (5.2, ablation)."""

Ablation = Literal["no_vision", "no_video", "no_static_score", "no_deferred_scoring"]
"""Cookie-Bench 5.2: the input that is withheld from a judge, or the deferral that is switched off."""


class Points(FrozenModel):
    """A part of a score, in points of 0 to 8: a base, a bonus (positive) or a deduction (negative), and its reason."""

    dimension: Dimension
    points: float
    reason: str


class StageOpinion(FrozenModel):
    """The opinion of one stage of a model judge: scores of 0 to 8 in the method's terms, and their derivation.

    `functionality` and `aesthetics` are None for a stage that does not score (detection). `prompt` is its identity.
    """

    stage: JudgeStage
    judge: str
    functionality: float | None = Field(default=None, ge=0, le=MAX_DIMENSION_SCORE)
    aesthetics: float | None = Field(default=None, ge=0, le=MAX_DIMENSION_SCORE)
    points: tuple[Points, ...] = ()
    problems: tuple[Finding, ...] = ()
    reasoning: str = ""
    prompt: str = ""
    saw: tuple[str, ...] = ()
    """The files it received: paths below the item's folder, each with a caption after a colon."""
    spend: Spend = NOTHING


class Verdict(FrozenModel):
    """A judge's verdict on one item. Scores are 0 to 100, None if a dimension could not be judged.

    `runnable` is false if the artifact is bad as a whole (no code, blank, crashes): both scores are 0.
    """

    judge: str
    judge_version: str
    runnable: bool
    functionality: float | None = Field(ge=0, le=100)
    aesthetics: float | None = Field(ge=0, le=100)
    items: tuple[RubricItem, ...] = ()
    findings: tuple[Finding, ...] = ()
    stages: tuple[StageOpinion, ...] = ()
    """The stages of a model judge, in order; for a panel, of all its judges."""
    ablation: Ablation | None = None
    notes: tuple[str, ...] = ()
    """Limits of the verdict: shortened input, evidence that the judge could not receive."""
    spend: Spend = NOTHING
    made_from: str = ""
    """Hash of the inputs (`protocols.phase_keys`)."""

    @property
    def total(self) -> float | None:
        """The mean of both dimensions, rounded to two digits; None unless both are scored."""
        if self.functionality is None or self.aesthetics is None:
            return None
        return round((self.functionality + self.aesthetics) / 2, 2)
