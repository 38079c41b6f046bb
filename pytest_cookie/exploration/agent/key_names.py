"""Maps the key names that models use to the browser's names. Pure."""

from pytest_cookie.core.action import ActionKind
from pytest_cookie.llm.messages.tool_calls import InvalidCallError

_NAMES = {
    "space": "Space", "spacebar": "Space", "enter": "Enter", "return": "Enter", "esc": "Escape", "escape": "Escape",
    "tab": "Tab", "backspace": "Backspace", "delete": "Delete", "del": "Delete", "insert": "Insert", "home": "Home",
    "end": "End", "pageup": "PageUp", "pagedown": "PageDown", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft",
    "right": "ArrowRight", "arrowup": "ArrowUp", "arrowdown": "ArrowDown", "arrowleft": "ArrowLeft",
    "arrowright": "ArrowRight", "ctrl": "Control", "control": "Control", "shift": "Shift", "alt": "Alt",
    "option": "Alt", "meta": "Meta", "cmd": "Meta", "command": "Meta", "super": "Meta", "win": "Meta",
    "capslock": "CapsLock", "plus": "+", "minus": "-",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}  # fmt: skip
_MAX_KEYS = 4  # three modifiers and a key
_BROWSER_KEYS: dict[str, ActionKind] = {
    **dict.fromkeys(("F5", "Control+r", "Control+R", "Meta+r", "Control+F5"), "reload"),
    "Alt+ArrowLeft": "back",
    "Alt+ArrowRight": "forward",
}


def parse_chord(keys: str) -> str:
    """Parse a chord: `ctrl+z` → `Control+z`, `right` → `ArrowRight`, ` ` → `Space`. Raises `InvalidCallError` for no
    key."""
    if keys in (" ", "+"):
        return "Space" if keys == " " else "+"
    parts = [part.strip() for part in keys.split("+")]
    names = [_name(part) for part in parts if part]
    if keys.rstrip().endswith("++"):
        names.append("+")
    if not 1 <= len(names) <= _MAX_KEYS:
        raise InvalidCallError(f"keys: 1 to {_MAX_KEYS} keys joined by +, not {keys[:60]!r}")
    return "+".join(names)


def split_modifiers(keys: object) -> object:
    """Split and rename modifier keys: `ctrl+shift` or `["ctrl", "shift"]` → `["Control", "Shift"]`.

    Other values are left for validation to refuse.
    """
    parts = keys.split("+") if isinstance(keys, str) else keys
    if not isinstance(parts, list):
        return keys
    names = [_NAMES.get(part.strip().lower(), part.strip()) if isinstance(part, str) else part for part in parts]
    return [name for nth, name in enumerate(names) if name and name not in names[:nth]]


def find_browser_action(chord: str) -> ActionKind | None:
    """What the browser itself does for a chord; None if the page gets it."""
    return _BROWSER_KEYS.get(chord)


def _name(part: str) -> str:
    if len(part) == 1:
        return part
    known = _NAMES.get(part.lower().replace(" ", "").replace("_", "").replace("-", ""))
    if known is None and not part.isalnum():
        raise InvalidCallError(f"keys: there is no key {part[:30]!r}")
    return known or part
