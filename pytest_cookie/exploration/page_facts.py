"""`PageFacts`: what an agent knows of the page beyond its inventory: forms, limits, options, dialogs, drag."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.page_scripts import run_script


class _PageModel(BaseModel):
    model_config = ConfigDict(frozen=True)


class Option(_PageModel):
    """An option of a `<select>` that can be chosen."""

    label: str
    value: str
    selected: bool


class Detail(_PageModel):
    """Facts about a control.

    `hint` is what the page says beside a field, apart from its label. `group` names its form or box, "" for none;
    `within` are the unique texts of its row. `frame`: it belongs to the menus and bars around the main content, or
    leads to other documents of the site. `current`: the page marks it as the current one among similar controls, by
    `aria-current` or a class. `movable`: it shows the hand of things to drag, or is draggable. `numbers`: it is the
    head of a column of numbers, dates or times. `tabbable`: the Tab key reaches it.
    """

    group: str = ""
    form: bool = False
    submits: bool = False
    required: bool = False
    readonly: bool = False
    label: str = ""
    min: str = ""
    max: str = ""
    step: str = ""
    pattern: str = ""
    minlength: str = ""
    maxlength: str = ""
    autocomplete: str = ""
    inputmode: str = ""
    placeholder: str = ""
    hint: str = ""
    field: str = ""
    options: tuple[Option, ...] = ()
    foreign: bool = False
    hidden_menu: bool = False
    in_dialog: bool = False
    editable: bool = False
    current: bool = False
    within: tuple[str, ...] = ()
    invalid: bool = False
    frame: bool = False
    pointer: bool = True
    movable: bool = False
    numbers: bool = False
    tabbable: bool = False


class Place(_PageModel):
    """A point in the viewport, in CSS px."""

    x: float
    y: float


class Draggable(Place):
    """A draggable element at its middle, and up to three places to drop it, the likeliest first."""

    selector: str
    text: str
    places: tuple[Place, ...]


class PageFacts(_PageModel):
    """The window and its contents; heights and offsets in CSS px.

    `hears_keys`: the document listens for keys, whatever element has the focus. `stores`: it has entries in the
    browser's storage.
    """

    details: dict[str, Detail] = {}
    draggables: tuple[Draggable, ...] = ()
    named_keys: tuple[str, ...] = ()
    hears_keys: bool = False
    scrolls_sideways: bool = False
    document_height: float = 720
    window_width: float = 1280
    window_height: float = 720
    scroll_x: float = 0
    scroll_y: float = 0
    has_modal: bool = False
    stores: bool = False

    def of(self, control: Control) -> Detail:
        """Return the facts about `control`; empty ones if the page did not report any."""
        return self.details.get(control.ref, Detail())


def read_page_facts(session: Session, controls: Sequence[Control]) -> PageFacts:
    """Read the facts from the page. Empty if the reply is malformed: an agent can do without."""
    try:
        reply = run_script(session, "surroundings", [[control.ref, control.selector] for control in controls])
        return PageFacts.model_validate(reply)
    except (PageScriptError, ValidationError):
        return PageFacts()
