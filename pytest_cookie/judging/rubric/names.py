"""Names of controls and elements in findings: the role and the visible text, never a selector."""

import re
from collections.abc import Iterable, Sequence

from pytest_cookie.core.action import ActionBase
from pytest_cookie.core.page import Control, Element
from pytest_cookie.core.text import shorten

_LONGEST = 32
_ROOM = 44
_ROLES = {
    "": "element",
    "generic": "element",
    "textbox": "text field",
    "searchbox": "search field",
    "spinbutton": "number field",
    "combobox": "list",
    "listbox": "list",
    "radio": "radio button",
    "menuitem": "menu item",
    "img": "picture",
}
"""ARIA roles whose names users do not know."""
_TAGS = {
    "a": "link",
    "button": "button",
    "input": "field",
    "select": "list",
    "textarea": "text field",
    "img": "picture",
    "svg": "drawing",
    "canvas": "canvas",
    "video": "video",
    "audio": "sound",
}
_LAST_TAG = re.compile(r"(?:^|[\s>+~])([a-z][a-z0-9]*)[^\s>+~]*$", re.IGNORECASE)


def name_role(role: str) -> str:
    """The role in plain words: `text field` for `textbox`."""
    return _ROLES.get(role, role)


def name_input(action: ActionBase) -> str:
    """`“Save”`, or `an unnamed button`."""
    return _name(action.target, name_role(action.role))


def name_subject(action: ActionBase) -> str:
    """The beginning of a title: `Button “Save”`, or `Unnamed button`."""
    return name_with_role(action.target, action.role)


def name_with_role(text: str, role: str) -> str:
    """The beginning of a title: `Button “Save”`, or `Unnamed button`."""
    plain, short = name_role(role), shorten(text, _LONGEST)
    return f"{plain[:1].upper()}{plain[1:]} “{short}”" if short else f"Unnamed {plain}"


def name_control(control: Control) -> str:
    """`“Save”`, or `an unnamed button`."""
    return _name(control.name, name_role(control.role))


def name_element(element: Element, controls: Iterable[Control] = ()) -> str:
    """`“Total amount”`; without a text `an unnamed button`, by its role among the controls, or by its tag."""
    control = next((one for one in controls if one.selector == element.selector), None)
    if control and not element.text:
        return name_control(control)
    tag = _LAST_TAG.search(element.selector)
    return _name(element.text, _TAGS.get(tag[1].lower(), "element") if tag else "element")


def _name(text: str, kind: str) -> str:
    short = shorten(text, _LONGEST)
    if short:
        return f"“{short}”"
    return f"an unnamed {kind}"


def list_names(names: Sequence[str], room: int = _ROOM) -> str:
    """The first names that fit into `room` characters, at least one, and how many more there are.

    Equal names are listed once: `“Save”, an unnamed button and 3 more`.
    """
    listed: list[str] = []
    for name in dict.fromkeys(names):
        if listed and len(", ".join([*listed, name])) > room:
            break
        listed.append(name)
    rest = len(names) - len(listed)
    return ", ".join(listed) + (f" and {rest} more" if rest > 0 else "")


def list_others(names: Sequence[str], room: int = 100) -> str:
    """The names that `list_names` leaves out of a title, as a sentence for the explanation; "" if there are none."""
    shown = list_names(names)
    rest = [name for name in dict.fromkeys(names) if name not in shown]
    return f" Also: {list_names(rest, room)}." if rest else ""


def quote_texts(texts: Iterable[str]) -> list[str]:
    """The texts in quotation marks, each cut to the length of a name."""
    return [f"“{shorten(text, _LONGEST)}”" for text in texts]


def quote_names(texts: Iterable[str], room: int = _ROOM) -> str:
    """`list_names` of texts in quotation marks, each cut to fit."""
    return list_names(quote_texts(texts), room)
