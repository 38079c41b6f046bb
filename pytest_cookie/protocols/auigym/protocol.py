"""AUI-Gym as an `EvaluationProtocol`, so far without models: built-in applications and their reference solutions."""

from dataclasses import replace
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.core.errors import UsageError
from pytest_cookie.protocols.auigym.explorer import ReferenceExplorer
from pytest_cookie.protocols.auigym.judge import SCORES, TaskJudge
from pytest_cookie.protocols.auigym.run_episode import SETTLE_MS
from pytest_cookie.protocols.auigym.tasks import TaskFields
from pytest_cookie.protocols.cookie.protocol import compose_cookie
from pytest_cookie.protocols.cookie.roles import CRAWLER
from pytest_cookie.protocols.pipeline import Stages
from pytest_cookie.protocols.protocol import EvaluationProtocol, StageInputs

NAME = "auigym"
BENCHMARK = Path(__file__).parent / "benchmark"
REFERENCE = "reference"
_MAX_ITEM_SECONDS = 1_800.0
"""Default of the setting `max_item_seconds`: many tasks have a session each."""


def compose(given: StageInputs) -> Stages:
    """Cookie's generation and deployment, the reference explorer and the checkers. Raises `UsageError`."""
    if given.roles.agent not in (CRAWLER, REFERENCE):
        raise UsageError(
            f"--cookie-agent={given.roles.agent}: auigym only replays reference solutions so far; omit the option"
        )
    settings = given.settings
    seconds = settings.max_item_seconds or _MAX_ITEM_SECONDS
    explorer = ReferenceExplorer(given.host, seed=settings.seed, max_item_seconds=seconds)
    stages = compose_cookie(given)
    explored: dict[str, JsonValue] = {
        "who": REFERENCE, "seed": settings.seed, "clock": settings.clock, "settle_ms": SETTLE_MS,
        "max_item_seconds": seconds,
    }  # fmt: skip
    return replace(stages, explorer=explorer, inputs=replace(stages.inputs, explore=explored))


PROTOCOL = EvaluationProtocol(
    name=NAME,
    version="1",
    scores=SCORES,
    judge=lambda given: TaskJudge(),
    compose=compose,
    case_fields=TaskFields,
    cases=BENCHMARK / "apps.yaml",
    samples=BENCHMARK / "samples",
)
