"""Tactic for deaf controls: Enter on a control like one that a click worked on, and a click on it."""

from pytest_cookie.checks.deaf_to_keys.roles import ENTERED_ROLES
from pytest_cookie.core.action import Click
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.tactic import Tactic, Turn

_NATIVE_TAGS = frozenset({"a", "button", "input", "select", "summary", "textarea", "label", "option", "canvas"})
"""The browser itself turns keys on these into clicks, or they have keys of their own."""
_MOST_KINDS = 2
_ROOM = 4  # the key, a click, and the last first tries


class PressInsteadOfClick(Tactic):
    """After a click that worked on an element that the page made a control and Tab reaches: Enter on another one of its
    kind, or on itself. If that is silent a click, which shows that there was something to do. Twice per exploration,
    once per kind."""

    worth = 63

    def __init__(self) -> None:
        self._kinds: set[str] = set()
        self._ref = ""

    def propose(self, turn: Turn) -> Decision | None:
        """Return the next press, if one is due; not in games."""
        view, last = turn.view, turn.view.last
        if last is None or turn.is_played or view.page_facts.has_modal or view.observation.dialog_open:
            self._ref = ""
            return None
        if self._ref:
            return self._go_on(view, last)
        if turn.room < _ROOM or len(self._kinds) >= _MOST_KINDS or not _worked(last):
            return None
        clicked = turn.find_control(last.action.ref)
        if clicked is None or clicked.kind in self._kinds or not _is_own_control(clicked, view):
            return None
        others = [item for item in view.observation.inventory.controls if item.kind == clicked.kind and item != clicked]
        control = next((item for item in others if _is_own_control(item, view)), clicked)
        self._kinds.add(clicked.kind)
        self._ref = control.ref
        return Decision(act_on(control, "press", "Enter"), f"Enter on the {describe_control(control)}: is it a click?")

    def _go_on(self, view: View, last: Step) -> Decision | None:
        control = next((item for item in view.observation.inventory.controls if item.ref == self._ref), None)
        self._ref = ""
        is_silent = last.outcome == "done" and not last.change.seen and not last.hidden_by and not last.page_errors
        if control is None or control.disabled or control.covered or not is_silent:
            return None
        thought = f"Enter on the {describe_control(control)} did nothing. Does a click?"
        return Decision(act_on(control, "click"), thought)


def _worked(last: Step) -> bool:
    """Whether it was a plain click with an effect that leaves the page as it is."""
    change = last.change
    away = change.url or change.dialogs or change.popups or change.downloads or change.reloaded or last.page_errors
    return isinstance(last.action, Click) and last.reached_target and change.seen and not away


def _is_own_control(control: Control, view: View) -> bool:
    """Whether it is an element with a click of the page's own that takes the focus and holds no other control.

    A card with a button in it may leave keys to the button, and what can be dragged is lifted by them.
    """
    detail = view.page_facts.of(control)
    if control.tag in _NATIVE_TAGS or control.role not in ENTERED_ROLES or not detail.tabbable:
        return False
    if detail.movable or detail.editable or control.disabled or control.covered or means(control.name, "destroy"):
        return False
    others = (other for other in view.observation.inventory.controls if other.ref != control.ref)
    return not any(other.box.meets(control.box) for other in others)
