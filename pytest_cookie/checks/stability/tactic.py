"""Tactic for stability: a press that worked is repeated, since some defects show only the second time."""

import re

from pytest_cookie.checks.row_actions.fact import RowChange
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.crawler.repeats import TOGGLED, find_pressed, has_new_numbers
from pytest_cookie.exploration.label_words import Meaning, means
from pytest_cookie.exploration.tactic import Tactic, Turn

_MAX_RUNS = 3  # kinds of controls
_PRESSES_OF_A_RUN = 2  # with the first press three in all
_MAX_TOGGLES = 3
_MIN_ROOM = 4  # a repeat is worth less than the last first tries
_FEW_TEXTS = 6  # more is another view
_FEW_ELEMENTS = 16  # the same
_ONCE_ONLY: tuple[Meaning, ...] = ("destroy", "close", "cancel", "undo", "swap", "resume", "start", "menu")


class PressAgain(Tactic):
    """Presses again what counts or goes on, and turns toggles back, a few times per exploration and once per kind."""

    worth = 64  # after the clock, the back button and the keys, which go on from the same step

    def __init__(self) -> None:
        self._runs: set[str] = set()
        self._toggles: set[str] = set()
        self._left = 0

    def propose(self, turn: Turn) -> Decision | None:
        """Return the press to repeat now, if any; in a game the player repeats."""
        view, last = turn.view, turn.view.last
        if turn.is_played or last is None or turn.room < _MIN_ROOM or last.outcome != "done" or last.page_errors:
            return None
        control = find_pressed(last, view)
        if control is None or not _is_repeatable(last, control, view):
            self._left = 0
            return None
        if self._left:
            self._left -= 1
            return Decision(act_on(control, "click"), f"The {describe_control(control)} again: does it still work?")
        if _is_toggled(last, control):
            return self._toggle_back(control, view)
        if len(self._runs) >= _MAX_RUNS or control.kind in self._runs or not _continues(last.change, control):
            return None
        self._runs.add(control.kind)
        self._left = _PRESSES_OF_A_RUN - 1
        return Decision(
            act_on(control, "click"), f"The {describe_control(control)} worked once: does it work a second time?"
        )

    def _toggle_back(self, control: Control, view: View) -> Decision | None:
        if control.kind in self._toggles or len(self._toggles) >= _MAX_TOGGLES:
            return None
        self._toggles.add(control.kind)
        return Decision(
            act_on(control, "click"), f"The {describe_control(control)} again: does it restore the previous state?"
        )


def _is_repeatable(last: Step, control: Control, view: View) -> bool:
    """Whether pressing it again is safe: it did not navigate, ask or do harm, and no new control waits to be tried
    first."""
    change = last.change
    away = change.url or change.dialogs or change.popups or change.downloads or change.fields_gone
    row = RowChange.of(change)
    if away or (row and row.is_removal) or not change.seen or view.page_facts.has_modal or view.observation.dialog_open:
        return False
    if control.href.strip("#") or view.page_facts.of(control).submits:
        return False
    return not any(means(name, word) for name in (control.name, last.action.target) for word in _ONCE_ONLY)


def _is_toggled(last: Step, control: Control) -> bool:
    """Whether it switched between two states, whether or not its name changed."""
    if control.role == "tab" or (control.checked is None and control.expanded is None):
        return False
    return any(
        state.property in TOGGLED and (state.is_change_of(last.action.target) or state.is_change_of(control.name))
        for state in last.change.states
    )


def _continues(change: Change, control: Control) -> bool:
    """Whether another press should continue: count on, turn to the next, add one, reverse the sorting."""
    if control.role == "tab":
        return False
    if control.role == "columnheader" or control.tag == "th" or means(control.name, "onward"):
        return True
    if change.dom_added > _FEW_ELEMENTS or change.dom_removed > _FEW_ELEMENTS:
        return False
    if len(change.vanished_text) > _FEW_TEXTS:
        return False
    return has_new_numbers(change) or _adds(change, control)


def _adds(change: Change, control: Control) -> bool:
    return bool(change.dom_added and not change.dom_removed) and bool(re.match(r"\W*[+＋➕]", control.name))
