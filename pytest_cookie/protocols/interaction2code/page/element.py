"""`PageElement`: a visible element of a page; `PageElements`: all of one moment, from `elements.js`."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.protocols.interaction2code.metrics.changed_part import Box

MAX_ELEMENTS = 4_000
"""Most elements of a page that are read."""

ControlKind = Literal["button", "field", "choice", "list", "slider", "link", "disclosure", "media", "other"]

_ROLES: dict[str, ControlKind] = {
    "button": "button", "tab": "button", "menuitem": "button", "link": "link", "textbox": "field", "searchbox": "field",
    "checkbox": "choice", "radio": "choice", "switch": "choice", "listbox": "list", "combobox": "list",
    "slider": "slider", "option": "button",
}  # fmt: skip
_TAGS: dict[str, ControlKind] = {
    "button": "button", "a": "link", "select": "list", "textarea": "field", "summary": "disclosure",
    "img": "media", "svg": "media", "canvas": "media", "video": "media", "audio": "media", "iframe": "media",
}  # fmt: skip
_TYPES: dict[str, ControlKind] = {
    "button": "button", "submit": "button", "reset": "button", "image": "button", "checkbox": "choice",
    "radio": "choice", "range": "slider",
}  # fmt: skip


class PageElement(FrozenModel):
    """A visible element. Boxes are in CSS px of the whole page."""

    key: int
    """The same for the same element of a document, before and after an interaction."""
    parent: int = 0
    """Key of the nearest listed element around it. 0 for none."""
    tag: str
    """Name of the tag, in lower case."""
    type: str = ""
    """Type of an `<input>`."""
    role: str = ""
    """ARIA role, if the page gives one."""
    id: str = ""
    """Its id, if it is one of `interact1`, `interact2` and so on."""
    usable: bool = False
    """Whether it can be used: a control, or an element with a role or a handler in its markup."""
    text: str = ""
    """Its own text, without that of elements in it; the value of a field."""
    label: str = ""
    """Name of a control."""
    box: tuple[int, int, int, int]
    """Left, top, width, height."""
    color: str = ""
    """Colour of its text."""
    paper: str = ""
    """Colour of its background. Empty if it has none."""
    border: str = ""
    """Colours of its border. Empty if it has none."""
    font: str = ""
    """Size, weight, slant and decoration of its text."""
    over: bool = False
    """Whether it lies over the page: in an open dialog, or positioned."""
    state: str = ""
    """Checked, open, pressed and so on; the value of a slider; the source of a picture."""

    @property
    def kind(self) -> ControlKind:
        """What kind of control it is; `other` for elements that are none."""
        if self.tag == "input":
            return _TYPES.get(self.type, "field")
        return _ROLES.get(self.role) or _TAGS.get(self.tag, "other")

    @property
    def name(self) -> str:
        """Its name: its text or its label, in lower case."""
        return (self.label if self.usable and self.label else self.text or self.label).strip().casefold()

    @property
    def rect(self) -> Box:
        """Its box."""
        left, top, width, height = self.box
        return Box(left, top, left + width, top + height)

    @property
    def center(self) -> tuple[float, float]:
        """Its centre, x and y."""
        return self.rect.center


PageElements = Annotated[tuple[PageElement, ...], Field(max_length=MAX_ELEMENTS)]
ELEMENTS: TypeAdapter[tuple[PageElement, ...]] = TypeAdapter(PageElements)


def text_within(elements: tuple[PageElement, ...], part: Box | None = None) -> str:
    """The texts of all elements, or of those that show in `part`, in order of the document.

    An element shows in a part where its centre lies, unless a window that lies over the page covers it there.
    """
    if part is None:
        return " ".join(element.text for element in elements if element.text)
    windows = [element.rect for element in elements if element.over and element.paper]
    return " ".join(
        element.text
        for element in elements
        if element.text
        and _contains(part, element)
        and (element.over or not any(_contains(window, element) for window in windows))
    )


def _contains(part: Box, element: PageElement) -> bool:
    x, y = element.center
    return part.left <= x < part.right and part.top <= y < part.bottom
