"""`Tactic`: steps that a check proposes to the crawler."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pytest_cookie.core.case import Case
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.games import is_played

Phase = Literal["open", "closing", "reloaded"]
"""Part of an exploration: `open`, then `closing`, when the closing round is due and only something under way may still
be finished, and `reloaded`, after the closing round's reload."""


@dataclass(frozen=True)
class Turn:
    """One turn of the crawler: what a tactic may know before it proposes a step.

    `room` is the number of steps before the closing round begins; `spare` also counts steps that the closing round can
    do without, for something that is under way. `undo` is a control that undoes and was not used for that yet.
    """

    case: Case
    view: View
    room: int
    spare: int
    phase: Phase = "open"
    undo: Control | None = None

    @cached_property
    def is_played(self) -> bool:
        """Whether the page is a game that is played by keys or pointer, so that other steps would disturb it."""
        return is_played(self.case, self.view)

    def find_control(self, ref: str) -> Control | None:
        """The control with this reference, if it is there now."""
        return next((control for control in self.view.observation.inventory.controls if control.ref == ref), None)


class Tactic:
    """Base of the tactics of checks: proposes steps that bring a kind of fault to light.

    There is a new one for each exploration.

    `worth` orders the proposals of a turn, from 100, which comes before everything that is planned, to 0. The crawler's
    own plans have worths, too; see `crawler/crawler.py`. It is asked only in its `phases`.
    """

    worth = 50
    phases: frozenset[Phase] = frozenset({"open"})

    def look(self, view: View) -> None:
        """Note what the last step did. Called at every turn, before any proposal."""

    def propose(self, turn: Turn) -> Decision | None:
        """The step to take now, if there is one. Called only if nothing of more worth was proposed, and then taken."""
        return None
