"""The part of ArtifactsBench that needs no model, as a protocol of its own: other scores never share a leaderboard."""

from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.protocols.artifactsbench.case_fields import SLICES, OptionalFields
from pytest_cookie.protocols.artifactsbench.checklist_judge import DOM, MeasuringJudge
from pytest_cookie.protocols.artifactsbench.composition import compose_staged
from pytest_cookie.protocols.artifactsbench.dom_score import DOM_SCORE_VERSION, NAMES
from pytest_cookie.protocols.contract.accepted_roles import ANY, AcceptedRoles
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol

KEYLESS = "artifactsbench-dom"
DOM_SPEC = ScoreSpec(
    id=DOM,
    label="DOM_SCORE",
    short="DOM",
    about="Quality of the HTML in five dimensions. Nearly all models reach more than 95: a check for malformed pages.",
)

PROTOCOL = EvaluationProtocol(
    name=KEYLESS,
    version=DOM_SCORE_VERSION,
    scores=ScoreSet(
        (
            DOM_SPEC.model_copy(update={"ranks": True}),
            *(ScoreSpec(id=name, label=label) for name, label in NAMES.items()),
        )
    ),
    judge=lambda _given: MeasuringJudge(),
    compose=compose_staged,
    case_fields=OptionalFields,
    agents=ANY,
    judges=AcceptedRoles(models=False, packages=False, why="it measures without a judge; omit the option"),
    slices=SLICES,
    judges_unusable=True,
)
