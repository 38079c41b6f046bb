"""`Roles`: who uses and who judges the pages of a run: what is built in, or models by their ids."""

from dataclasses import dataclass
from difflib import get_close_matches

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.verdict import Ablation
from pytest_cookie.llm.models import Models
from pytest_cookie.protocols.settings import Settings

CRAWLER, MEASURED = "crawler", "measured"


@dataclass(frozen=True)
class Roles:
    """`agent` is `crawler` or a model; `judge` is `measured`, a model, or several with commas between: a panel."""

    agent: str = CRAWLER
    judge: str = MEASURED
    ablation: Ablation | None = None

    @property
    def judges(self) -> tuple[str, ...]:
        """Every judge once, in the order named."""
        return tuple(dict.fromkeys(name.strip() for name in self.judge.split(",") if name.strip()))

    @property
    def models(self) -> tuple[str, ...]:
        """The models that have one of the roles."""
        named = [self.agent] if self.agent != CRAWLER else []
        return (*named, *(name for name in self.judges if name != MEASURED))

    def check(self, settings: Settings) -> None:
        """Raise `UsageError` for roles that do not go together, or a word that is meant for what is built in."""
        _check_word("--cookie-agent", self.agent, CRAWLER)
        for name in self.judges:
            _check_word("--cookie-judge", name, MEASURED)
        if not self.judges:
            raise UsageError("--cookie-judge: name a judge: measured, or a model such as openai/gpt-5")
        if self.ablation and MEASURED in self.judges:
            raise UsageError(f"--cookie-ablation={self.ablation}: the measured judge has no stages to leave out")
        if settings.agent_sees == "published" and (self.agent == CRAWLER or self.judges[0] == MEASURED):
            raise UsageError('agent_sees = "published": needs a model as --cookie-agent and one as --cookie-judge')


def check_models(models: Models, names: tuple[str, ...]) -> None:
    """Raise `UsageError` for the first that cannot be called: no such provider, or no price to keep a budget by."""
    for name in dict.fromkeys(names):
        models.check(name)


def _check_word(option: str, name: str, built_in: str) -> None:
    if name != built_in and "/" not in name and get_close_matches(name, [built_in]):
        raise UsageError(f"{option}={name}: did you mean {built_in}?")
