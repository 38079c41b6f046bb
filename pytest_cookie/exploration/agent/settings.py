"""`AgentSettings` and `AgentPrompts`: the configuration of an agent besides its model."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Self

from pydantic import JsonValue

from pytest_cookie.exploration.agent.tools import TOOLS_PROMPT
from pytest_cookie.exploration.loop import Budget
from pytest_cookie.llm.messages.prompt import Prompt, identity_of, read_prompt

AGENT_BUDGET = Budget(max_steps=30, max_seconds=90.0, max_wall_seconds=2_400.0, max_item_seconds=3_000.0)
"""A model takes longer than a crawler: wall time is the limit for hangs, page time for the page."""


LONG_HISTORY_TOKENS = 6_000
"""For models whose cached input costs little: a longer history is then cheaper than sending a shorter one again."""


@dataclass(frozen=True)
class AgentSettings:
    """Settings of an agent.

    `max_tokens` limits input and output of all calls of an exploration; `parameters` go into every call. `marks` draws
    the numbers of the controls into the picture. Larger pictures are scaled to `max_picture_px`, and coordinates are
    converted back. Messages stay as they are and new ones are appended, so that a provider's prompt cache can serve the
    beginning of each request. When what was appended exceeds about `history_tokens`, earlier steps become one line each
    and a complete observation follows. The exploration ends after `patience` actions in a row without a visible change,
    if that can be determined, and after `max_invalid` replies in a row without a valid call. At most `max_looks` looks
    in a row are answered.
    """

    max_tokens: int = 600_000
    marks: bool = True
    picture: Literal["jpeg", "png"] = "jpeg"
    max_picture_px: int = 1_024
    history_tokens: int = 1_000
    max_calls_a_turn: int = 6
    patience: int = 12
    max_invalid: int = 3
    max_looks: int = 2
    parameters: dict[str, JsonValue] = field(default_factory=lambda: {"max_tokens": 4_096})


@dataclass(frozen=True)
class AgentPrompts:
    """The prompts, the same for every query; their files document the placeholders."""

    system: Prompt
    opening: Prompt
    observation: Prompt
    update: Prompt
    closing: Prompt

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read `agent-system.md` and so on. Raises `OSError`, and `ValueError` for a file without a version."""
        names = ("system", "opening", "observation", "update", "closing")
        return cls(**{name: read_prompt(folder / f"agent-{name}.md") for name in names})

    @property
    def identity(self) -> str:
        """Identity of all prompts, including the descriptions of the tools."""
        return identity_of((self.system, self.opening, self.observation, self.update, self.closing, TOOLS_PROMPT))
