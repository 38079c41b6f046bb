"""`Record`: one JSON line an item, everything else by reference; `Run`: its records and one manifest."""

import re
from typing import Literal

from pydantic import Field

from pytest_cookie.core.build import Build
from pytest_cookie.core.evidence import ClockKind
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Difficulty, Language, Mode, PageType
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.stages import Stage
from pytest_cookie.core.verdict import Finding

Outcome = Literal["scored", "failed", "unscored"]

SCHEMA_VERSION = 1
INTERRUPTED, OUT_OF_BUDGET = "interrupted", "OutOfBudgetError"
"""Kinds of causes: the run was stopped or its worker died; the budget was spent."""


class Cause(FrozenModel):
    """Why an item is unscored: the machinery's, the provider's or the judge's fault."""

    stage: Stage
    kind: str
    message: str
    bug_times: int = Field(default=0, ge=0)
    """How often in a row the item has ended by this same bug in pytest-cookie; 0 where it is none."""

    @property
    def is_of_the_run(self) -> bool:
        """Whether the run ended before the item did, so that nobody knows what would have become of it."""
        return self.kind in (INTERRUPTED, OUT_OF_BUDGET)


_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]+")
_MAX_MESSAGE = 2_000


def bug_cause(stage: Stage, error: Exception, *, before: Cause | None = None) -> Cause:
    """The cause of an item that an error of ours ended which nobody foresaw. `before` is that of its last record.

    Messages quote pages: what no JSON file can hold is replaced, and what differs from process to process left out.
    """
    said = _ADDRESS.sub("0x…", str(error)).encode(errors="replace").decode()
    cause = Cause(stage=stage, kind=type(error).__name__, message=f"a bug in pytest-cookie: {said[:_MAX_MESSAGE]}")
    is_same = before is not None and (before.stage, before.kind, before.message) == (stage, cause.kind, cause.message)
    return cause.model_copy(update={"bug_times": 1 + (before.bug_times if before and is_same else 0)})


class Record(FrozenModel):
    """One line of `records.jsonl`, schema version 1.

    `cost_usd` is null where the price of a model that was called is not known; `spend` has it by stage, with tokens.

    Scores are 0 to 100, null where there is none; `failed` items have 0, `unscored` items null and a `cause`.
    `build` is how a project became the page that was judged, None where nothing had to be built. `clock` is what page
    time went by, None where no browser was needed and in records that were written before it was noted.
    `folder` is the item's folder below the run's; `thumbnail` a picture below `folder`.
    """

    schema_version: int = SCHEMA_VERSION
    protocol: str = "cookie"
    case: str
    model: str
    mode: Mode
    repeat: int
    outcome: Outcome
    functionality: float | None = Field(default=None, ge=0, le=100)
    aesthetics: float | None = Field(default=None, ge=0, le=100)
    total: float | None = Field(default=None, ge=0, le=100)
    metrics: dict[str, float] = {}
    page_type: PageType
    domain: str
    leaf: str
    difficulty: Difficulty
    language: Language
    brief: str
    findings: tuple[Finding, ...] = ()
    cause: Cause | None = None
    build: Build | None = None
    clock: ClockKind | None = None
    agent: str
    judge: str
    cost_usd: float | None = 0.0
    spend: dict[Stage, Spend] = {}
    phase_seconds: dict[str, float] = {}
    folder: str
    thumbnail: str = ""
    node_id: str = ""
    made_from: str = ""
    """Hash of everything that the item depends on, by which a run that is continued knows what is done."""


class Continuation(FrozenModel):
    """A session that continued a run: when (ISO 8601), with what, and what it had otherwise than the run until then."""

    started: str
    version: str
    browser: str
    platform: str
    changed: tuple[str, ...] = ()


class Manifest(FrozenModel):
    """What makes two runs comparable: versions, options, seeds, hashes. `manifest.json` of a run folder."""

    schema_version: int = SCHEMA_VERSION
    version: str
    started: str
    protocol: str = "cookie"
    models: tuple[str, ...]
    mode: Mode
    agent: str
    judge: str
    judge_version: str = ""
    """Rubric and prompts by name and version; empty in a manifest that was written before it was noted."""
    repeats: int
    seed: int
    browser: str
    python: str
    platform: str
    cases: dict[str, str]
    """Case id to the digest of the case, in suite order."""
    prompts: dict[str, str] = {}
    """Role (`generate`, `explore`, `judge`) to name, version and hash of its prompts, where a model has it."""
    planned: int | None = None
    """Items selected to run; None while that is not known."""
    shard: str | None = None
    """The part of a larger run that this is, such as `3/10`; of shards that were merged without the others `1,3/10`."""
    whole: int | None = None
    """Of a shard: the items selected in all shards together; None while that is not known."""
    options: dict[str, str | int | float | bool | None] = {}
    continued: tuple[Continuation, ...] = ()
    """The sessions after the first one, in order."""
