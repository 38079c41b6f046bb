"""Cookie as an `EvaluationProtocol`."""

from pytest_cookie.core.stages import Judge
from pytest_cookie.protocols.contract.accepted_roles import ANY
from pytest_cookie.protocols.contract.protocol import COOKIE, EvaluationProtocol, JudgeInputs, StageInputs
from pytest_cookie.protocols.contract.stages import Facts, Stages
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.protocols.run.existing_files import stock_of

VERSION = "1"
"""Changes only if the scores get another meaning; the rubric and every prompt have versions of their own."""


def compose_cookie(given: StageInputs) -> Stages:
    """Cookie's stages, also for protocols that only have another judge."""
    from pytest_cookie.protocols.cookie.composition import compose  # loads every stage

    return compose(
        given.settings,
        given.host,
        given.models,
        given.roles,
        mode=given.mode,
        services=given.services,
        stock=stock_of(given.settings, given.handed_in, samples=given.samples),
    )


def make_cookie_judge(given: JudgeInputs) -> tuple[Judge, Facts]:
    """Cookie's judge, also of protocols that have none, and the inputs of its verdicts."""
    from pytest_cookie.protocols.cookie.composition import judge_of
    from pytest_cookie.protocols.cookie.inputs import judge_facts

    judge = judge_of(given.roles, given.settings, given.models)
    return judge, judge_facts(given.settings, given.roles, judge)


PROTOCOL = EvaluationProtocol(name=COOKIE, version=VERSION, scores=COOKIE_SCORES, compose=compose_cookie, agents=ANY)
