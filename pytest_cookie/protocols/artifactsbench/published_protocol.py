"""The published way of ArtifactsBench as a protocol of its own, so that its scores never mix with those of `staged`."""

from typing import Literal

from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.stages import Judge
from pytest_cookie.protocols.artifactsbench.case_fields import SLICES, OptionalFields
from pytest_cookie.protocols.artifactsbench.checklist_judge import OVERALL, note_missing_checklists
from pytest_cookie.protocols.artifactsbench.composition import compose_published
from pytest_cookie.protocols.artifactsbench.make_referees import make_referees
from pytest_cookie.protocols.artifactsbench.published_explorer import TIMED
from pytest_cookie.protocols.artifactsbench.published_judge import PublishedJudge
from pytest_cookie.protocols.artifactsbench.referee_settings import RefereeSettings
from pytest_cookie.protocols.contract.accepted_roles import ANY, AcceptedRoles
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol, JudgeInputs

VERSION = "2"


class PublishedSettings(RefereeSettings):
    """`[tool.pytest-cookie.protocol]` of the published way."""

    mode: Literal["published"] = "published"
    """Always `published`."""


def make_judge(given: JudgeInputs) -> Judge:
    """Raises `UsageError` for a judge that is no model."""
    settings = given.options if isinstance(given.options, PublishedSettings) else PublishedSettings()
    return PublishedJudge(make_referees(given, settings))


PROTOCOL = EvaluationProtocol(
    name="artifactsbench-published",
    version=VERSION,
    scores=ScoreSet(
        (
            ScoreSpec(
                id=OVERALL,
                label="overall score",
                short="overall",
                ranks=True,
                about="The overall score of the first referee's reply, in the published way: three pictures a second "
                "apart, no interaction, one message. Items without a readable score are in no mean.",
            ),
        )
    ),
    judge=make_judge,
    compose=compose_published,
    case_fields=OptionalFields,
    options=PublishedSettings,
    notes=note_missing_checklists,
    agent=TIMED,
    agents=AcceptedRoles(models=False, packages=False, why="the published way does not use pages; omit the option"),
    judges=ANY,
    slices=SLICES,
    judges_unusable=True,
)
