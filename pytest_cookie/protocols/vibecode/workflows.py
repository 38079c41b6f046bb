"""The workflows of a case: what a user does, substep by substep, and scripts that do it without a model."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from pytest_cookie.core.labels import Tier
from pytest_cookie.deployment.applications.manifest import ServiceName
from pytest_cookie.exploration.checkers import CheckerError, parse_checker
from pytest_cookie.protocols.vibecode.script import parse_line

Audience = Literal["individual", "solo_founder", "enterprise"]
"""The three domains of Vibe Code Bench (section 3.1)."""
Integrations = Literal["none", "email", "stripe", "both"]
Failure = Literal["authorization", "missing_feature", "blocked", "interface", "data", "other"]
FAILURES: dict[Failure, str] = {
    "authorization": "authorization issue",
    "missing_feature": "missing feature",
    "blocked": "validation or policy block",
    "interface": "rendering or navigation",
    "data": "data consistency and backend logic",
    "other": "other",
}
"""The taxonomy of failed workflows of applications that start (Vibe Code Bench, section 5.2)."""
FEWEST_WORKFLOWS, MOST_WORKFLOWS = 6, 23
"""The usual number of workflows of a case (Vibe Code Bench, section 3.1)."""
_SERVICES: dict[Integrations, frozenset[ServiceName]] = {
    "none": frozenset(), "email": frozenset({"mail"}), "stripe": frozenset({"payments"}),
    "both": frozenset({"mail", "payments"}),
}  # fmt: skip


class Step(BaseModel):
    """A substep: what the user does and sees. In YAML, the text alone is enough where a model executes it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str = Field(min_length=1, max_length=2_000)
    """What the user does, and what follows."""
    do: tuple[str, ...] = Field(default=(), max_length=30)
    """The script: a line for each action."""
    check: str = ""
    """An expression that is true afterwards. Empty in a substep without a script."""
    failure: Failure = "missing_feature"
    """What kind of failure it is if this is the first substep of its workflow that fails."""

    @model_validator(mode="before")
    @classmethod
    def _text_alone(cls, value: object) -> object:
        return {"text": value} if isinstance(value, str) else value

    @field_validator("do")
    @classmethod
    def _are_lines(cls, lines: tuple[str, ...]) -> tuple[str, ...]:
        for line in lines:
            parse_line(line)
        return lines

    @field_validator("check")
    @classmethod
    def _is_checker(cls, text: str) -> str:
        try:
            if text:
                parse_checker(text)
        except CheckerError as error:
            raise ValueError(str(error)) from error
        return text


class Workflow(BaseModel):
    """A workflow: a purpose and ordered substeps."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")
    """Unique within its case."""
    purpose: str = Field(min_length=1, max_length=1_000)
    """The ability of the application that it checks."""
    steps: tuple[Step, ...] = Field(min_length=1, max_length=60)
    """The substeps, in order."""
    broken: bool = False
    """Whether it fails on `sample/flawed`."""

    @property
    def has_script(self) -> bool:
        """Whether it can be executed without a model."""
        return all(step.check for step in self.steps)


class WorkflowFields(BaseModel):
    """The fields of a case of Vibe Code Bench beside the common ones."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    audience: Audience | None = None
    """Whom the application is for: `individual`, `solo_founder` or `enterprise`. Null if unknown."""
    integrations: Integrations = "none"
    """External services: `none`, `email`, `stripe` or `both`."""
    database: Literal["none", "postgres"] = "postgres"
    """The database that the specification offers."""
    tier: Tier | None = None
    """Difficulty by the scores of many models (Vibe Code Bench, section 4.3). Null if unknown."""
    only_samples: bool = False
    """Whether the scripts name elements of the samples: workflows of other applications need a model."""
    workflows: tuple[Workflow, ...] = Field(min_length=1, max_length=60)
    """Its workflows."""

    @model_validator(mode="after")
    def _have_unique_ids(self) -> "WorkflowFields":
        ids = [workflow.id for workflow in self.workflows]
        if repeated := sorted({one for one in ids if ids.count(one) > 1}):
            raise ValueError(f"two workflows have the id {repeated[0]}")
        return self

    @property
    def services(self) -> frozenset[ServiceName]:
        """The services that an application of this case may use."""
        database: frozenset[ServiceName] = frozenset({"postgres"}) if self.database == "postgres" else frozenset()
        return _SERVICES[self.integrations] | database
