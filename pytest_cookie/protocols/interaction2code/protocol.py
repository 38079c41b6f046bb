"""Interaction2Code as an `EvaluationProtocol`."""

from dataclasses import replace
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.stages import Generator, Judge
from pytest_cookie.protocols.contract.accepted_roles import AcceptedRoles
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol, JudgeInputs, StageInputs
from pytest_cookie.protocols.contract.stages import Facts, Stages
from pytest_cookie.protocols.cookie.protocol import compose_cookie
from pytest_cookie.protocols.interaction2code.case_fields import InteractionFields
from pytest_cookie.protocols.interaction2code.explorer import InteractionExplorer
from pytest_cookie.protocols.interaction2code.generation.generator import RebuildGenerator
from pytest_cookie.protocols.interaction2code.generation.message import RebuildPrompts
from pytest_cookie.protocols.interaction2code.judge import InteractionJudge
from pytest_cookie.protocols.interaction2code.labels import label_case
from pytest_cookie.protocols.interaction2code.metrics.picture_text import load_reader
from pytest_cookie.protocols.interaction2code.metrics.visual import load_clip
from pytest_cookie.protocols.interaction2code.options import Options
from pytest_cookie.protocols.interaction2code.perform import LINGER_MS, SETTLE_MS
from pytest_cookie.protocols.interaction2code.rater_pictures import show_interactions
from pytest_cookie.protocols.interaction2code.scores import SCORES, SLICES
from pytest_cookie.protocols.run.existing_files import stock_of

NAME = "interaction2code"
BENCHMARK = Path(__file__).parent / "benchmark"
_EXPLORER = "interactions"
_MAX_ITEM_SECONDS = 900.0
"""Default of the setting `max_item_seconds`."""


def compose(given: StageInputs) -> Stages:
    """Cookie's deployment, and the explorer of interactions. Raises `UsageError`."""
    settings = given.settings
    seconds = settings.max_item_seconds or _MAX_ITEM_SECONDS
    stages = compose_cookie(given)
    explored: dict[str, JsonValue] = {
        "who": _EXPLORER, "version": 1, "seed": settings.seed, "clock": settings.clock, "settle_ms": SETTLE_MS,
        "linger_ms": LINGER_MS, "max_item_seconds": seconds,
    }  # fmt: skip
    explorer = InteractionExplorer(given.host, seed=settings.seed, max_item_seconds=seconds)
    stock, options, prompts = (
        stock_of(settings, given.handed_in, samples=given.samples),
        options_of(given),
        RebuildPrompts.read(),
    )

    def generator_of(model: str) -> Generator:
        if not stock.is_asked(model):
            return stages.generator_of(model)
        return RebuildGenerator(model, given.models, prompts, options, stock.limits, settings.generation)

    def generated(case: Case, key: ItemKey) -> Facts | None:
        facts = stages.inputs.generate(case, key)
        if facts is None or not stock.is_asked(key.model):
            return facts
        asked = options.model_dump(mode="json", include={"prompt", "modality", "magnification"})
        return {**facts, **asked, "prompts": prompts.identity(options), "fields": case.fields}

    inputs = replace(stages.inputs, generate=generated, explore=explored)
    return replace(stages, generator_of=generator_of, explorer=explorer, inputs=inputs)


def options_of(given: JudgeInputs) -> Options:
    """The protocol's options, or its defaults."""
    return given.options if isinstance(given.options, Options) else Options()


def make_judge(given: JudgeInputs) -> Judge:
    """The judge; with `clip_weights`, it loads them; with `ocr`, it finds the program. Raises `UsageError`."""
    options = options_of(given)
    clip = load_clip(options.clip_model, options.clip_weights) if options.clip_weights else None
    return InteractionJudge(options, clip, load_reader() if options.ocr else None)


PROTOCOL = EvaluationProtocol(
    name=NAME,
    version="2",
    scores=SCORES,
    judge=make_judge,
    compose=compose,
    case_fields=InteractionFields,
    options=Options,
    cases=BENCHMARK / "pages.yaml",
    samples=BENCHMARK / "samples",
    agents=AcceptedRoles(
        models=False, packages=False, why="it performs the interactions of the reference itself; omit the option"
    ),
    judges=AcceptedRoles(models=False, packages=False, why="its metrics compare pictures; omit the option"),
    slices=SLICES,
    rater_pictures=show_interactions,
    label_case=label_case,
    judges_unusable=True,
    rebuilds=True,
)
