"""WebTestBench as an `EvaluationProtocol`."""

from dataclasses import replace

from pydantic import JsonValue

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.stages import Judge
from pytest_cookie.protocols.contract.accepted_roles import ANY, AcceptedRoles
from pytest_cookie.protocols.contract.added_checks import all_checks, describe_added_checks
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol, JudgeInputs, StageInputs
from pytest_cookie.protocols.contract.stages import Stages
from pytest_cookie.protocols.cookie.protocol import compose_cookie
from pytest_cookie.protocols.webtestbench.case_fields import WebTestFields
from pytest_cookie.protocols.webtestbench.checklist.author import RuleAuthor
from pytest_cookie.protocols.webtestbench.explorer import TestingExplorer
from pytest_cookie.protocols.webtestbench.judge import TestingJudge
from pytest_cookie.protocols.webtestbench.matching.words import WordMatcher
from pytest_cookie.protocols.webtestbench.options import Options
from pytest_cookie.protocols.webtestbench.scores import SCORES

NAME = "webtestbench"


def compose(given: StageInputs) -> Stages:
    """Cookie's stages, with fresh pages after the exploration. Raises `UsageError`."""
    options, stages = options_of(given), compose_cookie(given)
    measured = _measured()
    explorer = TestingExplorer(stages.explorer, given.host, measured, options, seed=given.settings.seed)
    tried: dict[str, JsonValue] = options.model_dump(mode="json", include={"probes", "confirmations"})
    explored = {**stages.inputs.explore, "fresh_pages": {"version": 1, "measured": measured.version, **tried}}
    return replace(stages, explorer=explorer, inputs=replace(stages.inputs, explore=explored))


def options_of(given: JudgeInputs) -> Options:
    """The protocol's options, or its defaults."""
    return given.options if isinstance(given.options, Options) else Options()


def make_judge(given: JudgeInputs) -> Judge:
    """The judge. It uses the measured judge, whoever explores."""
    options = options_of(given)
    return TestingJudge(_measured(), RuleAuthor(options), WordMatcher(), options)


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
    agents=ANY,
    judges=AcceptedRoles(models=False, packages=False, why="it judges checks from the evidence; omit the option"),
)
