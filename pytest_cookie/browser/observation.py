"""`Observation`: what a session shows at one moment, and what happened since the last one."""

from dataclasses import dataclass, field

from pytest_cookie.core.page import ConsoleMessage, FailedRequest, Inventory, PageError


@dataclass(frozen=True)
class ElementState:
    """A visible element by what a change in it would alter. `text` is its own text, not its children's."""

    text: str
    state: str
    box: tuple[int, int, int, int]


@dataclass(frozen=True)
class Observation:
    """One moment of a page.

    `screenshot` is a PNG of the viewport. `elements` maps a stable path of every visible element to its state,
    so that two observations can be compared. `focus` is the selector of the focused element, "" for none.
    `scroll_y` sums the window's and every scrolled box's offset. `running_animations` counts running CSS and Web
    animations and transitions, `dialog_open` is true while a modal covers the page.
    """

    url: str
    screenshot: bytes
    inventory: Inventory
    elements: dict[str, ElementState]
    focus: str = ""
    scroll_y: float = 0.0
    running_animations: int = 0
    dialog_open: bool = False
    page_ms: int = 0


@dataclass(frozen=True)
class Happenings:
    """Everything that the page did since the last drain, in order of arrival, each list capped."""

    console: tuple[ConsoleMessage, ...] = ()
    page_errors: tuple[PageError, ...] = ()
    failed_requests: tuple[FailedRequest, ...] = ()
    dialogs: tuple[str, ...] = ()
    popups: tuple[str, ...] = ()
    downloads: tuple[str, ...] = ()
    navigations: tuple[str, ...] = ()


@dataclass(frozen=True)
class ActionOutcome:
    """`done`, or why the action could not be carried out."""

    done: bool
    problem: str = ""


@dataclass(frozen=True)
class LoadOutcome:
    """How the document arrived: HTTP status, 0 and a `problem` where it did not. `happenings` are those of the load."""

    loaded: bool
    status: int = 0
    problem: str = ""
    happenings: Happenings = field(default_factory=Happenings)
