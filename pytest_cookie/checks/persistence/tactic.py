"""`ReloadAfterChange`: reloads a page that stores something after the first change of each kind."""

from pytest_cookie.checks.row_actions.fact import RowChange
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.second_tries import reload_after
from pytest_cookie.exploration.tactic import Tactic, Turn


class ReloadAfterChange(Tactic):
    """Reloads a page that stores something, once after the first move, switch in a row and removal."""

    worth = 100

    def __init__(self) -> None:
        self._done: set[str] = set()

    def propose(self, turn: Turn) -> Decision | None:
        """Return the reload, if the last step calls for it; not after a removal that the next step will undo."""
        view, last = turn.view, turn.view.last
        if last is None or turn.room < 1 or not view.page_facts.stores:
            return None
        kind = _kind_of_change(last, view)
        if (
            not kind
            or (kind == "removed" and turn.undo is not None)
            or kind in self._done
            or last.change.url
            or last.change.dialogs
        ):
            return None
        self._done.add(kind)
        return reload_after(kind)


def _kind_of_change(last: Step, view: View) -> str:
    """What the last step did to an entry, in a word; "" for other steps."""
    row = RowChange.of(last.change)
    if last.has_landed:
        return "moved"
    if row is not None and not row.stays and row.turned == (row.own,):
        return "switched"
    removes = ((row is not None and row.is_removal) or last.action.purpose == "destroy") and last.outcome == "done"
    return "removed" if removes and last.change.vanished_text and not view.page_facts.has_modal else ""
