"""`Observation`: what a session shows at one moment, and what happened since the last one."""

from dataclasses import dataclass, field

from pytest_cookie.core.page import (
    ConsoleMessage,
    DownloadedFile,
    FailedRequest,
    Inventory,
    LibraryAnswer,
    PageError,
    Popup,
)


@dataclass(frozen=True)
class ElementState:
    """A visible element by what a change in it would alter. `text` is its own text, not its children's.

    `placed`: it stands in the flow of the page, neither it nor what it is in lies above the page or is moved about by
    a transform. `cut`: the path of the innermost box that cuts it off or scrolls it where it reaches beyond, "" where
    nothing does. `inked`: something of it could be seen; not so where it is transparent, clipped to nothing or beyond
    the page's edge. `blends`: it has the colour of its ground, or paints nothing of its own. `look` changes with how it
    is drawn, other than by its place; "" where that is not known.
    """

    text: str
    state: str
    box: tuple[int, int, int, int]
    placed: bool = True
    cut: str = ""
    inked: bool = True
    blends: bool = False
    look: str = ""


@dataclass(frozen=True)
class Observation:
    """One moment of a page.

    `screenshot` is a PNG of the viewport. `elements` maps a stable path of every visible element to its state,
    so that two observations can be compared. `focus` is the selector of the focused element, "" for none.
    `scroll_y` sums the window's and every scrolled box's offset; `window_at` is where the window alone is, x and y.
    `running_animations` counts running CSS and Web animations and transitions, `dialog_open` is true while a modal
    covers the page. `effects` are all that the document has asked of the browser until now: print, share, copy, full
    screen.
    """

    url: str
    screenshot: bytes
    inventory: Inventory
    elements: dict[str, ElementState]
    focus: str = ""
    scroll_y: float = 0.0
    window_at: tuple[float, float] = (0.0, 0.0)
    running_animations: int = 0
    dialog_open: bool = False
    effects: tuple[str, ...] = ()
    page_ms: int = 0


@dataclass(frozen=True)
class SeenPopup:
    """A window that was looked at, and a PNG of it, empty where there is none."""

    popup: Popup
    screenshot: bytes


@dataclass(frozen=True)
class Effort:
    """What it cost the machine to use the page, in processor time of the page's processes.

    An input counts until its handlers have run and, by the stepped clock, the frame after it is drawn. `moving_frames`
    are those drawn in stretches of time in which most frames changed, `moving_seconds` what these stretches cost.
    Without `drawing_counted` all of it is scripts, layout and painting alone.
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
    """Everything that the page did since the last drain, in order of arrival, each list capped.

    `navigations` are the addresses that the page went to, `documents` those of documents that were loaded for it.
    `popups` are the addresses of all windows that it opened, `seen_popups` the first five of a session; `downloads` the
    names of all files that it gave, `files` the first ten of a session. `effort` is the machine's:
    no two runs agree on it.
    """

    console: tuple[ConsoleMessage, ...] = ()
    page_errors: tuple[PageError, ...] = ()
    failed_requests: tuple[FailedRequest, ...] = ()
    library_answers: tuple[LibraryAnswer, ...] = ()
    dialogs: tuple[str, ...] = ()
    popups: tuple[str, ...] = ()
    seen_popups: tuple[SeenPopup, ...] = ()
    downloads: tuple[str, ...] = ()
    files: tuple[DownloadedFile, ...] = ()
    navigations: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    effort: Effort = Effort()


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
