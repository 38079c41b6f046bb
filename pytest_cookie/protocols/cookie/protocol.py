"""Cookie as an `EvaluationProtocol`."""

from pytest_cookie.protocols.cookie.composition import compose
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.protocols.pipeline import Stages
from pytest_cookie.protocols.protocol import COOKIE, EvaluationProtocol, StageInputs

VERSION = "1"
"""Changes only if the scores get another meaning; the rubric and every prompt have versions of their own."""


def compose_cookie(given: StageInputs) -> Stages:
    """Cookie's stages, also for protocols that only have another judge."""
    return compose(
        given.settings,
        given.host,
        given.models,
        given.roles,
        mode=given.mode,
        services=given.services,
        handed_in=given.handed_in,
    )


PROTOCOL = EvaluationProtocol(name=COOKIE, version=VERSION, scores=COOKIE_SCORES, compose=compose_cookie)
