"""WebTestBench as an `EvaluationProtocol`."""

from collections.abc import Mapping
from dataclasses import replace

from pydantic import BaseModel, JsonValue

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.stages import Judge
from pytest_cookie.exploration.yielding_model import YieldingModel
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.protocols.contract.accepted_roles import ANY, AcceptedRoles
from pytest_cookie.protocols.contract.added_checks import all_checks, describe_added_checks
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol, JudgeInputs, StageInputs
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.stages import Stages
from pytest_cookie.protocols.cookie.protocol import compose_cookie
from pytest_cookie.protocols.webtestbench.by_model.asking import read_own_prompt
from pytest_cookie.protocols.webtestbench.by_model.author import ModelAuthor
from pytest_cookie.protocols.webtestbench.by_model.labels import CheckReader
from pytest_cookie.protocols.webtestbench.by_model.matcher import ModelMatcher
from pytest_cookie.protocols.webtestbench.case_fields import WebTestFields
from pytest_cookie.protocols.webtestbench.checklist.author import Author, RuleAuthor
from pytest_cookie.protocols.webtestbench.explorer import TestingExplorer
from pytest_cookie.protocols.webtestbench.judge import TestingJudge
from pytest_cookie.protocols.webtestbench.matching.words import WordMatcher
from pytest_cookie.protocols.webtestbench.options import Options
from pytest_cookie.protocols.webtestbench.scores import SCORES, SLICES

NAME = "webtestbench"


def compose(given: StageInputs) -> Stages:
    """Cookie's stages, with fresh pages after the exploration. Raises `UsageError`."""
    options, stages = options_of(given), compose_cookie(given)
    measured = _measured()
    resting = YieldingModel(given.models, given.host.workplace)
    author = _author(given, resting) if given.roles.asks_agent else None
    explorer = TestingExplorer(stages.explorer, given.host, measured, options, seed=given.settings.seed, author=author)
    tried: dict[str, JsonValue] = options.model_dump(mode="json", include={"probes", "confirmations"})
    explored = {**stages.inputs.explore, "fresh_pages": {"version": 5, "measured": measured.version, **tried}}
    if author:
        explored["checklist"] = f"{author.id} {options.checklist} {options.gold}"
    return replace(stages, explorer=explorer, inputs=replace(stages.inputs, explore=explored))


def options_of(given: JudgeInputs) -> Options:
    """The protocol's options, or its defaults."""
    return given.options if isinstance(given.options, Options) else Options()


def make_judge(given: JudgeInputs) -> Judge:
    """The judge. It uses the measured judge, whoever explores; a model of `--cookie-judge` decides the other checks."""
    options, settings = options_of(given), given.settings.judging
    matcher = ModelMatcher(options.matcher, given.models, settings) if options.matcher else WordMatcher()
    model = given.roles.first_model_judge
    reader = CheckReader(model, given.models, settings) if model else None
    return TestingJudge(_measured(), _author(given, given.models), matcher, options, reader)


def _author(given: JudgeInputs, chat: ChatModel) -> Author:
    options = options_of(given)
    if options.author:
        return ModelAuthor(options.author, chat, given.settings.judging, options)
    return RuleAuthor(options)


def list_models(roles: Roles, options: BaseModel | None) -> tuple[str, ...]:
    """The models that the options name."""
    given = options if isinstance(options, Options) else Options()
    return tuple(dict.fromkeys(name for name in (given.author, given.matcher) if name))


def list_prompts(roles: Roles, options: BaseModel | None) -> Mapping[str, str]:
    """The prompts of the models of a run, by role."""
    from pytest_cookie.protocols.cookie.composition import prompts_of  # loads every stage

    named = prompts_of(roles, judges=False)
    named |= {"checklist": read_own_prompt("checklist").identity, "match": read_own_prompt("match").identity}
    return named | ({"judge": read_own_prompt("labels").identity} if roles.first_model_judge else {})


def _measured() -> Judge:
    return make_measured_judge(all_checks(), added=describe_added_checks())


PROTOCOL = EvaluationProtocol(
    name=NAME,
    version="1",
    scores=SCORES,
    judge=make_judge,
    compose=compose,
    case_fields=WebTestFields,
    options=Options,
    slices=SLICES,
    agents=ANY,
    judges=AcceptedRoles(
        packages=False, samples=False, why="one model reads the record once; name a model, or omit it"
    ),
    prompts=list_prompts,
    models=list_models,
)
