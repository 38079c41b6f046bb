"""ArtifactsBench as an `EvaluationProtocol`, in the mode `staged`; the option `mode` chooses `published`."""

from pydantic import BaseModel

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.stages import Judge
from pytest_cookie.protocols.artifactsbench.case_fields import PROTOCOL_NAME, SLICES, OptionalFields
from pytest_cookie.protocols.artifactsbench.checklist_judge import (
    LABELS,
    OVERALL,
    ChecklistJudge,
    note_missing_checklists,
)
from pytest_cookie.protocols.artifactsbench.composition import compose_staged
from pytest_cookie.protocols.artifactsbench.keyless import DOM_SPEC
from pytest_cookie.protocols.artifactsbench.make_referees import make_classifier, make_referees
from pytest_cookie.protocols.artifactsbench.published_protocol import PROTOCOL as PUBLISHED
from pytest_cookie.protocols.artifactsbench.referee_settings import RefereeSettings
from pytest_cookie.protocols.contract.accepted_roles import ANY
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol, JudgeInputs

VERSION = "4"


SCORES = ScoreSet(
    (
        ScoreSpec(
            id=OVERALL,
            label=LABELS[OVERALL],
            short="all",
            ranks=True,
            about="Share of the points of all ten items of the checklist, by the first referee.",
        ),
        ScoreSpec(
            id="vision", label=LABELS["vision"], short="vision", about="Share of the points of the vision items."
        ),
        ScoreSpec(id="code", label=LABELS["code"], short="code", about="Share of the points of the code items."),
        DOM_SPEC,
    )
)


def make_judge(given: JudgeInputs) -> Judge:
    """One referee for each model of `--cookie-judge`. Raises `UsageError` without a model."""
    settings = given.options if isinstance(given.options, RefereeSettings) else RefereeSettings()
    if settings.mode != "staged":
        raise UsageError(f'mode = "{settings.mode}": this run is `staged`; the two ways are never mixed in one run')
    referees = make_referees(given, settings)
    return ChecklistJudge(referees, make_classifier(given, settings, referees[0]))


def choose_variant(options: BaseModel | None) -> EvaluationProtocol | None:
    """The protocol of the published way, if the option `mode` chooses it."""
    is_published = isinstance(options, RefereeSettings) and options.mode == "published"
    return PUBLISHED if is_published else None


PROTOCOL = EvaluationProtocol(
    name=PROTOCOL_NAME,
    version=VERSION,
    scores=SCORES,
    judge=make_judge,
    compose=compose_staged,
    case_fields=OptionalFields,
    options=RefereeSettings,
    notes=note_missing_checklists,
    variant=choose_variant,
    agents=ANY,
    judges=ANY,
    slices=SLICES,
    judges_unusable=True,
)
