"""`Record`: one JSON line an item, everything else by reference; `Run`: its records and one manifest."""

from typing import Literal

from pydantic import Field

from pytest_cookie.core.labels import Difficulty, Language, Mode, PageType
from pytest_cookie.core.noun import Noun
from pytest_cookie.core.verdict import Finding

Outcome = Literal["scored", "failed", "unscored"]
Stage = Literal["generate", "deploy", "explore", "judge", "worker"]

SCHEMA_VERSION = 1


class Cause(Noun):
    """Why an item is unscored: the machinery's, the provider's or the judge's fault."""

    stage: Stage
    kind: str
    message: str


class Record(Noun):
    """One line of `records.jsonl`, schema version 1.

    Scores are 0 to 100, null where there is none; `failed` items have 0, `unscored` items null and a `cause`.
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
    agent: str
    judge: str
    cost_usd: float = 0.0
    phase_seconds: dict[str, float] = {}
    folder: str
    thumbnail: str = ""
    node_id: str = ""


class Manifest(Noun):
    """What makes two runs comparable: versions, options, seeds, hashes. `manifest.json` of a run folder."""

    schema_version: int = SCHEMA_VERSION
    version: str
    started: str
    protocol: str = "cookie"
    models: tuple[str, ...]
    mode: Mode
    agent: str
    judge: str
    repeats: int
    seed: int
    browser: str
    python: str
    platform: str
    cases: dict[str, str]
    """Case id to the digest of the case, in suite order."""
    planned: int | None = None
    """Items selected to run; None while that is not known."""
    options: dict[str, str | int | float | bool | None] = {}
