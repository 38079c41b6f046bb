"""`Record`: one JSON line an item, everything else by reference; `Run`: its records and one manifest."""

from typing import Literal

from pydantic import Field

from pytest_cookie.core.labels import Difficulty, Language, Mode, PageType
from pytest_cookie.core.noun import Noun
from pytest_cookie.core.spend import Spend
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

    `cost_usd` is null where the price of a model that was called is not known; `spend` has it by stage, with tokens.

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
    cost_usd: float | None = 0.0
    spend: dict[Stage, Spend] = {}
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
    prompts: dict[str, str] = {}
    """Role (`generate`, `explore`, `judge`) to name, version and hash of its prompts, where a model has it."""
    planned: int | None = None
    """Items selected to run; None while that is not known."""
    options: dict[str, str | int | float | bool | None] = {}
