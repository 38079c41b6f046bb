"""`CodingBudget` and `CodingPrompts`: the limits and prompts of a model that builds a project."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self, TypeAlias

from pytest_cookie.generation.coding.tools import TOOLS_PROMPT
from pytest_cookie.llm.messages.prompt import Prompt, identity_of, read_prompt

Ending: TypeAlias = Literal["done", "turns", "tokens", "seconds", "invalid_calls", "refusal", "context"]
"""Why a model's work ended: it called itself `done`, used up a budget, made no valid call, refused, or filled its
context window."""


@dataclass(frozen=True)
class CodingBudget:
    """`turns` are replies of the model, `tokens` input and output of all calls together, `seconds` of the wall.

    Of one reply at most `calls_a_turn` calls are carried out; after `max_invalid` replies in a row without one that
    could be, the work ends.
    """

    turns: int = 60
    tokens: int = 3_000_000
    seconds: float = 3_600.0
    calls_a_turn: int = 16
    max_invalid: int = 4


DEFAULT_BUDGET = CodingBudget()


@dataclass(frozen=True)
class CodingPrompts:
    """`system` has the instructions, `user` the brief and the project's initial files."""

    system: Prompt
    user: Prompt

    @classmethod
    def read(cls, folder: Path) -> Self:
        """From `coding-system.md` and `coding-user.md`. Raises `OSError`, and `ValueError` without a version."""
        return cls(*(read_prompt(folder / f"coding-{name}.md") for name in ("system", "user")))

    @property
    def identity(self) -> str:
        """The identity of both prompts and of the tool descriptions."""
        return identity_of((self.system, self.user, TOOLS_PROMPT))
