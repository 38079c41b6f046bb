"""Names of controls and elements in findings: the role and the visible text in titles, never a selector.

Explanations add a short selector for elements without a name (`locate_unnamed`). Lists of names end with the number
of omitted ones: `“a”, “b” and 3 more` after a list, `(and 3 more)` after a sentence about the first.
"""

import re
from collections.abc import Iterable, Sequence

from pytest_cookie.core.action import ActionBase, Clear, Click, DoubleClick, Drag, RightClick, Select, Type, Upload
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import Control, Element, PageError
from pytest_cookie.core.text import clip, shorten

_LONGEST = 32  # characters of a name
_LONGEST_SELECTOR = 48  # characters
_ROOM = 34  # characters for the names in a title
_LONG_ROOM = 100  # characters for the names in an explanation
_USES: dict[type[ActionBase], tuple[str, str]] = {
    Click: ("a click", "a click on {}"),
    DoubleClick: ("a double click", "a double click on {}"),
    RightClick: ("a right click", "a right click on {}"),
    Type: ("typing", "typing into {}"),
    Clear: ("clearing the field", "clearing {}"),
    Select: ("choosing an option", "choosing an option in {}"),
    Drag: ("dragging", "dragging {}"),
    Upload: ("choosing a file", "choosing a file in {}"),
}
"""What users do by such an action, and the same with the target."""
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
    "img": "image",
    "image": "image",
    "listitem": "list item",
    "menubar": "menu bar",
    "menuitemcheckbox": "menu item",
    "menuitemradio": "menu item",
    "treeitem": "tree item",
    "tablist": "row of tabs",
    "tabpanel": "tab panel",
    "radiogroup": "group of radio buttons",
    "gridcell": "table cell",
    "cell": "table cell",
    "columnheader": "column heading",
    "rowheader": "row heading",
    "progressbar": "progress bar",
    "scrollbar": "scroll bar",
    "alertdialog": "dialog",
    "contentinfo": "footer",
    "banner": "header",
    "complementary": "sidebar",
    "none": "element",
    "presentation": "element",
    "application": "application",
}
"""ARIA roles whose names users do not know."""
_TAGS = {
    "a": "link",
    "button": "button",
    "input": "field",
    "select": "list",
    "textarea": "text field",
    "img": "image",
    "svg": "drawing",
    "canvas": "canvas",
    "video": "video",
    "audio": "sound",
}
_PLACE = re.compile(
    rf"{re.escape(ORIGIN)}/(?P<file>[^\s?#()]{{0,200}}?)(?:[?#][^\s()]{{0,200}}?)?:(?P<line>\d{{1,7}}):\d{{1,7}}"
)
_COMBINATOR = re.compile(r"[\s>+~]")
_TAG = re.compile(r"[a-z][a-z0-9]*", re.IGNORECASE)


def capitalise(text: str) -> str:
    """The text with a capital first letter; the others keep theirs."""
    return text[:1].upper() + text[1:]


def name_role(role: str) -> str:
    """The role in plain words: `text field` for `textbox`."""
    return _ROLES.get(role, role)


def name_input(action: ActionBase) -> str:
    """`“Save”`, or `an unnamed button`."""
    return _name(action.target, name_role(action.role))


def name_subject(action: ActionBase) -> str:
    """The beginning of a title: `Button “Save”`, `Unnamed button`, `Key “p”`."""
    if action.is_keyboard and not (action.target or action.role):
        return f"Key “{shorten(action.key, _LONGEST)}”"
    return name_with_role(action.target, action.role)


def name_with_role(text: str, role: str) -> str:
    """The beginning of a title: `Button “Save”`, or `Unnamed button`."""
    plain, short = name_role(role), shorten(text, _LONGEST)
    return f"{capitalise(plain)} “{short}”" if short else f"Unnamed {plain}"


def name_use(action: ActionBase) -> str:
    """What users do, without the target: `a click`, `pressing “Enter”`."""
    if action.is_keyboard:
        return f"pressing “{shorten(action.key, _LONGEST)}”"
    return _USES.get(type(action), ("this action", ""))[0]


def name_use_of_target(action: ActionBase) -> str:
    """What users do, to follow "after": `a click on “Save”`, `typing into “Name”`."""
    if type(action) not in _USES or not (action.target or action.selector):
        return name_use(action)
    return _USES[type(action)][1].format(name_input(action))


def name_control(control: Control) -> str:
    """`“Save”`, or `an unnamed button`."""
    return _name(control.name, name_role(control.role))


def name_element(element: Element, controls: Iterable[Control] = (), longest: int = _LONGEST) -> str:
    """`“Total amount”`; without a text `an unnamed button`, by its role among the controls, or by its tag."""
    control = next((other for other in controls if other.selector == element.selector), None)
    if control and not element.text:
        return name_control(control)
    return _name(shorten(element.text, longest), _TAGS.get(read_tag(element.selector), "element"))


def read_tag(selector: str) -> str:
    """The tag in the last part of a selector, in lower case; empty if it names none."""
    tag = _TAG.match(_COMBINATOR.split(selector)[-1])
    return tag[0].lower() if tag else ""


def _name(text: str, kind: str) -> str:
    short = shorten(text, _LONGEST)
    if short:
        return f"“{short}”"
    return f"an unnamed {kind}"


def list_names(names: Sequence[str], room: int = _ROOM, *, total: int = 0) -> str:
    """The first names that fit into `room` characters, at least one, and how many more there are.

    Equal names are listed once: `“Save”, an unnamed button and 3 more`. `total` is the number of all things if `names`
    are only the recorded ones.
    """
    listed = _fitting(names, room)
    rest = max(total, len(names)) - len(listed)
    return ", ".join(listed) + (f" and {rest} more" if rest > 0 else "")


def list_others(names: Sequence[str], room: int = _LONG_ROOM, *, total: int = 0, listed_room: int = _ROOM) -> str:
    """The names that a title leaves out, as a sentence for the explanation; "" if there are none.

    `total` is as in `list_names`, whose count agrees with this one. The title lists names in `listed_room`.
    """
    shown = _fitting(names, listed_room)
    rest = [name for name in dict.fromkeys(names) if name not in shown]
    left = max(total, len(names)) - len(shown)
    return f" Also: {list_names(rest, room, total=left)}." if rest else ""


def _fitting(names: Sequence[str], room: int) -> list[str]:
    listed: list[str] = []
    for name in dict.fromkeys(names):
        if listed and len(", ".join([*listed, name])) > room:
            break
        listed.append(name)
    return listed


def locate_unnamed(things: Iterable[Element | Control | ActionBase]) -> str:
    """The selectors of those without a name, as a sentence for the explanation; "" if each has one."""
    return locate_selectors([thing.selector for thing in things if not _text_of(thing)])


def locate_selectors(selectors: Sequence[str]) -> str:
    """` Selector of the unnamed element: `#menu > button`.`; "" for none."""
    known = [f"`{shorten_selector(selector)}`" for selector in dict.fromkeys(selectors) if selector]
    if not known:
        return ""
    one = "Selector of the unnamed element" if len(known) == 1 else "Selectors of the unnamed elements"
    return f" {one}: {list_names(known, _LONG_ROOM)}."


def shorten_selector(selector: str) -> str:
    """The last parts of a CSS selector that fit into 48 characters, at least one."""
    parts = shorten(selector, 400).split(" > ")
    while len(parts) > 1 and len(" > ".join(parts)) > _LONGEST_SELECTOR:
        parts.pop(0)
    return clip(" > ".join(parts), _LONGEST_SELECTOR)


def _text_of(thing: Element | Control | ActionBase) -> str:
    text = thing.text if isinstance(thing, Element) else thing.name if isinstance(thing, Control) else thing.target
    return text.strip()


def quote_texts(texts: Iterable[str]) -> list[str]:
    """The texts in quotation marks, each cut to the length of a name."""
    return [f"“{shorten(text, _LONGEST)}”" for text in texts]


def quote_names(texts: Iterable[str], room: int = _ROOM) -> str:
    """`list_names` of texts in quotation marks, each cut to fit."""
    return list_names(quote_texts(texts), room)


def explain_overlap(element: Element, width: int) -> str:
    """Which texts overlap at that width, as far as the evidence names them, and what to do."""
    detail = shorten(element.detail, 120) or "overlaps another text"
    name = name_element(element)
    return f"{capitalise(name)} {detail} at {width} px, which makes both hard to read. Move them apart."


def describe_error(error: PageError) -> str:
    """The message as code, with the place where its stack names one: `` `x is not defined` (app.js:12). ``"""
    place = _PLACE.search(error.stack.removeprefix(error.message))
    where = ""
    if place:
        file = shorten(place["file"], 40)
        where = f" ({file}:{place['line']})" if file else f" (line {place['line']} of the page)"
    return f"`{shorten(error.message, 200)}`{where}."
