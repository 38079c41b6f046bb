"""How a page at rest is put together: its parts, the type of its texts, its colours. Parts of `Evidence`."""

from pydantic import Field

from pytest_cookie.core.frozen_model import Count, FrozenModel
from pytest_cookie.core.page import Box


class Part(Box):
    """A box among its siblings."""

    make: int
    """Number shared by parts with the same tag and class names."""
    dress: int
    """Number shared by parts with the same type, padding, corners and borders."""
    turn: float = 0.0
    """Rotation in degrees."""
    flows: bool = True
    """Whether it lies in the flow of the page: not absolute, fixed, sticky or floating."""
    moves: bool = False
    """Whether it is animated."""
    text: str = ""
    """Text of the part."""


class Siblings(FrozenModel):
    """The visible parts of one parent, in document order."""

    selector: str
    """CSS selector of the parent."""
    box: Box
    """Position and size of the parent."""
    make: int = 0
    """Number of the parent's own tag and class names."""
    parts: tuple[Part, ...]
    """The parts."""


class SetText(FrozenModel):
    """A run of text with its typography."""

    selector: str
    """CSS selector."""
    text: str
    """The text."""
    box: Box
    """Position and size of the first line."""
    letters: Count
    """Number of letters."""
    lines: Count
    """Number of lines."""
    size: float = Field(ge=0)
    """Font size in px."""
    leading: float = Field(ge=0)
    """Line height in px. 0: the browser's default."""
    weight: Count
    """Font weight."""
    face: str
    """Font."""
    spacing: float = 0.0
    """Letter spacing in px."""
    align: str = ""
    """Text alignment."""
    heading: int = 0
    """Level of the heading. 0 for other text."""
    control: bool = False
    """Whether it belongs to a control."""
    idle: bool = False
    """Whether it belongs to something disabled."""
    covered: bool = False
    """Whether it lies under something opaque in the first screen."""
    struck: bool = False
    """Whether a line that is not its own goes through it."""
    make: int = 0
    """Number of the element's tag and class names."""
    contrast: float | None = Field(default=None, ge=1, le=21)
    """Contrast of text and background in the screenshot (WCAG 2.2). Null if it could not be measured."""


class Shift(FrozenModel):
    """Layout shifts while no action took place (Layout Instability API)."""

    score: float = 0.0
    """Sum of the layout shifts."""
    selectors: tuple[str, ...] = ()
    """CSS selectors of the first elements that shifted."""


class PageLayout(FrozenModel):
    """The parts, texts and colours of the page at desktop width."""

    groups: tuple[Siblings, ...] = ()
    """Siblings."""
    texts: tuple[SetText, ...] = ()
    """Texts."""
    grounds: dict[str, Count] = {}
    """Painted colour (`#rrggbb`) to its area in CSS px²."""
    inks: dict[str, Count] = {}
    """Text colour to its number of letters."""
    distances: Count = 0
    """Number of boxes that keep at least 4 px of distance to something."""
    boxes: Count = 0
    """Number of boxes that are laid out."""
    tofu: Count = 0
    """Number of texts in an icon font that is missing."""
    controls: Count = 0
    """Number of controls."""
    hovered: Count = 0
    """Number of controls with a style rule for the pointer."""
    focused: Count = 0
    """Number of controls with a style rule for keyboard focus."""
    shift: Shift = Shift()
    """Layout shifts."""
