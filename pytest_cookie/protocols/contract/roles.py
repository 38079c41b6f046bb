"""`Roles`: the agent and the judge of a run, each built in or a model."""

import re
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.verdict import MEASURED, Ablation
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.llm.models import Models
from pytest_cookie.protocols.contract.entry_points import Kind, added_names
from pytest_cookie.protocols.contract.settings import Settings

CRAWLER = "crawler"
_SAMPLES = re.compile(r"\s*+(\d{1,4})", re.ASCII)
_MAX_SAMPLES = 9

ModelCalls: TypeAlias = tuple[str, dict[str, JsonValue]]
"""A model and the parameters of its calls in one role."""


@dataclass(frozen=True)
class Roles:
    """Agent and judge. `agent` is the protocol's `built_in_agent` or a model.

    `judge` is `measured`, a model, or a comma-separated panel of them.

    Both may also be names that an installed package adds (`registry`). `model*3` among the judges takes three samples
    of a model's verdict.
    """

    agent: str = CRAWLER
    judge: str = MEASURED
    ablation: Ablation | None = None
    built_in_agent: str = CRAWLER

    @property
    def judges(self) -> tuple[str, ...]:
        """Every judge once, in the given order, without its number of samples."""
        return tuple(self.samples)

    @property
    def samples(self) -> dict[str, int]:
        """The judges in the given order, and how many samples each one gives. Of a repeated name, the first counts."""
        samples: dict[str, int] = {}
        for part in self.judge.split(","):
            if part.strip():
                name, number = _split_samples(part.strip())
                samples.setdefault(name, number)
        return samples

    @property
    def ask_models(self) -> bool:
        """Whether a model is agent or judge."""
        return self.asks_agent or bool(self.first_model_judge)

    @property
    def asks_agent(self) -> bool:
        """Whether the agent is a model."""
        return self.agent != self.built_in_agent and not self.adds_agent

    @property
    def adds_agent(self) -> bool:
        """Whether an installed package adds the agent."""
        return is_added("agents", self.agent)

    @property
    def model_judges(self) -> tuple[str, ...]:
        """The judges that are models."""
        return tuple(name for name in self.judges if name != MEASURED and not is_added("judges", name))

    @property
    def added_judges(self) -> tuple[str, ...]:
        """The judges that installed packages add."""
        return tuple(name for name in self.judges if is_added("judges", name))

    @property
    def first_model_judge(self) -> str:
        """The judge that gives stage 1's opinion to a `published` agent; "" if no judge is a model."""
        return next(iter(self.model_judges), "")

    def calls(self, settings: Settings) -> tuple[ModelCalls, ...]:
        """The models among agent and judges, with the parameters of their calls."""
        agent = [(self.agent, settings.agent)] if self.asks_agent else []
        return (*agent, *((name, settings.judging) for name in self.model_judges))

    def blind(self, models: Models) -> tuple[str, ...]:
        """The models that receive pictures but do not accept them according to litellm."""
        agent = [self.agent] if self.asks_agent else []
        named = agent if self.ablation == "no_vision" else [*agent, *self.model_judges]
        entries = {name: models.entry(name) for name in named}
        return tuple(name for name, entry in entries.items() if entry and not entry.takes_pictures)

    def check(self, settings: Settings) -> None:
        """Raise `UsageError` for incompatible roles, or a misspelt built-in name."""
        self.check_judges()
        _check_word("--cookie-agent", self.agent, self.built_in_agent, "agents")
        if settings.agent_sees == "published" and (not self.asks_agent or not self.first_model_judge):
            raise UsageError('agent_sees = "published": needs a model as --cookie-agent and one as --cookie-judge')

    def check_judges(self) -> None:
        """Raise `UsageError` for invalid judges; enough for stored evidence, which needs no agent."""
        for name, samples in self.samples.items():
            _check_word("--cookie-judge", name, MEASURED, "judges")
            if not 1 <= samples <= _MAX_SAMPLES:
                raise UsageError(f"--cookie-judge={name}*{samples}: takes 1 to {_MAX_SAMPLES} samples")
            if samples > 1 and name == MEASURED:
                raise UsageError(f"--cookie-judge={name}*{samples}: `{MEASURED}` gives the same verdict every time")
            if samples > 1 and is_added("judges", name):
                raise UsageError(f"--cookie-judge={name}*{samples}: only models give several samples of a verdict")
        if not self.judges:
            raise UsageError("--cookie-judge: names no judge; use `measured` or a model such as openai/gpt-5")
        if self.ablation and (others := [name for name in self.judges if name not in self.model_judges]):
            raise UsageError(
                f"--cookie-ablation={self.ablation}: needs model judges; `{others[0]}` has no stages to omit"
            )


def is_added(kind: Kind, name: str) -> bool:
    """Whether an installed package adds this judge or agent. Ids with a slash are models."""
    return name not in (CRAWLER, MEASURED) and "/" not in name and name in added_names(kind)


def check_models(models: Models, calls: tuple[ModelCalls, ...]) -> None:
    """Raise `UsageError` for the first model that cannot be called: unknown provider, or no price for the budget."""
    for model, parameters in calls:
        models.check(model, parameters)


def _split_samples(name: str) -> tuple[str, int]:
    """`model*3` as the model and the number of its samples."""
    model, _, samples = name.rpartition("*")
    found = _SAMPLES.fullmatch(samples)
    return (model.rstrip(), int(found[1])) if found and model.strip() else (name, 1)


def _check_word(option: str, name: str, built_in: str, kind: Kind) -> None:
    if name == built_in or "/" in name or is_added(kind, name):
        return
    if hint := did_you_mean(name, [built_in, *sorted(added_names(kind))]):
        raise UsageError(f"{option}={name}: is no model{hint}")
