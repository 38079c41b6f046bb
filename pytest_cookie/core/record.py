"""`Record`: one JSON line per item; `Manifest`: the options of a run."""

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
"""Kinds of causes: the run was stopped or its worker died; the budget was exhausted."""


class Cause(FrozenModel):
    """Why an item is unscored: a failure of the infrastructure, the provider or the judge."""

    stage: Stage
    kind: str
    message: str
    bug_times: int = Field(default=0, ge=0)
    """How often in a row the item has failed with the same bug in pytest-cookie; 0 if it is not a bug."""

    @property
    def is_of_the_run(self) -> bool:
        """Whether the run ended before the item did, so its outcome is open."""
        return self.kind in (INTERRUPTED, OUT_OF_BUDGET)


_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]+")
_MAX_MESSAGE = 2_000


def bug_cause(stage: Stage, error: Exception, *, before: Cause | None = None) -> Cause:
    """The cause for an unexpected error, which is a bug in pytest-cookie. `before` is the cause in the last record.

    Messages may quote pages: characters that JSON cannot hold are replaced, and memory addresses removed.
    """
    message = _ADDRESS.sub("0x…", str(error)).encode(errors="replace").decode()
    cause = Cause(stage=stage, kind=type(error).__name__, message=f"a bug in pytest-cookie: {message[:_MAX_MESSAGE]}")
    is_same = before is not None and (before.stage, before.kind, before.message) == (stage, cause.kind, cause.message)
    return cause.model_copy(update={"bug_times": 1 + (before.bug_times if before and is_same else 0)})


class Record(FrozenModel):
    """One line of `records.jsonl`, schema version 1.

    `cost_usd` is null if the price of a called model is unknown; `spend` lists cost and tokens by stage.

    Scores are 0 to 100 or null; `failed` items have 0, `unscored` items null and a `cause`.
    `build` describes how the page was built, None if no build was needed. `clock` is the clock of the page, None if no
    browser was needed, and in older records.
    `folder` is the item's folder below the run's; `thumbnail` is a picture below `folder`.
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
    """Hash of all inputs of the item. A resumed run reuses a record with the same hash."""


class Continuation(FrozenModel):
    """A session that resumed a run: when (ISO 8601), with which software, and which options it changed."""

    started: str
    version: str
    browser: str
    platform: str
    changed: tuple[str, ...] = ()


class Manifest(FrozenModel):
    """Everything that decides whether two runs are comparable. `manifest.json` of a run folder."""

    schema_version: int = SCHEMA_VERSION
    version: str
    started: str
    protocol: str = "cookie"
    models: tuple[str, ...]
    mode: Mode
    agent: str
    judge: str
    judge_version: str = ""
    """Names and versions of rubric and prompts; empty in older manifests."""
    repeats: int
    seed: int
    browser: str
    python: str
    platform: str
    cases: dict[str, str]
    """Case id to the digest of the case, in suite order."""
    prompts: dict[str, str] = {}
    """Role (`generate`, `explore`, `judge`) to name, version and hash of its prompts, for roles played by a model."""
    planned: int | None = None
    """Number of items selected to run; None if unknown yet."""
    shard: str | None = None
    """The part of a larger run, such as `3/10`; of an incomplete merge, `1,3/10`."""
    whole: int | None = None
    """Number of items selected in all shards together; None if unknown yet, or without shards."""
    options: dict[str, str | int | float | bool | None] = {}
    continued: tuple[Continuation, ...] = ()
    """The sessions after the first one, in order."""
