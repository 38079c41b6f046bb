"""`Agent`: who decides what to do next. The seam between the loop and the crawler or a model."""

from dataclasses import dataclass
from typing import Protocol

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.core.case import Case
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.trace import Action, Step, StopReason, Trace
from pytest_cookie.exploration.page_facts import PageFacts

PATIENCE = 8
"""So many actions in a row without any visible change, and the next one no new one: there is no progress."""


@dataclass(frozen=True)
class View:
    """What a policy decides on. `last` is the step before, with what it changed; None at the start.

    `seconds_left` is what the budget leaves of page time and of the wall's, whichever is less; `page_seconds_left` is
    of page time alone, and so the same on every machine.
    """

    observation: Observation
    surroundings: PageFacts
    last: Step | None
    steps_left: int
    seconds_left: float
    page_seconds_left: float
    restless: bool = False


@dataclass(frozen=True)
class Decision:
    """An action and the reason for it, in plain English. With `finish` comes why the exploration `stopped`.

    `under` is the ref of the control at the action's place, where it names a place and no control.
    """

    action: Action
    thought: str
    stopped: StopReason = "finished"
    under: str = ""


@dataclass(frozen=True)
class Briefing:
    """What a policy is told before it begins: what stage 1 said (Cookie-Bench C.3.1), "" for one that is blind to the
    judge, and which of the item's repeats this is."""

    text: str = ""
    repeat: int = 1


@dataclass(frozen=True)
class AgentAccount:
    """What a policy took: its model's `spend`, its prompt's identity; `transcript` is its talk with it, JSON a line."""

    spend: Spend = NOTHING
    prompt: str = ""
    transcript: tuple[str, ...] = ()


class Agent(Protocol):
    """Sees, decides; never touches the browser. One object serves one exploration.

    `name` is its session's folder. The loop ends an exploration after `patience` actions in a row that changed nothing
    visible; None where the policy itself sees to that.
    """

    name: str
    patience: int | None = PATIENCE

    @property
    def id(self) -> str:
        """What records call it, such as the id of a model."""
        return self.name

    def be_told(self, briefing: Briefing) -> None:
        """Hear of it before the first decision."""

    def decide(self, case: Case, view: View) -> Decision:
        """The next action; `finish` where there is nothing new to try.

        Raises `ExplorationError` where what decides is at fault, `BudgetSpentError` where it may cost no more.
        """
        ...

    def conclude(self, trace: Trace) -> str:
        """What it has to say of the whole at the end, "" for nothing. Raises as `decide` does."""
        return ""

    def account(self) -> AgentAccount:
        """What it took until now; to be had at any time, also after it raised."""
        return AgentAccount()
