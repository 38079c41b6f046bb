"""`AgentSettings` and `AgentPrompts`: what an agent is given beside its model."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Self

from pydantic import JsonValue

from pytest_cookie.exploration.agent.tools import TOOLS_PROMPT
from pytest_cookie.exploration.loop import Budget
from pytest_cookie.llm.messages.prompt import Prompt, identity_of, read_prompt

AGENT_BUDGET = Budget(max_steps=30, max_seconds=90.0, max_wall_seconds=2_400.0, max_item_seconds=3_000.0)
"""A model thinks longer than a crawler and plays longer: the wall is there for what hangs, page time for the page."""


@dataclass(frozen=True)
class AgentSettings:
    """`max_tokens` bounds an exploration, input and output of all calls together; `parameters` go into every call.

    `marks` draws the numbers of the controls into the picture. A picture wider or higher than `max_picture_px` is made
    smaller, and coordinates are converted back. The last `full_turns` observations are sent with their pictures, what
    came before them as one line a step. After `patience` actions in a row that changed nothing visible, where that can
    be told, the exploration ends, and after `max_invalid` replies in a row without a call that could be carried out.
    """

    max_tokens: int = 600_000
    marks: bool = True
    picture: Literal["jpeg", "png"] = "jpeg"
    max_picture_px: int = 1_280
    full_turns: int = 3
    max_calls_a_turn: int = 6
    patience: int = 12
    max_invalid: int = 3
    parameters: dict[str, JsonValue] = field(default_factory=lambda: {"max_tokens": 4_096})


@dataclass(frozen=True)
class AgentPrompts:
    """The same for every query; see the places in the files."""

    system: Prompt
    opening: Prompt
    observation: Prompt
    closing: Prompt

    @classmethod
    def read(cls, folder: Path) -> Self:
        """From `agent-system.md` and so on. Raises `OSError`, and `ValueError` for a file without a version."""
        names = ("system", "opening", "observation", "closing")
        return cls(**{name: read_prompt(folder / f"agent-{name}.md") for name in names})

    @property
    def identity(self) -> str:
        """Of all of them, and of what the tools say of themselves."""
        return identity_of((self.system, self.opening, self.observation, self.closing, TOOLS_PROMPT))
