"""`Policy`: who decides what to do next. The seam between the loop and the crawler or a model."""

from dataclasses import dataclass
from typing import Protocol

from pytest_cookie.browser.observation import Observation
from pytest_cookie.core.case import Case
from pytest_cookie.core.trace import Action, Step
from pytest_cookie.exploration.surroundings import Surroundings


@dataclass(frozen=True)
class View:
    """What a policy decides on. `last` is the step before, with what it changed; None at the start."""

    observation: Observation
    surroundings: Surroundings
    last: Step | None
    steps_left: int
    seconds_left: float
    restless: bool = False


@dataclass(frozen=True)
class Decision:
    """An action and the reason for it, in plain English."""

    action: Action
    thought: str


class Policy(Protocol):
    """Sees, decides; never touches the browser. One object serves one exploration."""

    name: str

    def decide(self, case: Case, view: View) -> Decision:
        """The next action; `finish` where there is nothing new to try."""
        ...
