"""`GoBackAndForward`: leaves a view that has its own address by the browser's back button, and returns to it."""

from pytest_cookie.checks.history.fact import AddressPart, HistoryFact
from pytest_cookie.checks.history.watch import find_part
from pytest_cookie.core.action import Back, Forward, Wait
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.tactic import Tactic, Turn

_MOST_RETURNS = 2
_MIN_ROOM = 4  # worth less than the last first tries
_LATE_MS = 1_500  # a view may come from a server


class GoBackAndForward(Tactic):
    """Goes back after a click that exchanged the view and its address, once for each form of address.

    If the view stays, it waits once: the page may answer late. If it follows, it goes forward, once. Other documents
    are left by the crawler itself.
    """

    worth = 65  # before keys and presses that go on from the same step

    def __init__(self) -> None:
        self._was = self._is = ""
        self._tried: set[AddressPart] = set()
        self._is_back = self._was_forward = False

    def look(self, view: View) -> None:
        """Note the address before the last step."""
        self._was, self._is = self._is, view.observation.url

    def propose(self, turn: Turn) -> Decision | None:
        """Return the step back, or the wait after it; not in games."""
        last = turn.view.last
        is_back, self._is_back = self._is_back, False
        if last is None or turn.is_played or last.outcome != "done" or last.page_errors:
            return None
        if last.action.moves_in_history:
            if HistoryFact.of(last.change) is not None and turn.room >= 1:
                return Decision(Wait(value=str(_LATE_MS)), "The view is the same: does it follow late?")
            if is_back and not self._was_forward and turn.room >= _MIN_ROOM:
                self._was_forward = True
                return Decision(Forward(), "Does the forward button lead to the view that was left?")
            return None
        part = self._find_exchange(last)
        if not part or turn.room < _MIN_ROOM or part in self._tried or len(self._tried) >= _MOST_RETURNS:
            return None
        self._tried.add(part)
        self._is_back = True
        return Decision(Back(), "This view has its own address: does the back button lead to the last one?")

    def _find_exchange(self, last: Step) -> AddressPart | None:
        """The part of the address that changed together with the view. A link to a section only scrolls to it."""
        change, part = last.change, find_part(self._was, self._is)
        if last.action.kind != "click" or not change.url or part == "document":
            return None
        comes, goes = bool(change.appeared_text), bool(change.vanished_text)
        is_view = comes and goes and not change.scrolled_px if part == "fragment" else comes or goes
        return part if is_view else None
