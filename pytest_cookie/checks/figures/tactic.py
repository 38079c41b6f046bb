"""Tactic for figures: a second reload, if the first one changed figures that it should not have changed."""

from pytest_cookie.checks.figures.fact import FigureFact
from pytest_cookie.core.action import Reload, Wait
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.tactic import Phase, Tactic, Turn

_MOST = 2  # reloads before the closing round


class ReloadAgain(Tactic):
    """Reloads once more, and waits in the closing round, since figures may count up while the page loads."""

    worth = 100
    phases: frozenset[Phase] = frozenset({"open", "reloaded"})

    def __init__(self) -> None:
        self._reloads = 0
        self._has_closed = False

    def propose(self, turn: Turn) -> Decision | None:
        """Return the reload, or the wait after that of the closing round."""
        if turn.phase == "reloaded":
            if self._has_closed:
                return Decision(Wait(value="500"), "Wait: do its figures stay as they are?")
            again = _reload_again(turn.view)
            self._has_closed = again is not None
            return again
        if turn.room < 1 or not turn.view.page_facts.stores or self._reloads > _MOST:
            return None
        again = _reload_again(turn.view)
        self._reloads += again is not None
        return again if self._reloads <= _MOST else None


def _reload_again(view: View) -> Decision | None:
    """The reload, if the last step was one that changed figures: do they stay as they are now?"""
    fact = FigureFact.of(view.last.change) if view.last and view.last.action.kind == "reload" else None
    if fact is None or not fact.renewed:
        return None
    thought = f"The reload changed “{fact.renewed[0].line[:40]}”. Reload again: is that its value now?"
    return Decision(Reload(), thought)
