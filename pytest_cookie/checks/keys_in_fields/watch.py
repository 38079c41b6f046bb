"""`FieldKeysWatch`: compares what a key changes outside of fields with what it does while typed into one. Pure."""

from pytest_cookie.checks.keys_in_fields.fact import FieldKeys
from pytest_cookie.core.action import Press, Type
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import MAX_CONTROL_NAME
from pytest_cookie.exploration.watch import Act

TEXT_ROLES = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_FREE_TYPES = frozenset({"", "text", "search", "textarea"})
"""Fields of other types refuse characters of their own accord: numbers, addresses, dates."""
_MOST_LOST = 3
"""A field that refuses more different characters takes digits only, or names without blanks."""
_BLANKS = {"Space": " "}
_CARET_KEYS = frozenset({"ArrowLeft", "ArrowRight"})
"""Keys that move the caret of a field, besides those that enter a character."""


class FieldKeysWatch:
    """Follows presses outside of fields, and typing in fields. Call `compare` for every action, in order."""

    def __init__(self) -> None:
        self._effects: dict[str, frozenset[str]] = {}
        self._without: dict[str, list[tuple[str, frozenset[str]]]] = {}
        self._lost: dict[str, str] = {}

    def compare(self, act: Act) -> FieldKeys | None:
        """What the action shows of such a key."""
        if isinstance(act.action, Type):
            return self._compare_typed(act, act.action.value)
        if not isinstance(act.action, Press):
            return None
        key = _BLANKS.get(act.action.value, act.action.value)
        if len(key) > 1 and key not in _CARET_KEYS:
            return None
        if act.action.names_element:
            is_alike = act.control is not None and is_free_text(act.control) and key in _CARET_KEYS
            is_alike = is_alike and _acts_alike(_changed_paths(act, act.control), self._effects.get(key))
            return FieldKeys(fires=key) if is_alike else None
        changed = _changed_paths(act, None)
        if not changed or _is_taken_by_focus(act, key):
            return None
        self._effects[key] = changed
        return FieldKeys(acts=key, lost_elsewhere=self._lost.get(key, ""))

    def _compare_typed(self, act: Act, typed: str) -> FieldKeys | None:
        field = act.control
        if field is None or not is_free_text(field):
            return None
        now = next((other for other in act.after.inventory.controls if other.ref == field.ref), None)
        changed = _changed_paths(act, field)
        lost = _find_lost(typed, now.value) if now is not None else ()
        self._lost |= dict.fromkeys(lost, field.name[:MAX_CONTROL_NAME] or field.role)
        fires = next((key for key in dict.fromkeys(typed) if self._fires(key, field.ref, changed)), "")
        self._without.setdefault(field.ref, []).append((typed, changed))
        known = tuple(key for key in lost if key in self._effects)
        if not lost and not fires:
            return None
        return FieldKeys(lost=lost, acts=known[0] if known else "", fires=fires)

    def _fires(self, key: str, field: str, changed: frozenset[str]) -> bool:
        """Whether typing it changed what it changes outside of fields, and typing other characters there did not."""
        effect = self._effects.get(key)
        others = [paths for typed, paths in self._without.get(field, []) if key not in typed]
        return _acts_alike(changed, effect) and bool(others) and not any(_acts_alike(one, effect) for one in others)


def is_free_text(control: Control) -> bool:
    """Whether it is a field that takes any text."""
    kind = "textarea" if control.tag == "textarea" else control.input_type
    return control.role in ("textbox", "searchbox") and kind in _FREE_TYPES


def _is_taken_by_focus(act: Act, key: str) -> bool:
    """Whether a control has the focus that uses the key itself: a field, or for the space bar any."""
    focused = (item for item in act.before.inventory.controls if item.selector == act.before.focus)
    return any(item.role in TEXT_ROLES or key == " " for item in focused)


def _find_lost(typed: str, value: str) -> tuple[str, ...]:
    """The characters that are missing everywhere, if nothing else differs."""
    lost = tuple(dict.fromkeys(character for character in typed if character not in value))
    if not lost or len(lost) > _MOST_LOST:
        return ()
    return lost if "".join(character for character in typed if character not in lost) == value else ()


def _changed_paths(act: Act, used: Control | None) -> frozenset[str]:
    """Paths of elements that came, went or changed, without the control's own and those around it."""
    before, after = act.before.elements, act.after.elements
    path = act.tree_before.path_of(used) if used else ""
    own = set(act.tree_before.around(path)) if path else set()
    return frozenset(
        one
        for one in before.keys() | after.keys()
        if one not in own and not act.quiet.covers(one) and _differs(before.get(one), after.get(one))
    )


def _differs(old: object, new: object) -> bool:
    def told(element: object) -> tuple[object, object] | None:
        return None if element is None else (getattr(element, "text", ""), getattr(element, "state", ""))

    return told(old) != told(new)


def _acts_alike(changed: frozenset[str], effect: frozenset[str] | None) -> bool:
    return bool(effect) and len(changed & (effect or frozenset())) * 2 >= len(effect or ())
