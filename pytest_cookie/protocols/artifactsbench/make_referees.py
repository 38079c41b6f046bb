"""One referee for each model of `--cookie-judge`, and the first one's model as classifier."""

from pytest_cookie.core.errors import UsageError
from pytest_cookie.protocols.artifactsbench.checklist_judge import DOM
from pytest_cookie.protocols.artifactsbench.interactivity_by_model import InteractivityClassifier
from pytest_cookie.protocols.artifactsbench.keyless import KEYLESS
from pytest_cookie.protocols.artifactsbench.referee import Referee
from pytest_cookie.protocols.artifactsbench.referee_message import RefereePrompts
from pytest_cookie.protocols.artifactsbench.referee_settings import RefereeSettings
from pytest_cookie.protocols.contract.protocol import JudgeInputs


def make_referees(given: JudgeInputs, settings: RefereeSettings) -> tuple[Referee, ...]:
    """The referees in the given order. Raises `UsageError` for a judge that is no model."""
    judges = given.roles.judges
    if others := [name for name in judges if name not in given.roles.model_judges]:
        raise UsageError(
            f"--cookie-judge={others[0]}: artifactsbench needs a model as --cookie-judge; without a key, "
            f"--cookie-protocol={KEYLESS} measures {DOM} and interactivity"
        )
    if sampled := [name for name, samples in given.roles.samples.items() if samples > 1]:
        raise UsageError(f"--cookie-judge={sampled[0]}*…: set `repeats` in [tool.pytest-cookie.protocol] instead")
    prompts = RefereePrompts.read()
    parameters = given.settings.judging
    return tuple(Referee(name, given.models, prompts, settings, parameters=parameters) for name in judges)


def make_classifier(given: JudgeInputs, settings: RefereeSettings, first: Referee) -> InteractivityClassifier | None:
    """The model of the first referee as classifier, if the settings ask for one."""
    if not settings.classify_interactivity:
        return None
    return InteractivityClassifier(first.model, given.models, first.prompts.interactivity, given.settings.judging)
