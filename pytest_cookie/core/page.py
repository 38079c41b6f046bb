"""The observable state of a page at one moment: elements, controls, console. Parts of `Evidence`."""

from typing import Literal

from pytest_cookie.core.frozen_model import Count, FrozenModel
from pytest_cookie.core.inner_path import InnerPath


class Box(FrozenModel):
    """A rectangle in CSS pixels, relative to the top left of the document."""

    x: float
    y: float
    width: float
    height: float

    def meets(self, other: "Box") -> bool:
        """Whether the boxes overlap by more than a pixel in both directions."""
        wide = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        high = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return wide > 1 and high > 1


class Element(FrozenModel):
    """An element, named so that a reader can find it. `text` is cut at 120 characters."""

    selector: str
    text: str = ""
    box: Box | None = None
    detail: str = ""


class Control(FrozenModel):
    """An interactive element.

    `ref` is stable over the session for the same element; `kind` groups controls of one type (same role,
    same class names, same parent), so that an explorer can try one of each first. Inputs share a `group`
    if one form submits them under one name, such as radio buttons; "" without a name.
    """

    ref: str
    role: str
    name: str
    tag: str
    input_type: str = ""
    group: str = ""
    selector: str
    box: Box
    kind: str
    disabled: bool = False
    checked: bool | None = None
    expanded: bool | None = None
    selected: bool | None = None
    value: str = ""
    href: str = ""
    in_viewport: bool = True
    covered: bool = False


class Heading(FrozenModel):
    """A heading with its level, 1 to 6."""

    level: int
    text: str


class Media(FrozenModel):
    """An image, picture, video, audio or svg element. `natural_*` are 0 if it did not load."""

    tag: Literal["img", "video", "audio", "svg"]
    selector: str
    source: str
    alt: str | None
    box: Box
    natural_width: Count = 0
    natural_height: Count = 0
    loaded: bool = True
    controls: bool = False


class Canvas(FrozenModel):
    """A canvas element; `blank` if all readable pixels are equal, None if none is readable."""

    selector: str
    box: Box
    blank: bool | None = None


class Inventory(FrozenModel):
    """The structure of a rendered page. `text` is the visible text, cut at 20,000 characters."""

    title: str
    lang: str
    url: str
    text: str
    text_length: Count
    headings: tuple[Heading, ...] = ()
    landmarks: tuple[str, ...] = ()
    controls: tuple[Control, ...] = ()
    media: tuple[Media, ...] = ()
    canvases: tuple[Canvas, ...] = ()
    element_count: Count = 0
    accessibility_tree: str = ""


class ConsoleMessage(FrozenModel):
    """A line on the console. `step` is the step of the session during which it appeared."""

    level: str
    text: str
    source: str = ""
    step: int = 0


class PageError(FrozenModel):
    """An uncaught exception of the page."""

    message: str
    stack: str = ""
    step: int = 0


class FailedRequest(FrozenModel):
    """A request that failed or got an error response. `blocked` if the network policy refused it."""

    url: str
    method: str
    resource_type: str
    reason: str
    blocked: bool = False
    step: int = 0


class LibraryAnswer(FrozenModel):
    """A request to another host that was answered locally: by a package of the library, or by a painted picture.

    For a package, `asked` is the version in the address ("" for none), `given` the served version and `file` its path
    in the package. For a picture, `package` is the host of the replaced service and `given` the size in px.
    """

    url: str
    kind: Literal["package", "picture"] = "package"
    package: str
    asked: str = ""
    given: str
    file: str
    step: int = 0


class Popup(FrozenModel):
    """A window or tab that the page opened, recorded shortly after it loaded and then closed.

    `text` is the visible text, cut at 2,000 characters; `screenshot` is a path below the session's folder. `problem`
    says why they are missing.
    """

    url: str
    title: str = ""
    text: str = ""
    screenshot: InnerPath = ""
    problem: str = ""


class DownloadedFile(FrozenModel):
    """A file that the page offered for download.

    `name` is the page's name for it; `path` is the saved copy below the session's folder, or "" with the reason in
    `problem`. `type` is the media type of its extension.
    """

    name: str
    path: InnerPath = ""
    size_bytes: int = 0
    type: str = ""
    sha256: str = ""
    problem: str = ""
