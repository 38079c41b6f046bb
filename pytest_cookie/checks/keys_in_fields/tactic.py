"""Tactic for keys in fields: a key that the page names is pressed outside of fields, then typed into one."""

import re
from collections.abc import Sequence

from pytest_cookie.checks.keys_in_fields.fact import FieldKeys
from pytest_cookie.checks.keys_in_fields.watch import TEXT_ROLES, is_free_text
from pytest_cookie.core.action import Press
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.games import letter_keys, movement_keys
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.tactic import Tactic, Turn

_MOST_KEYS = 2
_ROOM = 5  # the press, two texts, and a dialog that the key opened
_PLAIN = "eaotlismud"
"""Letters of the texts that are typed for comparison; those that are keys of the page are left out."""
_IN_NAME = re.compile(r"[(\[]([A-Za-z])[)\]]$")
_CARET_KEYS = frozenset({"ArrowRight", "ArrowLeft"})


class TypeShortcuts(Tactic):
    """On a page that listens for keys everywhere and has a text field: presses up to two keys outside of fields, which
    it names or which a field did not get, and if one has an effect, types a text without it and one with it."""

    worth = 28

    def __init__(self) -> None:
        self._suspects: dict[str, None] = {}
        self._pressed: set[str] = set()
        self._acting = ""
        self._texts = 0
        self._is_over = False

    def look(self, view: View) -> None:
        """Note keys that act outside of fields, and those that a field did not get."""
        fact = FieldKeys.of(view.last.change) if view.last else None
        if fact is None:
            return
        self._suspects |= dict.fromkeys(fact.lost)
        if fact.fires or (fact.lost and fact.acts) or fact.lost_elsewhere:
            self._is_over = True
        elif fact.acts and not self._acting and (len(fact.acts) == 1 or fact.acts in _CARET_KEYS):
            self._acting = fact.acts

    def propose(self, turn: Turn) -> Decision | None:
        """Return the press or the text, if the page calls for it; not in games."""
        view = turn.view
        if self._is_over or turn.is_played or not view.page_facts.hears_keys or view.page_facts.has_modal:
            return None
        field = _find_field(view)
        if field is None or turn.room < (_ROOM if not self._texts else 1):
            return None
        return self._type(field, view) if self._acting else self._press(view)

    def _press(self, view: View) -> Decision | None:
        keys = [key for key in (*self._suspects, *_named_keys(view)) if key not in self._pressed]
        if not keys or len(self._pressed) >= _MOST_KEYS or not _is_outside(view, keys[0]):
            return None
        self._pressed.add(keys[0])
        key = "Space" if keys[0] == " " else keys[0]
        return Decision(
            Press(value=key), f"The page listens for keys, and has fields: what does {key} do outside them?"
        )

    def _type(self, field: Control, view: View) -> Decision | None:
        self._texts += 1
        key = self._acting
        if len(key) > 1:
            self._is_over = True
            thought = f"{key} acts on the page. In the {describe_control(field)}, is it the field's?"
            return Decision(act_on(field, "press", key), thought)
        self._is_over = self._texts > 1
        first, second = [letter for letter in _PLAIN if letter not in (*_named_keys(view), *self._suspects, key)][:2]
        text = first + (key if self._texts > 1 else second) + first
        thought = f"“{key}” acts on the page. The {describe_control(field)} takes “{text}”: does only the field change?"
        return Decision(act_on(field, "type", text), thought)


def _named_keys(view: View) -> tuple[str, ...]:
    """Letters and the space bar, as they are typed, which the page says it listens for."""
    inventory, named = view.observation.inventory, view.page_facts.named_keys
    text = "\n".join((inventory.whole_text, *(f"[{key}]" for key in _keys_in_names(inventory.controls))))
    return (*letter_keys(text, named), *(" " for key in movement_keys(text, named) if key == "Space"))


def _keys_in_names(controls: Sequence[Control]) -> list[str]:
    """Letters in brackets at the end of a name, such as “Mute (M)”."""
    return [match[1] for control in controls if (match := _IN_NAME.search(control.name))]


def _find_field(view: View) -> Control | None:
    """The first field for any text that can be used, best one that is empty."""
    fields = [
        control
        for control in view.observation.inventory.controls
        if is_free_text(control) and not (control.disabled or control.covered or view.page_facts.of(control).readonly)
    ]
    return min(fields, key=lambda field: bool(field.value), default=None)


def _is_outside(view: View, key: str) -> bool:
    """Whether the focus is neither in a field nor, for the space bar, on anything that it presses."""
    if not view.observation.focus:
        return True
    focused = next(
        (item for item in view.observation.inventory.controls if item.selector == view.observation.focus), None
    )
    return key != " " and focused is not None and focused.role not in (*TEXT_ROLES, "listbox", "slider")
