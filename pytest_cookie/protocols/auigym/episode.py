"""An episode: one task in a browser session of its own, with the checker's value after every action."""

from typing import Literal

from pytest_cookie.core.action import Action
from pytest_cookie.core.frozen_model import FrozenModel

Ending = Literal["solved", "unsolved", "unsupported", "true_at_start", "action_failed", "page_gone"]
ENDINGS: dict[Ending, str] = {
    "solved": "done",
    "unsolved": "the checker did not become true",
    "unsupported": "the page lacks an element that the checker needs",
    "true_at_start": "the checker was true before anything was done, so it shows nothing",
    "action_failed": "an action could not be carried out",
    "page_gone": "the page crashed or went away",
}


class EpisodeStep(FrozenModel):
    """An action and what followed."""

    action: Action
    """The action."""
    done: bool
    """Whether it could be carried out."""
    problem: str = ""
    """Why it could not, or what was in the way."""
    holds: bool
    """Whether the checker was true afterwards."""


class Episode(FrozenModel):
    """The result of a task."""

    task: str
    """Id of the task."""
    ending: Ending
    """How it ended."""
    steps: tuple[EpisodeStep, ...] = ()
    """The actions, in order."""
    answers: dict[str, str] = {}
    """What the checker's questions were answered at the end."""
    picture: str = ""
    """The window at the end, relative to the evidence folder. Empty if there is none."""

    @property
    def is_supported(self) -> bool:
        """Whether the page has what the task needs (function completeness, AUI-Gym, section 3)."""
        return self.ending in ("solved", "unsolved", "action_failed")
