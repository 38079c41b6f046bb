"""`Verdict`: scores and findings, made after the evidence is complete."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.score_spec import MAX_SCORES, Number, ScoreId
from pytest_cookie.core.slices import ItemPart, SliceId, SliceValue
from pytest_cookie.core.spend import NOTHING, Spend

Severity = Literal["critical", "major", "minor"]

SEVERITIES: tuple[Severity, ...] = ("critical", "major", "minor")
"""Most severe first."""

MEASURED = "measured"
"""The name of the judge that measures and calls no model."""

STAGE_SCALE = 8.0
"""The default best score of a stage (Cookie-Bench C.2.2)."""


class Finding(FrozenModel):
    """A defect: what failed, where, why it is a defect, and the file that shows it."""

    dimension: ScoreId
    """Id of the score that it belongs to."""
    severity: Severity
    """`critical`: prevents the main purpose. `major`: a user notices it and is hindered. `minor`: a blemish."""
    title: str
    """What failed."""
    why: str
    """Why it is a defect."""
    item: str = ""
    """Id of the rubric item, such as `3` or `2a`. Empty for a judge without a rubric."""
    kind: str = ""
    """Stable id of the defect, such as `dead-control`. Empty for a finding by a model."""
    selector: str = ""
    """CSS selector of the element. May be empty."""
    text: str = ""
    """Text of the page that shows the defect, where that is not the element that was used. May be empty."""
    step: int | None = None
    """Number of the step in the trace. Null if the defect shows without use."""
    video_ms: int | None = None
    """Moment in the film, in milliseconds of page time."""
    evidence: str = ""
    """The file that shows it, relative to the item's `evidence/` folder. May be empty."""


ItemStatus = Literal["scored", "inapplicable", "unmeasured"]


class RubricItem(FrozenModel):
    """The result of one rubric item (Cookie-Bench B.4)."""

    id: str
    """Id of the item."""
    name: str
    """Name of the item."""
    dimension: ScoreId
    """Id of the score that it counts for."""
    status: ItemStatus
    """`scored`; `inapplicable`: brief or leaf exclude it; `unmeasured`: the evidence cannot answer it."""
    score: float | None = Field(default=None, ge=0, le=1)
    """Score from 0 to 1; the item passes from 0.5. Null unless scored."""
    reason: str
    """The measurements, or why the item does not apply or could not be measured."""

    @property
    def passed(self) -> bool | None:
        """The binary view of B.4; None without a score."""
        return None if self.score is None else self.score >= 0.5


class CriteriaCount(FrozenModel):
    """How many criteria of a score were measured, of those that the protocol demands for the case."""

    measured: int = Field(ge=0)
    """Number of criteria that were measured."""
    demanded: int = Field(ge=1)
    """Number of criteria that brief and leaf do not exclude."""

    @model_validator(mode="after")
    def _is_part(self) -> Self:
        if self.measured > self.demanded:
            raise ValueError(f"{self.measured} of {self.demanded} criteria cannot be measured")
        return self

    @property
    def missing(self) -> int:
        """Number of demanded criteria that could not be measured."""
        return self.demanded - self.measured

    @property
    def share(self) -> float:
        """The measured share, 0 to 1."""
        return self.measured / self.demanded


def count_criteria(items: Iterable[RubricItem]) -> dict[ScoreId, CriteriaCount]:
    """The criteria of each score that has any. The protocol demands every item that is not inapplicable."""
    demanded = [item for item in items if item.status != "inapplicable"]
    of_score = Counter(item.dimension for item in demanded)
    measured = Counter(item.dimension for item in demanded if item.status == "scored")
    return {name: CriteriaCount(measured=measured[name], demanded=count) for name, count in of_score.items()}


JudgeStage = Literal["static", "detection", "adjustment", "step"]
"""Cookie-Bench B.3: static scoring, problem detection, score adjustment; `step` is reactive scoring (5.2, ablation)."""

Ablation = Literal["no_vision", "no_video", "no_static_score", "no_deferred_scoring"]
"""Cookie-Bench 5.2: the input that is withheld from a judge, or the deferral that is switched off."""


class Points(FrozenModel):
    """A part of a model judge's score: a base, a bonus or a deduction."""

    dimension: ScoreId
    """Id of the score that it counts for."""
    points: float
    """Points on the judge's own scale. Deductions are negative."""
    reason: str
    """What the points are for."""


class StageOpinion(FrozenModel):
    """The result of one stage of a model judge."""

    stage: JudgeStage
    """`static`: static scoring; `detection`: problem detection; `adjustment`: score adjustment; `step`: scoring step by
    step."""
    judge: str
    """The judge."""
    scores: dict[ScoreId, float] = Field(default={}, max_length=MAX_SCORES)
    """Scores on the judge's own scale, by id. Empty for a stage without scores."""
    out_of: float = Field(default=STAGE_SCALE, gt=0, le=1e9)
    """The best score on that scale; the worst is 0."""
    points: tuple[Points, ...] = ()
    """The parts of the scores."""
    problems: tuple[Finding, ...] = ()
    """The findings of this stage."""
    reasoning: str = ""
    """The explanation by the model."""
    prompt: str = ""
    """Name, version and hash of the prompt."""
    saw: tuple[str, ...] = ()
    """The files that the judge received: path relative to the item's folder, a colon, and a caption."""
    spend: Spend = NOTHING
    """Calls, tokens, cost and waiting time of this stage."""

    @model_validator(mode="after")
    def _is_on_scale(self) -> Self:
        if wrong := [name for name, value in self.scores.items() if not 0 <= value <= self.out_of]:
            raise ValueError(f"{wrong[0]} is {self.scores[wrong[0]]:g}, outside 0 to {self.out_of:g}")
        return self


class ScoreSpread(FrozenModel):
    """How far several judges, or several samples of one, lie apart in one score."""

    dimension: ScoreId
    """Id of the score."""
    scores: dict[str, float]
    """The score of each judge or sample that gave one."""
    low: float
    """The lowest score."""
    high: float
    """The highest score."""
    deviation: float | None = None
    """Standard deviation of the scores (with n − 1). Null for a single score."""


class RefereeScores(FrozenModel):
    """The scores that one of several referees gave. They are never combined with those of another."""

    judge: str
    """The referee."""
    scores: dict[ScoreId, Number | None] = Field(max_length=MAX_SCORES)
    """Its scores by id. Null if one could not be judged."""


_MAX_CONCLUSIONS = 24
"""Judges; more than any panel or list of referees has."""
MAX_CLASSIFICATIONS = 60
"""As many as a verdict has tasks (AUI-Gym)."""


class Classification(FrozenModel):
    """Classes of one artifact, or of a part of it, by several sources, such as the case, a measurement and a model."""

    name: str = Field(min_length=1, max_length=60)
    """Name of the classification, such as `interactivity class`."""
    by: dict[str, str] = Field(max_length=12)
    """The class by each source: `case`, `measured`, or the name of a model."""


Cell = Annotated[str, Field(max_length=2_000)]


class Outline(FrozenModel):
    """A part of a picture, in pixels of the picture."""

    left: int = Field(ge=0)
    """Distance from the left edge."""
    top: int = Field(ge=0)
    """Distance from the upper edge."""
    width: int = Field(gt=0)
    """Width."""
    height: int = Field(gt=0)
    """Height."""


class ShownPicture(FrozenModel):
    """A picture of the evidence."""

    file: str = Field(max_length=400)
    """The file, relative to the item's `evidence/` folder."""
    caption: Cell
    """Caption of the picture."""
    outline: Outline | None = None
    """The part to outline. Null for none."""


class Figure(FrozenModel):
    """Pictures side by side."""

    title: Cell
    """Heading of the figure."""
    columns: int = Field(default=2, ge=1, le=4)
    """Pictures in a row."""
    pictures: tuple[ShownPicture, ...] = Field(min_length=1, max_length=24)
    """The pictures, row by row."""
    overlays: tuple[tuple[int, int], ...] = Field(default=(), max_length=12)
    """Numbers of two pictures, from 0, that should look the same: the report lays one over the other and shows the
    difference."""


class Excerpt(FrozenModel):
    """A long text, folded below a table."""

    title: Cell
    """Heading of the text."""
    text: str = Field(max_length=200_000)
    """The text."""
    kind: Literal["text", "diff"] = "text"
    """`diff`: a unified diff, whose new and removed lines are marked."""


class RowStep(FrozenModel):
    """A step of what a row of a panel tells, such as an action of an agent or a substep of a workflow."""

    text: Cell
    """What was done."""
    outcome: Cell = ""
    """What came of it, or why it failed."""
    passed: bool | None = None
    """Whether it came out as expected. Null for steps that expect nothing."""
    picture: str = Field(default="", max_length=400)
    """The window afterwards, relative to the item's `evidence/` folder. Empty if there is none."""


class RowDetails(FrozenModel):
    """How the result of a row of a panel came about."""

    row: int = Field(ge=0, lt=500)
    """Number of the row, from 0."""
    expected: Cell = ""
    """What had to be true. May be empty."""
    actual: Cell = ""
    """What was found. May be empty."""
    step: int | None = None
    """Number of the step of the exploration that shows it. Null if none does."""
    steps: tuple[RowStep, ...] = Field(default=(), max_length=200)
    """The steps of a session of its own, in order."""


class Panel(FrozenModel):
    """A table of a judge for the report, with texts and pictures below it: what belongs to no other field."""

    title: str = Field(min_length=1, max_length=120)
    """Heading of the table."""
    columns: tuple[Cell, ...] = Field(min_length=1, max_length=12)
    """Headings of the columns."""
    rows: tuple[tuple[Cell, ...], ...] = Field(default=(), max_length=500)
    """The rows, with a text for each column."""
    details: tuple[RowDetails, ...] = Field(default=(), max_length=500)
    """For some rows, how their results came about."""
    figures: tuple[Figure, ...] = Field(default=(), max_length=40)
    """Pictures below the table."""
    excerpts: tuple[Excerpt, ...] = Field(default=(), max_length=24)
    """Long texts below the table, folded."""

    def as_text(self) -> str:
        """The title and the table in plain text, each column as wide as its longest cell."""
        rows = [self.columns, *self.rows]
        widths = [max(len(row[at]) for row in rows) for at in range(len(self.columns))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        return "\n".join([self.title, *lines])


class Verdict(FrozenModel):
    """The judgment of one judge on one item: the file `verdicts/<judge>.json`."""

    judge: str
    """The judge."""
    judge_version: str
    """Names and versions of its rubric and prompts."""
    runnable: bool
    """`false` if the artifact cannot be judged (no code, blank, crashes). Every score is then the worst."""
    scores: dict[ScoreId, Number | None] = Field(max_length=MAX_SCORES)
    """The scores by id, as the protocol specifies them. Null if one could not be judged."""
    missing_because: str = ""
    """Why the score that ranks is missing, for an item that is therefore unscored. Empty if the judge does not know."""
    items: tuple[RubricItem, ...] = ()
    """The results of the judge's items, for a judge with a rubric or a checklist."""
    findings: tuple[Finding, ...] = ()
    """The defects that were found."""
    stages: tuple[StageOpinion, ...] = ()
    """The stages of a model judge, in order. Those of all judges for a panel."""
    conclusions: dict[str, str] = Field(default={}, max_length=_MAX_CONCLUSIONS)
    """What each judge concluded in words, by its name, for judges without stages. Those with stages have it there."""
    spreads: tuple[ScoreSpread, ...] = ()
    """For a panel or several samples of a judge: how far the scores lie apart, for each score."""
    referees: tuple[RefereeScores, ...] = ()
    """For several referees: the scores of each; `scores` has those of the first. Each has its own leaderboard."""
    classifications: tuple[Classification, ...] = Field(default=(), max_length=MAX_CLASSIFICATIONS)
    """Classes of the artifact by several sources."""
    slices: dict[SliceId, SliceValue] = {}
    """Labels that the judge found, by id, for breakdowns. Those of the case need not be repeated."""
    parts: tuple[ItemPart, ...] = Field(default=(), max_length=400)
    """Scores of the parts of the item, such as its tasks, in the order of the case."""
    ablation: Ablation | None = None
    """The kind of evidence that the judge did not receive."""
    evidence_share: float | None = Field(default=None, ge=0, le=1)
    """Share of the applicable rubric items that could be measured, of the dimension with less. Null for a judge without
    a rubric."""
    panels: tuple[Panel, ...] = Field(default=(), max_length=12)
    """Tables for the item's page in the report."""
    notes: tuple[str, ...] = ()
    """Limitations, such as evidence that was cut or could not be sent."""
    spend: Spend = NOTHING
    """Calls, tokens, cost and waiting time of the judge."""
    made_from: str = ""
    """Hash of everything that the verdict depends on."""
