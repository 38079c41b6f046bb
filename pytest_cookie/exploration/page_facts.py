"""`PageFacts`: what a policy knows of the page beyond its inventory: forms, limits, options, dialogs, drag."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.page_scripts import run_script


class _Told(BaseModel):
    model_config = ConfigDict(frozen=True)


class Option(_Told):
    """An option of a `<select>` that can be chosen."""

    label: str
    value: str
    selected: bool


class Detail(_Told):
    """A control's surroundings. `group` names the form or box it belongs to, "" for none; `within` are texts of its row
    that the page has once. The `frame` is menus and bars around what the page is for, and what leads to other documents
    of the site; `current` is the one among its like that the page marks so, by `aria-current` or a class."""

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
    maxlength: str = ""
    autocomplete: str = ""
    inputmode: str = ""
    placeholder: str = ""
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


class Draggable(_Told):
    """Something that can be dragged, and a place to drop it; CSS px in the viewport."""

    selector: str
    text: str
    x: float
    y: float
    to_x: float
    to_y: float


class PageFacts(_Told):
    """The window and what stands in it. Heights and offsets in CSS px. A page `hears_keys` where its document listens
    for them, whatever has the focus."""

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

    def of(self, control: Control) -> Detail:
        """What is known of `control`; nothing where the page would not tell."""
        return self.details.get(control.ref, Detail())


def look_around(session: Session, controls: Sequence[Control]) -> PageFacts:
    """Ask the page. What it answers wrongly is left out: a policy does without."""
    try:
        told = run_script(session, "surroundings", [[control.ref, control.selector] for control in controls])
        return PageFacts.model_validate(told)
    except (PageScriptError, ValidationError):
        return PageFacts()
