"""The tasks of a case: an instruction, a checker that decides whether it is done, and a reference solution."""

from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from pytest_cookie.core.action import Action
from pytest_cookie.exploration.checkers import CheckerError, parse_checker

Tag = Literal["app", "landing", "game", "interactive", "tool", "utility"]
"""The six kinds of applications of AUI-Gym."""
TAGS: tuple[Tag, ...] = get_args(Tag)
Kind = Literal["core", "workflow", "edge"]
KINDS: tuple[Kind, ...] = get_args(Kind)
MAX_STEPS = 20
"""Most actions of an episode (AUI-Gym, section 3)."""
MAX_TASKS = 60


class Task(BaseModel):
    """A task, such as "Show the herbs only"."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")
    """Unique within its case."""
    kind: Kind
    """`core`: one function; `workflow`: several in a row; `edge`: unusual or wrong input."""
    do: str = Field(min_length=1, max_length=500)
    """What the user wants."""
    outcome: str = Field(min_length=1, max_length=500)
    """The visible result when it is done."""
    checker: str = ""
    """An expression that is false at the start and true when the task is done. Empty: a verifier writes it."""
    solution: tuple[Action, ...] = Field(default=(), max_length=MAX_STEPS)
    """Actions that do the task. A drag may name the selector of its destination as `to_target`."""
    broken: bool = False
    """Whether the task cannot be done in `sample/flawed`."""

    @field_validator("checker")
    @classmethod
    def _is_checker(cls, text: str) -> str:
        if not text:
            return text
        try:
            parse_checker(text)
        except CheckerError as error:
            raise ValueError(str(error)) from error
        return text


class TaskFields(BaseModel):
    """The fields of a case of AUI-Gym beside the common ones."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tag: Tag
    """Kind of application."""
    only_samples: bool = False
    """Whether checkers and solutions name elements of the samples: a model that uses other pages gets new checkers."""
    tasks: tuple[Task, ...] = Field(min_length=1, max_length=MAX_TASKS)
    """Its tasks."""

    @model_validator(mode="after")
    def _have_unique_ids(self) -> "TaskFields":
        ids = [task.id for task in self.tasks]
        if repeated := sorted({task for task in ids if ids.count(task) > 1}):
            raise ValueError(f"two tasks have the id {repeated[0]}")
        return self
