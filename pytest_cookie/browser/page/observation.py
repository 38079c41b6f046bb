"""`Observation`: what a page shows at one moment, and what happened since the last one."""

from dataclasses import dataclass, field

from pytest_cookie.core.page import (
    ConsoleMessage,
    DownloadedFile,
    FailedRequest,
    Inventory,
    LibraryAnswer,
    NativeDialog,
    PageError,
    Popup,
)
from pytest_cookie.core.sound import SoundOnset


@dataclass(frozen=True)
class ElementState:
    """A visible element, by the properties that can change. `text` is its own text, without its children's.

    `placed`: it is in the page's normal flow; neither it nor an ancestor is positioned above the page or transformed.
    `cut`: path of the innermost box that clips it or scrolls it, "" if there is none. `inked`: some of it can be
    visible; false if it is transparent, fully clipped or outside the page. `blends`: it has its background's colour, or
    paints nothing itself. `look` changes with its appearance, but not with its position; "" if unknown. `endless`: an
    animation without an end runs on it. `make`: its role attribute or else its tag. `parent`: path of the element
    around it, across shadow roots and frames.
    """

    text: str
    state: str
    box: tuple[int, int, int, int]
    placed: bool = True
    cut: str = ""
    inked: bool = True
    blends: bool = False
    look: str = ""
    endless: bool = False
    make: str = ""
    parent: str = ""


@dataclass(frozen=True)
class Observation:
    """One moment of a page.

    `screenshot` is a PNG of the viewport. `elements` maps a stable path of each visible element to its state, so that
    two observations can be compared. `focus` is the selector of the focused element, "" for none. `scroll_x` and
    `scroll_y` sum the offsets of the window and every scrolled box; `window_at` is the window's own offset (x, y).
    `running_animations` counts running CSS and Web animations and transitions. `dialog_open` is true while a modal
    covers the page. `effects` are all requests of the document to the browser so far: print, share, copy, full screen,
    and its own messages beside fields.
    """

    url: str
    screenshot: bytes
    inventory: Inventory
    elements: dict[str, ElementState]
    focus: str = ""
    scroll_x: float = 0.0
    scroll_y: float = 0.0
    window_at: tuple[float, float] = (0.0, 0.0)
    running_animations: int = 0
    dialog_open: bool = False
    effects: tuple[str, ...] = ()
    page_ms: int = 0

    @property
    def usable_controls(self) -> int:
        """Number of controls that are neither disabled nor covered nor inert."""
        return sum(not (control.disabled or control.covered) for control in self.inventory.controls)

    @property
    def drawn_texts(self) -> frozenset[str]:
        """The own texts of elements that can be seen."""
        return frozenset(
            element.text for element in self.elements.values() if element.text and element.inked and not element.blends
        )

    @property
    def drawn_letters(self) -> int:
        """Characters of text that can be seen in the window or by scrolling."""
        return sum(len(element.text) for element in self.elements.values() if element.inked and not element.blends)


@dataclass(frozen=True)
class SeenPopup:
    """An observed popup and a PNG of it, empty if there is none."""

    popup: Popup
    screenshot: bytes


@dataclass(frozen=True)
class Effort:
    """Processor time that using the page cost, in its processes.

    An input counts until its handlers have run and, with the stepped clock, the next frame is drawn. `moving_frames`
    are those drawn while most frames changed; `moving_seconds` is what these periods cost. Without `drawing_counted`,
    only scripts, layout and painting count.
    """

    inputs: int = 0
    input_seconds: float = 0.0
    costliest_input_seconds: float = 0.0
    passed_ms: int = 0
    passing_seconds: float = 0.0
    moving_frames: int = 0
    moving_seconds: float = 0.0
    drawing_counted: bool = True


@dataclass(frozen=True)
class Happenings:
    """Everything that the page did since the last drain, in order of arrival; each list is capped.

    `navigations` are the addresses the page went to, `documents` those of loaded documents, `forms` those to which the
    browser sent a form. `popups` are the addresses of all opened windows, `seen_popups` the first five of a session;
    `downloads` are the names of all saved files, `files` the first ten of a session; `sounds` are the moments at which
    sounds began. `effort` depends on the machine and differs between runs.
    """

    console: tuple[ConsoleMessage, ...] = ()
    page_errors: tuple[PageError, ...] = ()
    failed_requests: tuple[FailedRequest, ...] = ()
    library_answers: tuple[LibraryAnswer, ...] = ()
    dialogs: tuple[NativeDialog, ...] = ()
    popups: tuple[str, ...] = ()
    seen_popups: tuple[SeenPopup, ...] = ()
    downloads: tuple[str, ...] = ()
    files: tuple[DownloadedFile, ...] = ()
    navigations: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    sounds: tuple[SoundOnset, ...] = ()
    effort: Effort = Effort()


@dataclass(frozen=True)
class ActionOutcome:
    """`done`, or why the action could not be carried out.

    `cover` is the selector of what lies over the target; `moved_away` is true where the target moved whenever the
    pointer came. `press_went_to`: see `PressArrival.went_to`. `held` is a PNG of the window at half of
    the time for which a key was held; empty for other actions.
    """

    done: bool
    problem: str = ""
    cover: str = ""
    moved_away: bool = False
    press_went_to: str = ""
    held: bytes = b""


@dataclass(frozen=True)
class LoadOutcome:
    """How the document loaded: its HTTP status, or 0 and a `problem`. `happenings` are the events of the load."""

    loaded: bool
    status: int = 0
    problem: str = ""
    happenings: Happenings = field(default_factory=Happenings)
