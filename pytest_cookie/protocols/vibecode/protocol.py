"""Vibe Code Bench as an `EvaluationProtocol`."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.perception import DESKTOP, Viewport
from pytest_cookie.core.stages import Generator
from pytest_cookie.deployment.applications.deployer import ApplicationDeployer
from pytest_cookie.deployment.applications.manifest import ManifestError, ServiceName, read_manifest
from pytest_cookie.deployment.applications.missing_services import Driver, missing_services
from pytest_cookie.exploration.yielding_model import YieldingModel
from pytest_cookie.generation.coding.settings import CodingBudget
from pytest_cookie.protocols.contract.accepted_roles import AcceptedRoles
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol, JudgeInputs, StageInputs
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.contract.stages import Facts, Stages
from pytest_cookie.protocols.cookie.protocol import compose_cookie
from pytest_cookie.protocols.run.existing_files import refuse_other_artifacts, stock_of
from pytest_cookie.protocols.run.library import library_of
from pytest_cookie.protocols.vibecode.agent.workflow_agent import AgentPrompts
from pytest_cookie.protocols.vibecode.evaluators import (
    MAX_STEPS,
    REFERENCE,
    Evaluator,
    ModelEvaluator,
    ReferenceEvaluator,
)
from pytest_cookie.protocols.vibecode.explorer import WorkflowExplorer
from pytest_cookie.protocols.vibecode.files import ApplicationFiles
from pytest_cookie.protocols.vibecode.generation.generator import SCAFFOLD, ApplicationGenerator, AppPrompts
from pytest_cookie.protocols.vibecode.judge import WorkflowJudge
from pytest_cookie.protocols.vibecode.lint import lint_workflows
from pytest_cookie.protocols.vibecode.rater_pictures import show_workflows
from pytest_cookie.protocols.vibecode.scores import SCORES, SLICES
from pytest_cookie.protocols.vibecode.substep_judge import SubstepJudge, substep_identity
from pytest_cookie.protocols.vibecode.workflows import WorkflowFields
from pytest_cookie.sandbox.packages import default_store

NAME = "vibecode"
BENCHMARK = Path(__file__).parent / "benchmark"
PUBLISHED_VIEWPORT = DESKTOP.model_copy(update={"width": 1920, "height": 1200})
"""The window of the published evaluator (Vibe Code Bench, appendix F)."""
_MAX_ITEM_SECONDS = 7_200.0
"""Default of the setting `max_item_seconds` (Vibe Code Bench, appendix F)."""


class Options(BaseModel):
    """Options in `[tool.pytest-cookie.protocol]`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    published_window: bool = False
    """Whether the window has 1920 × 1200 px, as published, instead of the usual size."""
    driver: Driver = "process"
    """`process` starts applications in the sandbox, `compose` with `docker compose`."""
    startup_seconds: float = Field(default=180.0, gt=0, le=3_600)
    """How long an application may take to become healthy."""
    max_steps: int = Field(default=MAX_STEPS, ge=1, le=300)
    """Maximum number of actions of a model for a workflow (Vibe Code Bench, appendix F: 100)."""
    builder_pictures: bool = True
    """Whether a model that builds an application sees pictures of it when it looks at it, or its elements and texts
    alone: the ablation of Vibe Code Bench, section 4.3."""
    pictures: int = Field(default=2, ge=1, le=20)
    """Windows that a model sees at once while it executes a workflow: the current one and those before it."""


def compose(given: StageInputs) -> Stages:
    """Applications as artifacts, their deployment with services, and an evaluator of workflows. Raises `UsageError`."""
    options, settings = _options(given.options), given.settings
    stages = compose_cookie(replace(given, roles=Roles()))
    stock = stock_of(settings, given.handed_in, samples=given.samples)
    store = (settings.packages.expanduser() if settings.packages else default_store()).absolute()
    deployer = ApplicationDeployer(store, library_of(settings), options.startup_seconds, options.driver)
    seconds = settings.max_item_seconds or _MAX_ITEM_SECONDS
    viewport = PUBLISHED_VIEWPORT if options.published_window else DESKTOP
    evaluator = _evaluator(given, options, viewport)
    explored: dict[str, JsonValue] = {
        "who": evaluator.id, "seed": settings.seed, "clock": settings.clock, "max_item_seconds": seconds,
        "options": options.model_dump(mode="json", exclude={"max_steps", "pictures", "builder_pictures"}),
        **evaluator.facts,
    }  # fmt: skip
    explorer = WorkflowExplorer(given.host, deployer.running, evaluator, settings.seed, seconds, explored, viewport)

    def generated(case: Case, key: ItemKey) -> Facts | None:
        facts = stages.inputs.generate(case, key)
        if not facts or not stock.is_asked(key.model):
            return facts
        blind: Facts = {} if options.builder_pictures else {"builder_pictures": False}
        return {**facts, **_generation_facts(case, settings), **blind, **given.services.facts}

    def generator_of(model: str) -> Generator:
        if not stock.is_asked(model):
            return ApplicationFiles(stock, model)
        if options.driver == "compose":
            raise UsageError(f'--model={model}: models build applications with driver = "process" only')
        budget = CodingBudget(
            turns=settings.coding_turns, tokens=settings.coding_max_tokens, seconds=settings.coding_seconds
        )
        return ApplicationGenerator(
            model,
            given.models,
            AppPrompts.read(),
            deployer,
            given.host,
            budget,
            stock.limits,
            settings.generation,
            given.models.tool_outcomes,
            options.builder_pictures,
            given.services,
        )

    return replace(
        stages,
        generator_of=generator_of,
        deployer=deployer,
        explorer=explorer,
        inputs=replace(stages.inputs, generate=generated, explore=explored),
    )


def _generation_facts(case: Case, settings: Settings) -> dict[str, JsonValue]:
    """What an application that a model builds depends on, beside the brief and the model's parameters."""
    services: list[JsonValue] = [*sorted(WorkflowFields.model_validate(case.fields).services)]
    names = {"coding_turns", "coding_max_tokens", "coding_seconds"}
    limits: dict[str, JsonValue] = settings.model_dump(mode="json", include=names)
    return {"prompts": AppPrompts.read().identity, "scaffold": SCAFFOLD.digest, "offered": services, **limits}


def _evaluator(given: StageInputs, options: Options, viewport: Viewport) -> Evaluator:
    if not given.roles.asks_agent:
        return ReferenceEvaluator()
    chat = YieldingModel(given.models, given.host.workplace)
    return ModelEvaluator(given.roles.agent, chat, viewport, given.settings.agent, options.max_steps, options.pictures)


def make_judge(given: JudgeInputs) -> WorkflowJudge:
    """Counts workflows. Models of `--cookie-judge` label their substeps from the record; the first one decides."""
    settings = given.settings.judging
    return WorkflowJudge(tuple(SubstepJudge(name, given.models, settings) for name in given.roles.model_judges))


def list_prompts(roles: Roles, options: BaseModel | None) -> Mapping[str, str]:
    """The prompts of the models of a run, by role."""
    named = {"generate": AppPrompts.read().identity}
    named |= {"judge": substep_identity()} if roles.first_model_judge else {}
    return named | ({"explore": AgentPrompts.read().identity} if roles.asks_agent else {})


def _options(given: BaseModel | None) -> Options:
    return given if isinstance(given, Options) else Options()


def check_cases(cases: Sequence[Case], options: BaseModel | None) -> None:
    """Raise `UsageError` if a case needs a service that this machine does not have."""
    fields = [WorkflowFields.model_validate(case.fields) for case in cases]
    _check_machine(frozenset(service for case_fields in fields for service in case_fields.services), options)


def check_agent(cases: Sequence[Case], roles: Roles, models: Sequence[str]) -> None:
    """Raise `UsageError` if a case has no scripts for such applications, and no model is to execute its workflows."""
    if roles.asks_agent:
        return
    for case in cases:
        fields = WorkflowFields.model_validate(case.fields)
        if fields.only_samples:
            refuse_other_artifacts(case, models, "scripts of its workflows")
        without = next((workflow.id for workflow in fields.workflows if not workflow.has_script), None)
        if without is not None:
            advice = "add `do` and `check`, or name a model as --cookie-agent"
            raise UsageError(f"{case.origin}: workflow {without} of {case.id} has no script; {advice}")


def lint_case(case: Case) -> tuple[str, ...]:
    """What makes the workflows of a case unfair."""
    return lint_workflows(case.brief, WorkflowFields.model_validate(case.fields))


def check_artifacts(folders: Sequence[Path], options: BaseModel | None) -> None:
    """Raise `UsageError` if an application needs a service that this machine does not have."""
    needed: set[ServiceName] = set()
    for folder in folders:
        with suppress(ManifestError):  # the item's record reports it
            needed |= set(read_manifest(folder).services)
    _check_machine(frozenset(needed), options)


def _check_machine(services: frozenset[ServiceName], options: BaseModel | None) -> None:
    if missing := missing_services(services, _options(options).driver):
        raise UsageError("--cookie-protocol=vibecode: " + "\n".join(missing))


PROTOCOL = EvaluationProtocol(
    name=NAME,
    version="2",
    scores=SCORES,
    judge=make_judge,
    compose=compose,
    case_fields=WorkflowFields,
    options=Options,
    check_cases=check_cases,
    check_agent=check_agent,
    lint=lint_case,
    check_artifacts=check_artifacts,
    cases=BENCHMARK / "apps.yaml",
    samples=BENCHMARK / "samples",
    agent=REFERENCE,
    agents=AcceptedRoles(
        packages=False, why="scripts or models that see pictures execute its workflows; name a model, or omit it"
    ),
    judges=AcceptedRoles(
        packages=False, samples=False, why="each model labels the substeps once; name models, or omit it"
    ),
    prompts=list_prompts,
    rater_pictures=show_workflows,
    slices=SLICES,
    judges_unusable=True,
    builds=True,
)
