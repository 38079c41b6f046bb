"""`Record`: one JSON line per item; `Manifest`: the options of a run."""

import re
from typing import Final, Literal

from pydantic import Field

from pytest_cookie.core.build import Build
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import ClockKind, Difficulty, Language, Mode, PageType, Voice
from pytest_cookie.core.score_spec import MAX_SCORES, Number, ScoreId, ScoreSet
from pytest_cookie.core.slices import COMMON, ItemPart, SliceId, SliceSpec, SliceValue
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.stages import Stage
from pytest_cookie.core.verdict import (
    MAX_CLASSIFICATIONS,
    Classification,
    CriteriaCount,
    Finding,
    RefereeScores,
    ScoreSpread,
)

Outcome = Literal["scored", "failed", "unscored"]

SCHEMA_VERSION: Final = 1
"""Version of records and manifests."""
INTERRUPTED, RUNNING = "interrupted", "running"
"""Kinds of causes: the run ended before the item did; the item is not done and its run goes on. The first is what an
item's file says from its first moment, the second what readers make of it while the run is alive."""
OUT_OF_BUDGET, MODEL_REFUSED = "OutOfBudgetError", "ModelRefusedError"
"""Kinds of causes: the run was stopped or its worker died; the budget was exhausted; no call of a model can succeed
until the user sets a key or corrects the model's name."""


class Cause(FrozenModel):
    """Why an item is unscored: a fault of the machinery, of a provider or of the judge."""

    stage: Stage
    """The stage that failed."""
    kind: str
    """The type of the error, such as `BuildError`."""
    message: str
    """The error message."""
    bug_times: int = Field(default=0, ge=0)
    """How many times in a row the item failed with this same bug. 0 if the cause is no bug."""
    by_provider: bool = False
    """Whether the provider of a model is at fault: it did not answer, or refused the call."""
    package: str = ""
    """The installed package whose bug it is, such as `package acme-bench 1.2`. Empty for a bug of pytest-cookie."""

    @property
    def is_of_the_run(self) -> bool:
        """Whether the run ended before the item did, so its outcome is open and a resumed run runs the item."""
        return self.kind in (INTERRUPTED, RUNNING, OUT_OF_BUDGET, MODEL_REFUSED)

    @property
    def is_running(self) -> bool:
        """Whether the item was not done when it was read, and its run was still going on."""
        return self.kind == RUNNING


_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]+")
_MAX_MESSAGE = 2_000


def bug_cause(stage: Stage, error: BaseException, *, before: Cause | None = None, package: str = "") -> Cause:
    """The cause for an unexpected error, which is a bug in pytest-cookie, or in an installed `package`.

    `before` is the cause in the last record.

    Messages may quote pages: characters that JSON cannot hold are replaced, and memory addresses removed.
    """
    try:
        text = f"sys.exit({error.code!r}) was called" if isinstance(error, SystemExit) else str(error)
    except Exception as failure:  # noqa: BLE001 - the message of a package's error is code of the package
        text = f"its message raises {type(failure).__name__}"
    message = _ADDRESS.sub("0x…", text).encode(errors="replace").decode()
    where = f"the {package}" if package else "pytest-cookie"
    text = f"a bug in {where}: {message[:_MAX_MESSAGE]}"
    cause = Cause(stage=stage, kind=type(error).__name__, message=text, package=package)
    is_same = before is not None and (before.stage, before.kind, before.message) == (stage, cause.kind, cause.message)
    return cause.model_copy(update={"bug_times": 1 + (before.bug_times if before and is_same else 0)})


class Record(FrozenModel):
    """The result of one item: one line of `records.jsonl`.

    The run's manifest specifies the scores. `failed` items have the worst scores; `unscored`
    items have none, and a `cause`.
    """

    schema_version: Literal[1] = SCHEMA_VERSION
    """Version of this schema."""
    protocol: str = "cookie"
    """The evaluation protocol."""
    case: str
    """Id of the case."""
    model: str
    """The model that made the artifact."""
    mode: Mode
    """Kind of artifact."""
    repeat: int
    """Number of the repeat, from 1. With case, model and mode it identifies the item in its run."""
    outcome: Outcome
    """`scored`; `failed`: the artifact is bad and has the worst scores; `unscored`: the machinery, a provider or the
    judge failed."""
    scores: dict[ScoreId, Number | None] = Field(default={}, max_length=MAX_SCORES)
    """The scores by id, as the manifest specifies them. Null if one could not be judged."""
    criteria: dict[ScoreId, CriteriaCount] = Field(default={}, max_length=MAX_SCORES)
    """How many criteria each score rests on, of those that the protocol demands. Empty if this is unknown."""
    metrics: dict[str, float] = {}
    """Further numbers, by name. They are exported, and in no mean."""
    page_type: PageType
    """Page type of the case."""
    domain: str
    """Domain of the case."""
    leaf: str
    """Task type of the case."""
    difficulty: Difficulty
    """Difficulty of the case."""
    language: Language
    """Language of the case."""
    voice: Voice | None = None
    """How the brief of the case speaks. Null if it is written out."""
    slices: dict[SliceId, SliceValue] = {}
    """Further labels by id, as the manifest declares them."""
    parts: tuple[ItemPart, ...] = Field(default=(), max_length=400)
    """Labels and scores of the parts of the item, such as its tasks."""
    brief: str
    """The task that the model was given."""
    findings: tuple[Finding, ...] = ()
    """The defects that the judge found."""
    spreads: tuple[ScoreSpread, ...] = ()
    """For a panel or several samples of a judge: how far the scores lie apart, for each score."""
    referees: tuple[RefereeScores, ...] = ()
    """For several referees: the scores of each; `scores` has those of the first. Each has its own leaderboard."""
    classifications: tuple[Classification, ...] = Field(default=(), max_length=MAX_CLASSIFICATIONS)
    """Classes of the artifact by several sources, whose agreement the summary has."""
    cause: Cause | None = None
    """Why the item is unscored. Null for other outcomes."""
    build: Build | None = None
    """How a project was built. Null if no build was needed."""
    clock: ClockKind | None = None
    """The clock of page time. Null if no browser was needed."""
    agent: str
    """The explorer that used the page."""
    judge: str
    """The judge."""
    cost_usd: float | None = 0.0
    """Cost of all model calls for the item. Null if the price of a model is unknown."""
    spend: dict[Stage, Spend] = {}
    """Calls, tokens, cost and waiting time by stage."""
    phase_seconds: dict[str, float] = {}
    """Machine time of each phase, in seconds."""
    folder: str
    """The item's folder, relative to the run folder."""
    thumbnail: str = ""
    """A small picture of the first screen, relative to `folder`. Empty without one."""
    node_id: str = ""
    """The id of the item in pytest."""
    made_from: str = ""
    """Hash of everything that the item depends on. A resumed run skips items whose hash has not changed."""


class Continuation(FrozenModel):
    """A later session of a resumed run."""

    started: str
    """When the session started (ISO 8601)."""
    version: str
    """Version of pytest-cookie."""
    browser: str
    """Version of the browser."""
    platform: str
    """Operating system."""
    changed: tuple[str, ...] = ()
    """Options and settings that differ from those of the run until then."""


class Manifest(FrozenModel):
    """What a run was made with: versions, options, seeds and hashes. The file `manifest.json`."""

    schema_version: Literal[1] = SCHEMA_VERSION
    """Version of this schema."""
    version: str
    """Version of pytest-cookie."""
    started: str
    """When the run started (ISO 8601)."""
    protocol: str = "cookie"
    """The evaluation protocol."""
    protocol_version: str = Field(default="1", max_length=60)
    """Version of the protocol. A new version means other scores."""
    scores: ScoreSet
    """The meaning of the scores, in display order."""
    slices: tuple[SliceSpec, ...] = COMMON
    """The labels by which results are broken down, in display order."""
    models: tuple[str, ...]
    """The evaluated models."""
    mode: Mode
    """Kind of artifact that models generate."""
    agent: str
    """The explorer that uses the pages."""
    agent_version: str = Field(default="", max_length=60)
    """Version of an agent that a package adds. Empty for the crawler and models."""
    judge: str
    """The judge."""
    judge_version: str = ""
    """Names and versions of the rubric and of the judge's prompts."""
    repeats: int
    """Number of artifacts for each case and model."""
    seed: int
    """Seed of the page's random numbers and of the explorer."""
    browser: str
    """Version of the browser."""
    python: str
    """Version of Python."""
    platform: str
    """Operating system."""
    cases: dict[str, str]
    """Case id to the digest of the case, in suite order."""
    prompts: dict[str, str] = {}
    """Role (`generate`, `explore`, `judge`) to the name, version and hash of its prompts, for roles with a model."""
    packages: dict[str, str] = {}
    """What installed packages add to this run, such as `judge strict`, to the package and its version."""
    planned: int | None = None
    """Number of items selected to run. Null until it is known."""
    shard: str | None = None
    """The part of a larger run, such as `3/10`; `1,3/10` after a merge of two shards."""
    whole: int | None = None
    """For a shard: number of items in all shards together. Null until it is known."""
    options: dict[str, str | int | float | bool | None] = {}
    """Options and settings of the run."""
    continued: tuple[Continuation, ...] = ()
    """The sessions after the first one, in order."""
