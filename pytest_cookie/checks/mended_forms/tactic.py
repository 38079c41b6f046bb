"""`TryAfresh` and `FillInAgain`: a form that stays refused is filled in on a fresh page with the same values."""

from collections import deque
from dataclasses import dataclass, field

from pytest_cookie.checks.mended_forms.sendings import Sendings, Stuck
from pytest_cookie.core.action import Action, Reload
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import describe_control
from pytest_cookie.exploration.tactic import Tactic, Turn

_MOST_ENTRIES = 8  # a form of more is filled in in part


def make_tactics() -> list[Tactic]:
    """The two, which share what is left to enter."""
    left: deque[Action] = deque()
    return [TryAfresh(left), FillInAgain(left)]


@dataclass(eq=False)
class TryAfresh(Tactic):
    """Reloads the page, once, after a mended form stayed refused, also with the values of the crawler's second try."""

    left: deque[Action]
    worth = 84  # after a second try with other values
    _sendings: Sendings = field(default_factory=Sendings)
    _stuck: Stuck | None = None
    _is_done: bool = False

    def look(self, view: View) -> None:
        """Note the last step."""
        if view.last is None:
            return
        self._sendings.note(view.last)
        self._stuck = self._sendings.stuck

    def propose(self, turn: Turn) -> Decision | None:
        """Return the reload, if there is room for the whole trial."""
        stuck = self._stuck
        if stuck is None or self._is_done or turn.is_played or len(stuck.entries) > _MOST_ENTRIES:
            return None
        button = turn.find_control(stuck.send.ref)
        if button is None or button.disabled is not stuck.is_disabled or turn.room < len(stuck.entries) + 2:
            return None
        self._is_done = True
        self.left.extend([*stuck.entries, stuck.send])
        thought = f"The values are mended, and the {describe_control(button)} does not send them: does a fresh page?"
        return Decision(Reload(), thought)


@dataclass(eq=False)
class FillInAgain(Tactic):
    """Enters the same values in the fresh page, before anything else that a reload calls for."""

    left: deque[Action]
    worth = 96

    def propose(self, turn: Turn) -> Decision | None:
        """Return the next entry, or the submit; nothing more once a control is missing."""
        if not self.left:
            return None
        action = self.left.popleft()
        controls = turn.view.observation.inventory.controls
        same = [one for one in controls if one.selector == action.selector and one.name == action.target]
        if not same or same[0].disabled:
            self.left.clear()
            return None
        again = action.model_copy(update={"ref": same[0].ref})
        return Decision(again, f"The same in a fresh page, with the {describe_control(same[0])}.")
