"""ArtifactsBench as an `EvaluationProtocol`, in the mode `staged`."""

from pydantic import Field

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.stages import Judge
from pytest_cookie.core.verdict import MEASURED
from pytest_cookie.protocols.artifactsbench.case_fields import OptionalFields
from pytest_cookie.protocols.artifactsbench.checklist_judge import DOM, OVERALL, ChecklistJudge
from pytest_cookie.protocols.artifactsbench.keyless import DOM_SPEC, KEYLESS
from pytest_cookie.protocols.artifactsbench.referee import Referee
from pytest_cookie.protocols.artifactsbench.referee_message import RefereePrompts
from pytest_cookie.protocols.artifactsbench.referee_settings import RefereeSettings
from pytest_cookie.protocols.protocol import EvaluationProtocol, JudgeInputs

VERSION = "1"


class Options(RefereeSettings):
    """`[tool.pytest-cookie.protocol]`: how referees are asked."""

    mode: str = Field(default="staged", pattern="^staged$")  # type: ignore[assignment]
    """Only `staged` can be run; `published` is a library so far."""


SCORES = ScoreSet(
    (
        ScoreSpec(
            id=OVERALL,
            label="checklist",
            short="all",
            ranks=True,
            about="Share of the points of all ten items of the checklist, by the first referee.",
        ),
        ScoreSpec(id="vision", label="vision items", short="vision", about="Share of the points of the vision items."),
        ScoreSpec(id="code", label="code items", short="code", about="Share of the points of the code items."),
        DOM_SPEC,
    )
)


def make_judge(given: JudgeInputs) -> Judge:
    """One referee for each model of `--cookie-judge`. Raises `UsageError` without a model."""
    if not given.roles.judges or MEASURED in given.roles.judges:
        raise UsageError(
            "--cookie-protocol=artifactsbench: needs a model as --cookie-judge; without a key, "
            f"--cookie-protocol={KEYLESS} measures {DOM} and interactivity"
        )
    prompts = RefereePrompts.read()
    settings = RefereeSettings.model_validate((given.options or Options()).model_dump())
    return ChecklistJudge(
        tuple(
            Referee(name, given.models, prompts, settings, parameters=given.settings.judging)
            for name in given.roles.judges
        )
    )


PROTOCOL = EvaluationProtocol(
    name="artifactsbench",
    version=VERSION,
    scores=SCORES,
    judge=make_judge,
    case_fields=OptionalFields,
    options=Options,
)
