"""An episode: one task in a browser session of its own, with the checker's value after every action."""

from typing import Literal

from pytest_cookie.core.action import Action
from pytest_cookie.core.frozen_model import Count, FrozenModel

Ending = Literal[
    "solved", "unsolved", "step_limit", "stuck", "wrong_element", "token_limit", "invalid_replies", "unsupported",
    "true_at_start", "action_failed", "page_gone",
]  # fmt: skip
ENDINGS: dict[Ending, str] = {
    "solved": "done",
    "unsolved": "the checker did not become true",
    "step_limit": "the maximum number of actions was reached",
    "stuck": "several actions in a row changed nothing",
    "wrong_element": "most presses hit no control",
    "token_limit": "the maximum number of tokens was reached",
    "invalid_replies": "the agent's replies could not be read",
    "unsupported": "the page does not have what the task needs",
    "true_at_start": "the checker was true before anything was done, so it shows nothing",
    "action_failed": "an action could not be carried out",
    "page_gone": "the page crashed or went away",
}
_WITHOUT_CHECKER: frozenset[Ending] = frozenset({"unsupported", "true_at_start", "page_gone"})


class EpisodeStep(FrozenModel):
    """An action and what followed."""

    action: Action
    """The action."""
    done: bool
    """Whether it could be carried out."""
    problem: str = ""
    """Why it could not, or the obstacle."""
    holds: bool
    """Whether the checker was true afterwards."""
    thought: str = ""
    """The agent's reason."""
    missed: bool = False
    """Whether a press hit no control."""
    changed: bool = True
    """Whether the window or an answer to the checker's questions changed."""
    picture: str = ""
    """The window before the action, relative to the evidence folder. Empty if there is none."""


class Dashboard(FrozenModel):
    """The episode in one picture."""

    file: str
    """The picture, relative to the evidence folder."""
    pixels: Count
    """Its pixels."""
    screenshot_pixels: Count
    """Pixels of all windows of the episode together."""

    @property
    def reduction(self) -> float:
        """Share of the pixels that it saves, which is about that of the tokens."""
        return 1 - self.pixels / self.screenshot_pixels if self.screenshot_pixels else 0.0


class Episode(FrozenModel):
    """The result of a task."""

    task: str
    """Id of the task."""
    ending: Ending
    """How it ended."""
    checker: str = ""
    """The checker that decided."""
    reason: str = ""
    """Why the task is not supported, in the verifier's words, or the agent's last words."""
    steps: tuple[EpisodeStep, ...] = ()
    """The actions, in order."""
    answers: dict[str, str] = {}
    """What the checker's questions were answered at the end."""
    picture: str = ""
    """The window at the end, relative to the evidence folder. Empty if there is none."""
    dashboard: Dashboard | None = None
    """The episode in one picture. Null for reference solutions."""

    @property
    def is_supported(self) -> bool:
        """Whether the page has what the task needs (function completeness, AUI-Gym, section 3)."""
        return self.ending not in _WITHOUT_CHECKER
