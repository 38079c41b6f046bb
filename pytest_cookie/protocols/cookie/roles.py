"""`Roles`: the agent and the judge of a run, each built in or a model."""

from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.verdict import MEASURED, Ablation
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.llm.models import Models
from pytest_cookie.protocols.settings import Settings

CRAWLER = "crawler"

ModelCalls: TypeAlias = tuple[str, dict[str, JsonValue]]
"""A model and the parameters of its calls in one role."""


@dataclass(frozen=True)
class Roles:
    """`agent` is `crawler` or a model. `judge` is `measured`, a model, or a comma-separated panel of them."""

    agent: str = CRAWLER
    judge: str = MEASURED
    ablation: Ablation | None = None

    @property
    def judges(self) -> tuple[str, ...]:
        """Every judge once, in the given order."""
        return tuple(dict.fromkeys(name.strip() for name in self.judge.split(",") if name.strip()))

    @property
    def ask_models(self) -> bool:
        """Whether a model is agent or judge."""
        return self.asks_agent or bool(self.first_model_judge)

    @property
    def asks_agent(self) -> bool:
        """Whether the agent is a model."""
        return self.agent != CRAWLER

    @property
    def first_model_judge(self) -> str:
        """The judge that gives stage 1's opinion to a `published` agent; "" if no judge is a model."""
        return next((name for name in self.judges if name != MEASURED), "")

    def calls(self, settings: Settings) -> tuple[ModelCalls, ...]:
        """The models among agent and judges, with the parameters of their calls."""
        agent = [(self.agent, settings.agent)] if self.agent != CRAWLER else []
        return (*agent, *((name, settings.judging) for name in self.judges if name != MEASURED))

    def blind(self, models: Models) -> tuple[str, ...]:
        """The models that receive pictures but do not accept them according to litellm."""
        named = [self.agent] if self.ablation == "no_vision" else [self.agent, *self.judges]
        entries = {name: models.entry(name) for name in named}
        return tuple(name for name, entry in entries.items() if entry and not entry.takes_pictures)

    def check(self, settings: Settings) -> None:
        """Raise `UsageError` for incompatible roles, or a misspelt built-in name."""
        self.check_judges()
        _check_word("--cookie-agent", self.agent, CRAWLER)
        if settings.agent_sees == "published" and (self.agent == CRAWLER or not self.first_model_judge):
            raise UsageError('agent_sees = "published": needs a model as --cookie-agent and one as --cookie-judge')

    def check_judges(self) -> None:
        """Raise `UsageError` for invalid judges; enough for stored evidence, which needs no agent."""
        for name in self.judges:
            _check_word("--cookie-judge", name, MEASURED)
        if not self.judges:
            raise UsageError("--cookie-judge: names no judge; use `measured` or a model such as openai/gpt-5")
        if self.ablation and MEASURED in self.judges:
            raise UsageError(f"--cookie-ablation={self.ablation}: needs model judges; `measured` has no stages to omit")


def check_models(models: Models, calls: tuple[ModelCalls, ...]) -> None:
    """Raise `UsageError` for the first model that cannot be called: unknown provider, or no price for the budget."""
    for model, parameters in calls:
        models.check(model, parameters)


def _check_word(option: str, name: str, built_in: str) -> None:
    if name != built_in and "/" not in name and (hint := did_you_mean(name, [built_in])):
        raise UsageError(f"{option}={name}: is no model{hint}")
