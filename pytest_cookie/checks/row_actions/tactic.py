"""`ShiftedRows`: presses a button in a row again when sorting or filtering has brought another row to its place."""

from pytest_cookie.core.action import Click, Select, Type
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.crawler.trial_steps import describe_row
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.tactic import Tactic, Turn

_LEAST_ROWS = 2  # one row has no order
_MOST_PRESSES = 2


class ShiftedRows(Tactic):
    """A page that looks rows up by their place acts on the wrong one when they are in another order, or fewer."""

    worth = 70

    def __init__(self) -> None:
        self._kinds: dict[str, None] = {}
        self._now: dict[str, list[tuple[str, ...]]] = {}
        self._was: dict[str, list[tuple[str, ...]]] = {}
        self._presses = 0

    def look(self, view: View) -> None:
        """Note the buttons in rows that have worked, and the row of each kind that comes first."""
        rows = _rows(view).items()
        self._was, self._now = (
            self._now,
            {kind: [view.page_facts.of(item).within for item in row] for kind, row in rows},
        )
        last = view.last
        if last is None or not isinstance(last.action, Click) or not last.action.within or last.action.purpose:
            return
        control = next((other for other in view.observation.inventory.controls if other.ref == last.action.ref), None)
        if control and control.role == "button" and last.change.seen and not _leads_away(last):
            self._kinds[control.kind] = None

    def propose(self, turn: Turn) -> Decision | None:
        """Return the press, if the last step has brought another row to the first place; not in games."""
        view, last = turn.view, turn.view.last
        if last is None or turn.is_played or turn.room < 1 or self._presses >= _MOST_PRESSES or not _rearranges(last):
            return None
        for kind, row in _rows(view).items():
            if kind not in self._kinds or not self._is_shifted(kind) or row[0].disabled or row[0].covered:
                continue
            self._presses += 1
            within = describe_row(view.page_facts.of(row[0]), view)
            action = act_on(row[0], "click").model_copy(update={"within": within})
            thought = f"Another row is first now. The {describe_control(row[0])} in it: does it act on this row?"
            return Decision(action, thought)
        return None

    def _is_shifted(self, kind: str) -> bool:
        """Whether the rows are the earlier ones in another order, or some of them, and another row is first."""
        now, was = self._now.get(kind, []), self._was.get(kind, [])
        return bool(now and was) and set(now) <= set(was) and now[0] != was[0]


def _rows(view: View) -> dict[str, list[Control]]:
    """The buttons in rows by their kind, from top to bottom, of kinds with several."""
    found: dict[str, list[Control]] = {}
    for control in view.observation.inventory.controls:
        is_safe = control.role == "button" and not means(control.name, "destroy")
        if is_safe and view.page_facts.of(control).within:
            found.setdefault(control.kind, []).append(control)
    ordered = {kind: sorted(row, key=lambda one: (one.box.y, one.box.x)) for kind, row in found.items()}
    return {kind: row for kind, row in ordered.items() if len(row) >= _LEAST_ROWS}


def _rearranges(last: Step) -> bool:
    """Whether the last step may have sorted or filtered rows."""
    action, change = last.action, last.change
    is_choice = isinstance(action, Select | Type) or (isinstance(action, Click) and not action.within)
    return is_choice and change.seen and not action.purpose and not _leads_away(last)


def _leads_away(last: Step) -> bool:
    change = last.change
    return bool(change.url or change.dialogs or change.popups or change.fields_gone or last.page_errors)
