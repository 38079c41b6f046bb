"""Steps after one that worked: keys move on."""

import re

from pytest_cookie.core.action import Hold, Select
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Change, ControlProperty, Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.tactic import Tactic, Turn

_MIN_ROOM = 4  # a repeat is worth less than the last first tries
_PRESSED_ROLES = frozenset(
    {"button", "generic", "link", "checkbox", "switch", "columnheader", "menuitemcheckbox", "tab"}
)
_ITEM_ROLES = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio", "option"})
_KEYS = {"tab": "ArrowRight"}
TOGGLED: tuple[ControlProperty, ...] = ("checked", "expanded")
"""States between which a toggle turns."""


class Repeats(Tactic):
    """Goes on from a step that worked by the keyboard, once for each role."""

    worth = 65

    def __init__(self) -> None:
        self._keyed_roles: set[str] = set()

    def propose(self, turn: Turn) -> Decision | None:
        """Return the step to take now, if any; none in a game."""
        view, last = turn.view, turn.view.last
        if turn.is_played or last is None or turn.room < _MIN_ROOM or last.outcome != "done" or last.page_errors:
            return None
        return self._by_keys(last, view)

    def _by_keys(self, last: Step, view: View) -> Decision | None:
        """Move through tabs and menus with the arrow keys, once each."""
        control = find_pressed(last, view) if last.change.seen else None
        if control is None or control.role in self._keyed_roles:
            return None
        key = _KEYS.get(control.role, "")
        opened = any(
            (state.property, state.before, state.after) == ("expanded", False, True) for state in last.change.states
        )
        items = any(other.role in _ITEM_ROLES for other in view.observation.inventory.controls)
        if control.role not in _KEYS and opened and items:
            key = "ArrowDown"
        if not key:
            return None
        self._keyed_roles.add(control.role)
        return Decision(
            act_on(control, "press", key), f"{key} on the {describe_control(control)}: does the keyboard work, too?"
        )


def is_productive(step: Step) -> bool:
    """Whether a step changed the page's data without side effects."""
    change, action = step.change, step.action
    away = change.url or change.dialogs or change.popups or change.downloads or change.fields_gone or action.purpose
    if step.outcome != "done" or away or not change.seen or action.intent or not action.ref:
        return False
    if isinstance(action, Select | Hold):
        return change.state_or_motion
    if action.kind != "click" or action.role not in _PRESSED_ROLES or means(action.target, "cancel"):
        return False
    toggled = any(state.property in TOGGLED for state in change.states)
    return toggled or has_new_numbers(change)


def find_pressed(last: Step, view: View) -> Control | None:
    """Return the pressed control, if it still exists and can be pressed again."""
    action = last.action
    if action.kind != "click" or not action.ref or action.intent or action.role not in _PRESSED_ROLES:
        return None
    found = next((control for control in view.observation.inventory.controls if control.ref == action.ref), None)
    return None if found is None or found.disabled or found.covered else found


def has_new_numbers(change: Change) -> bool:
    """Whether texts were replaced by ones that differ in their numbers only."""
    numbered = {_shape(text) for text in change.vanished_text if re.search(r"\d", text)}
    return bool(numbered & {_shape(text) for text in change.appeared_text})


def _shape(text: str) -> str:
    """Mask numbers and plurals in a text."""
    return re.sub(r"s\b", "", re.sub(r"-?\d+([.,]\d+)?", "0", text))
