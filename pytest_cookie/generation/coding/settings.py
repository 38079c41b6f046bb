"""`CodingBudget` and `CodingPrompts`: what a model that builds a project is given beside the brief."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self, TypeAlias

from pytest_cookie.generation.coding.tools import TOOLS_PROMPT
from pytest_cookie.llm.messages.prompt import Prompt, identity_of, read_prompt

Ending: TypeAlias = Literal["done", "turns", "tokens", "seconds", "invalid_calls", "refusal", "context"]
"""Why a model's work ended: it said that it is `done`; a budget was used up; it made no call that could be carried out;
it refused; or the talk became longer than its window."""


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
    """`system` says how to work, `user` carries the brief and what the project is at the beginning."""

    system: Prompt
    user: Prompt

    @classmethod
    def read(cls, folder: Path) -> Self:
        """From `coding-system.md` and `coding-user.md`. Raises `OSError`, and `ValueError` without a version."""
        return cls(*(read_prompt(folder / f"coding-{name}.md") for name in ("system", "user")))

    @property
    def identity(self) -> str:
        """Of both, and of what the tools say of themselves."""
        return identity_of((self.system, self.user, TOOLS_PROMPT))
