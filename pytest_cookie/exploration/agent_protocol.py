"""`Agent`: decides the next action. The interface between the loop and the crawler or a model."""

from dataclasses import dataclass
from typing import Protocol

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.core.action import Action
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.game_play import GamePlay
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.trace import Step, StopReason, Trace
from pytest_cookie.exploration.page_facts import PageFacts
from pytest_cookie.exploration.rehearsal.rehearsal import Rehearsal
from pytest_cookie.exploration.sight import NO_SIGHT, Sight

PATIENCE = 8
"""After this many actions in a row without a visible change, an action that was already tried ends the exploration."""


@dataclass(frozen=True)
class View:
    """The input of a decision. `last` is the previous step with its effects; None at the start.

    `seconds_left` is the remaining budget of page time or of wall time, whichever is less; `page_seconds_left` counts
    page time alone, so it is the same on every machine. With `page_seconds_used` it adds up to the whole budget, which
    loading and waiting for late responses do not use up. `sight` is empty unless the agent `reads_window`.
    """

    observation: Observation
    page_facts: PageFacts
    last: Step | None
    steps_left: int
    seconds_left: float
    page_seconds_left: float
    restless: bool = False
    sight: Sight = NO_SIGHT
    page_seconds_used: float = 0.0


@dataclass(frozen=True)
class Decision:
    """An action and the reason for it, in plain English. With `finish`, `stopped` is why the exploration ends.

    `under` is the ref of the control at the action's point, if it names a point and no control. `check` is the id of
    the check whose tactic proposed it, "" for the agent's own plan. `put_back` are inputs that put settings back first,
    which earlier steps changed: they take page time, but no step. If the action's control is gone after them, the agent
    is asked again. `continues`: it is a further part of the action before, such as the next field of a form, and takes
    no step of the budget. `unfinished`: such a part follows, also if no step is left. `asked` are the words of the
    brief that name the action, "" if none do.
    """

    action: Action
    thought: str
    stopped: StopReason = "finished"
    under: str = ""
    check: str = ""
    put_back: tuple[Action, ...] = ()
    continues: bool = False
    unfinished: bool = False
    asked: str = ""


@dataclass(frozen=True)
class Briefing:
    """Information an agent gets before it begins.

    `text` has the result of the judge's stage 1 (Cookie-Bench C.3.1), "" for an agent that does not know the judge.
    `rehearsal` tries a game on pages of its own; None where that is impossible. `repeat` is the number of this repeat
    of the item. `artifact` is the hash of the artifact: a model's calls about two
    artifacts share no cached response, even where both look the same at first.
    """

    text: str = ""
    repeat: int = 1
    artifact: str = ""
    rehearsal: Rehearsal | None = None


@dataclass(frozen=True)
class AgentAccount:
    """What an agent used: its model's `spend`, its prompt's identity, and the `transcript` with the model, one JSON per
    line."""

    spend: Spend = NOTHING
    prompt: str = ""
    transcript: tuple[str, ...] = ()


class Agent(Protocol):
    """Decides from views and never touches the browser. One object serves one exploration.

    `name` is its session's folder. The loop ends an exploration after `patience` actions in a row without a visible
    change; None if the agent limits that itself. An agent that `reads_window` gets a `Sight` in every view.
    `look_is_a_step`: the first look at the page counts among the allowed steps, as it does for the built-in crawler.
    `is_told_hidden_effects`: an input whose effect the page's own motion hides is compared with a replay without it,
    before the next decision.
    """

    name: str
    patience: int | None = PATIENCE
    reads_window: bool = False
    look_is_a_step: bool = True
    is_told_hidden_effects: bool = False

    @property
    def id(self) -> str:
        """Its name in records, such as the id of a model."""
        return self.name

    def receive_briefing(self, briefing: Briefing) -> None:
        """Receive the briefing before the first decision."""
        return

    def decide(self, case: Case, view: View) -> Decision:
        """Return the next action; `finish` if no new one is left to try.

        Raises `ExplorationError` if the agent itself fails, `BudgetSpentError` if it may cost no more.
        """
        ...

    def conclude(self, trace: Trace) -> str:
        """Return its report at the end, "" for none. Raises as `decide`."""
        return ""

    def find_play(self) -> GamePlay | None:
        """How far it came in a game, if it played one."""
        return None

    def account(self) -> AgentAccount:
        """Return its spend and transcript so far; available at any time, also after an error."""
        return AgentAccount()


def check_decision(decision: object, agent: str) -> Decision:
    """The decision. Raises `ExplorationError` if the agent of a package returned something else."""
    if not isinstance(decision, Decision):
        raise ExplorationError(f"the agent {agent} returned {type(decision).__name__}, not a Decision")
    return decision
