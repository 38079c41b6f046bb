"""AUI-Gym as an `EvaluationProtocol`: reference solutions or a model do the tasks, and checkers decide."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel, JsonValue

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.stages import Generator
from pytest_cookie.core.verdict import MEASURED
from pytest_cookie.exploration.yielding_model import YieldingModel
from pytest_cookie.generation.chat import ChatGenerator
from pytest_cookie.llm.messages.prompt import Prompt, read_prompt
from pytest_cookie.protocols.auigym.computer_calls import computer_tool
from pytest_cookie.protocols.auigym.cua_agent import HEIGHT, PROMPTS, WIDTH, CuaPrompts
from pytest_cookie.protocols.auigym.explorer import Revising, TaskExplorer
from pytest_cookie.protocols.auigym.judge import SCORES, SLICES, TaskJudge
from pytest_cookie.protocols.auigym.options import Options
from pytest_cookie.protocols.auigym.performers import REFERENCE, ModelPerformer, Performer, ReferencePerformer
from pytest_cookie.protocols.auigym.picture_judge import PictureJudge, picture_prompt
from pytest_cookie.protocols.auigym.revise import Reviser, reviser_prompts
from pytest_cookie.protocols.auigym.run_episode import SETTLE_MS
from pytest_cookie.protocols.auigym.tasks import TaskFields
from pytest_cookie.protocols.auigym.verifier import verifier_prompt
from pytest_cookie.protocols.contract.accepted_roles import AcceptedRoles
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol, JudgeInputs, StageInputs
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.stages import Facts, Stages
from pytest_cookie.protocols.cookie.protocol import compose_cookie
from pytest_cookie.protocols.run.existing_files import refuse_other_artifacts, stock_of

NAME = "auigym"
BENCHMARK = Path(__file__).parent / "benchmark"
_MAX_ITEM_SECONDS = 1_800.0
"""Default of the setting `max_item_seconds` without a model: many tasks have a session each."""
_MAX_MODEL_SECONDS = 10_800.0


def compose(given: StageInputs) -> Stages:
    """Cookie's generation and deployment, an explorer of tasks and the checkers. Raises `UsageError`."""
    settings, roles, options = given.settings, given.roles, _options(given)
    if options.verify == "all" and not roles.asks_agent:
        raise UsageError(
            'the option verify = "all" of auigym needs a model, which writes all checkers anew; without one the '
            "reference solutions are replayed with the checkers of the cases. Name a model as --cookie-agent, or omit "
            "verify"
        )
    usual = _MAX_MODEL_SECONDS if roles.asks_agent else _MAX_ITEM_SECONDS
    seconds = settings.max_item_seconds or usual
    stages = compose_cookie(replace(given, roles=Roles()))
    if options.coder_prompt == "agents":
        stages = _asking_for_agents(given, stages)
    chat = YieldingModel(given.models, given.host.workplace)
    performer: Performer = ReferencePerformer()
    if roles.asks_agent:
        if options.replies == "tools":
            computer_tool(roles.agent, options.computer_tool, WIDTH, HEIGHT)
        performer = ModelPerformer(roles.agent, chat, options, settings.agent)
    explorer = TaskExplorer(
        given.host,
        performer,
        seed=settings.seed,
        max_item_seconds=seconds,
        revising=_revising(given, options, stages) if given.revisions else None,
    )
    explored: dict[str, JsonValue] = {
        "who": roles.agent, "seed": settings.seed, "clock": settings.clock, "settle_ms": SETTLE_MS,
        "max_item_seconds": seconds, **_model_facts(given, options, performer),
    }  # fmt: skip
    return replace(stages, explorer=explorer, inputs=replace(stages.inputs, explore=explored))


def _asking_for_agents(given: StageInputs, stages: Stages) -> Stages:
    """Models are also asked for what programs need of a page. Raises `UsageError` for projects that are built."""
    if given.mode != "html":
        raise UsageError(f'coder_prompt = "agents" of auigym: is for pages only, not for --cookie-mode={given.mode}')
    prompt = _coder_prompt()

    def generator_of(model: str) -> Generator:
        generator = stages.generator_of(model)
        if not isinstance(generator, ChatGenerator):
            return generator
        return replace(generator, prompts=replace(generator.prompts, user=prompt))

    def list_facts(case: Case, key: ItemKey) -> Facts | None:
        facts = stages.inputs.generate(case, key)
        is_asked = isinstance(stages.generator_of(key.model), ChatGenerator)
        return {**facts, "coder_prompt": prompt.identity} if facts is not None and is_asked else facts

    return replace(stages, generator_of=generator_of, inputs=replace(stages.inputs, generate=list_facts))


def _coder_prompt() -> Prompt:
    return read_prompt(PROMPTS / "coder.md")


def _model_facts(given: StageInputs, options: Options, performer: Performer) -> dict[str, JsonValue]:
    if not given.roles.asks_agent:
        return {}
    facts: dict[str, JsonValue] = {**performer.facts, "options": options.model_dump(mode="json")}
    if given.revisions:
        coding: dict[str, JsonValue] = {"prompts": reviser_prompts(), "parameters": given.settings.generation}
        facts |= {"revisions": given.revisions, "coding": coding}
    return facts


def _revising(given: StageInputs, options: Options, stages: Stages) -> Revising:
    """Raises `UsageError` without an agent, or for projects that are built."""
    if not given.roles.asks_agent:
        raise UsageError("--cookie-revisions: needs a model as --cookie-agent, whose failures are the feedback")
    if given.mode != "html":
        raise UsageError(f"--cookie-revisions: only pages can be revised so far, not --cookie-mode={given.mode}")
    own = options.commenter_parameters
    agent, stock = given.roles.agent, stock_of(given.settings, given.handed_in, samples=given.samples)

    def reviser_for(model: str, repeat: int) -> Reviser:
        return Reviser(
            coder=options.coder or (model if stock.is_asked(model) else agent),
            commenter=options.commenter or agent,
            chat=given.models,
            options=options,
            coding=given.settings.generation,
            commenting=given.settings.agent if own is None else own,
            repeat=repeat,
            limits=stock.limits,
        )

    return Revising(given.revisions, stages.deployer, reviser_for)


def make_judge(given: JudgeInputs) -> TaskJudge:
    """Checkers decide. Models of `--cookie-judge` judge the last pictures, and are compared with the checkers."""
    asked = [name for name in given.roles.judges if name != MEASURED]
    return TaskJudge(tuple(PictureJudge(name, given.models, given.settings.judging) for name in asked))


def check_agent(cases: Sequence[Case], roles: Roles, models: Sequence[str]) -> None:
    """Raise `UsageError` if solutions are to be replayed on pages for which they were not written."""
    for case in () if roles.asks_agent else cases:
        if TaskFields.model_validate(case.fields).only_samples:
            refuse_other_artifacts(case, models, "solutions of its tasks")


def list_prompts(roles: Roles, options: BaseModel | None) -> Mapping[str, str]:
    """The prompts of the models of a run, by role."""
    named = {"judge": picture_prompt().identity} if roles.first_model_judge else {}
    if isinstance(options, Options) and options.coder_prompt == "agents":
        from pytest_cookie.protocols.cookie.composition import generation_prompts  # loads every stage

        named["generate"] = replace(generation_prompts(), user=_coder_prompt()).identity
    if roles.asks_agent:
        named |= {"explore": CuaPrompts.read().identity, "verify": verifier_prompt().identity}
        named |= {"revise": reviser_prompts()}
    return named


def list_models(roles: Roles, options: BaseModel | None) -> tuple[str, ...]:
    """The models that the options name, beside agent and judges."""
    if not roles.asks_agent or not isinstance(options, Options):
        return ()
    named = (options.verifier, options.coder, options.commenter)
    return tuple(dict.fromkeys(model for model in named if model and model != roles.agent))


def _options(given: JudgeInputs) -> Options:
    return given.options if isinstance(given.options, Options) else Options()


PROTOCOL = EvaluationProtocol(
    name=NAME,
    version="2",
    scores=SCORES,
    judge=make_judge,
    compose=compose,
    case_fields=TaskFields,
    options=Options,
    check_agent=check_agent,
    cases=BENCHMARK / "apps.yaml",
    samples=BENCHMARK / "samples",
    agent=REFERENCE,
    agents=AcceptedRoles(
        packages=False, why="reference solutions or models that see pictures do its tasks; name a model, or omit it"
    ),
    judges=AcceptedRoles(
        packages=False, samples=False, why="checkers decide, and each model gives one opinion; name models, or omit it"
    ),
    prompts=list_prompts,
    models=list_models,
    revises=True,
    slices=SLICES,
    judges_unusable=True,
)
