"""The observable state of a page at one moment: elements, controls, console. Parts of `Evidence`."""

from typing import Literal

from pytest_cookie.core.frozen_model import Count, FrozenModel
from pytest_cookie.core.inner_path import InnerPath


class Box(FrozenModel):
    """A rectangle in CSS px, relative to the top left of the document."""

    x: float
    """Left edge."""
    y: float
    """Top edge."""
    width: float
    """Width."""
    height: float
    """Height."""

    def meets(self, other: "Box") -> bool:
        """Whether the boxes overlap by more than a pixel in both directions."""
        wide = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        high = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return wide > 1 and high > 1


class Element(FrozenModel):
    """An element, described so that a person finds it again."""

    selector: str
    """CSS selector."""
    text: str = ""
    """Text, cut at 120 characters."""
    box: Box | None = None
    """Position and size."""
    detail: str = ""
    """Additional information."""


class Control(FrozenModel):
    """An interactive element."""

    ref: str
    """Reference of the element, stable over the session."""
    role: str
    """ARIA role."""
    name: str
    """Accessible name."""
    tag: str
    """HTML tag."""
    input_type: str = ""
    """Type of an input element."""
    group: str = ""
    """Form and name that inputs share, such as radio buttons of one question. Empty without a name."""
    selector: str
    """CSS selector."""
    box: Box
    """Position and size."""
    kind: str
    """Kind of the control: controls with the same role, class names and parent share it."""
    disabled: bool = False
    """Whether it is disabled."""
    checked: bool | None = None
    """Whether it is checked. Null if that does not apply."""
    expanded: bool | None = None
    """Whether it is expanded. Null if that does not apply."""
    selected: bool | None = None
    """Whether it is selected. Null if that does not apply."""
    value: str = ""
    """Its value."""
    href: str = ""
    """Target of a link."""
    in_viewport: bool = True
    """Whether it is inside the window."""
    covered: bool = False
    """Whether something else covers it, or it is inert, as behind a modal dialog."""


USUAL_ROLES = frozenset({
    "button", "link", "textbox", "searchbox", "spinbutton", "combobox", "listbox", "checkbox", "radio", "switch",
    "slider", "tab", "menuitem", "menuitemcheckbox", "menuitemradio",
})  # fmt: skip
"""Roles of common controls, whose keys browsers or habits define. Other controls are things of the page's own: cards,
cells, shapes."""


FIELD_ROLES = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "listbox"})
"""Roles of controls that hold a value."""
WITHOUT_KEYS = frozenset({"link", "textbox", "searchbox", "spinbutton", "combobox"})
"""Roles of controls that are no part of a widget whose items arrow keys change: links, and fields with a caret."""


class Heading(FrozenModel):
    """A heading."""

    level: int
    """Level, 1 to 6."""
    text: str
    """Text of the heading."""


class Media(FrozenModel):
    """An image, video, audio or svg element."""

    tag: Literal["img", "video", "audio", "svg"]
    """HTML tag."""
    selector: str
    """CSS selector."""
    source: str
    """Address of the source."""
    alt: str | None
    """Alternative text. Null if it is missing."""
    box: Box
    """Position and size."""
    natural_width: Count = 0
    """Own width in px. 0 if it did not load."""
    natural_height: Count = 0
    """Own height in px. 0 if it did not load."""
    loaded: bool = True
    """Whether it loaded."""
    controls: bool = False
    """Whether it has controls of its own."""


class CanvasText(FrozenModel):
    """A text that a script has drawn on a canvas (2D) and not painted over since."""

    text: str
    """The text."""
    x: float
    """Horizontal position at which it was drawn, in CSS px of the document."""
    y: float
    """Vertical position at which it was drawn, in CSS px of the document."""
    size: float = 0
    """Font size in CSS px."""
    colour: str = ""
    """Colour as the canvas has it. Empty for a gradient or pattern."""


class Canvas(FrozenModel):
    """A canvas element."""

    selector: str
    """CSS selector."""
    box: Box
    """Position and size."""
    blank: bool | None = None
    """Whether all its readable pixels are the same. Null if they cannot be read."""
    texts: tuple[CanvasText, ...] = ()
    """Texts drawn on it, from top to bottom, at most 100."""


class Inventory(FrozenModel):
    """The structure of a rendered page."""

    title: str
    """Title of the document."""
    lang: str
    """Language of the document, from its `lang` attribute."""
    url: str
    """Address of the document."""
    text: str
    """Visible text, cut at 20,000 characters."""
    text_length: Count
    """Length of the whole visible text in characters."""
    headings: tuple[Heading, ...] = ()
    """Headings."""
    landmarks: tuple[str, ...] = ()
    """Landmarks such as `main` and `navigation`."""
    controls: tuple[Control, ...] = ()
    """Interactive elements."""
    media: tuple[Media, ...] = ()
    """Images, videos, audio and SVG elements."""
    canvases: tuple[Canvas, ...] = ()
    """Canvas elements."""
    element_count: Count = 0
    """Number of elements."""
    accessibility_tree: str = ""
    """The accessibility tree as text."""

    @property
    def canvas_texts(self) -> tuple[str, ...]:
        """The texts that canvases show."""
        return tuple(text.text for canvas in self.canvases for text in canvas.texts)

    @property
    def whole_text(self) -> str:
        """The visible text, and a line for each text on a canvas."""
        return "\n".join((self.text, *self.canvas_texts)) if self.canvas_texts else self.text


class ConsoleMessage(FrozenModel):
    """A line on the console."""

    level: str
    """Level, such as `error`."""
    text: str
    """Text of the line."""
    source: str = ""
    """Address and line of the script."""
    step: int = 0
    """Number of the step during which it appeared."""


class PageError(FrozenModel):
    """An uncaught error of the page."""

    message: str
    """Error message."""
    stack: str = ""
    """Stack trace."""
    step: int = 0
    """Number of the step during which it was thrown."""


class FailedRequest(FrozenModel):
    """A request without a response, or with an error."""

    url: str
    """Address."""
    method: str
    """HTTP method."""
    resource_type: str
    """Type of the resource, such as `script`."""
    reason: str
    """Why it failed."""
    blocked: bool = False
    """Whether the network policy refused it."""
    step: int = 0
    """Number of the step during which it was made."""


PictureStyle = Literal["photo", "portrait", "label", "initials"]
"""What a generated picture shows. A label is a plain box with a text. Labels and initials are as services draw them."""


class LibraryAnswer(FrozenModel):
    """A request to another host that was answered locally: by a package of the library, or by a generated picture."""

    url: str
    """Address."""
    kind: Literal["package", "picture"] = "package"
    """`package`, or `picture` for a generated picture."""
    package: str
    """Name of the package; for a picture, the host of the picture service."""
    asked: str = ""
    """Requested version of the package. Empty for none."""
    given: str
    """Version of the package that was served; for a picture, its size in px."""
    file: str
    """Path of the file in the package."""
    shown: PictureStyle | None = None
    """For a generated picture, what it shows. `label` and `initials` are what the service itself shows to visitors."""
    step: int = 0
    """Number of the step during which it was made."""


class NativeDialog(FrozenModel):
    """A dialog of the browser: a message of the page, or the file picker."""

    kind: Literal["alert", "confirm", "prompt", "beforeunload", "file"]
    """Kind of the dialog. `file` is the file picker."""
    text: str = ""
    """The page's message; for the file picker, which file was chosen."""
    accepted: bool | None = None
    """Whether the explorer accepted it. Null for the file picker."""
    answer: str = ""
    """Text that the explorer entered into a `prompt` and accepted."""

    @property
    def is_message(self) -> bool:
        """Whether it has a message of the page; a file picker has none."""
        return self.kind != "file"


class Popup(FrozenModel):
    """A window or tab that the page opened, recorded a moment after it had loaded. It was then closed."""

    url: str
    """Address."""
    title: str = ""
    """Title of the document."""
    text: str = ""
    """Visible text, cut at 2,000 characters."""
    screenshot: InnerPath = ""
    """Screenshot, relative to the session's folder."""
    problem: str = ""
    """Why the window could not be recorded."""


class DownloadedFile(FrozenModel):
    """A file that the page offered for download."""

    name: str
    """Name that the page gave it."""
    path: InnerPath = ""
    """Path of the saved file, relative to the session's folder. Empty if it was not saved; `problem` has the reason."""
    size_bytes: int = 0
    """Size of the file."""
    type: str = ""
    """Media type of its file name extension."""
    sha256: str = ""
    """SHA-256 of the file."""
    head: str = ""
    """How its text begins, at most 400 characters. Empty if it has no text."""
    problem: str = ""
    """Why it was not saved."""
