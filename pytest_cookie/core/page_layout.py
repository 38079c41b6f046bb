"""The layout of a page at rest: its parts, typography and colours. Parts of `Evidence`."""

from pydantic import Field

from pytest_cookie.core.frozen_model import Count, FrozenModel
from pytest_cookie.core.page import Box


class Part(Box):
    """A box among its siblings. Parts with equal `make` or equal `dress` are alike in that respect.

    `make`: tag and class names; `dress`: computed type, padding, corners and borders. `turn` is in degrees. `flows` is
    false if it is out of the flow (absolute, fixed, sticky, floating), `moves` is true if it is animated.
    """

    make: int
    dress: int
    turn: float = 0.0
    flows: bool = True
    moves: bool = False
    text: str = ""


class Siblings(FrozenModel):
    """The visible children of one parent, in document order; `box` and `make` are the parent's own."""

    selector: str
    box: Box
    make: int = 0
    parts: tuple[Part, ...]


class SetText(FrozenModel):
    """A run of text; `box` is its first line, `lines` the number of lines.

    `size`, `leading` (line height, 0 for the browser's default) and `spacing` (between letters) are in px; `heading` is
    its level, 0 for none. `contrast` is the ratio of text to background (WCAG 2.2, 1 to 21) in the picture, None if
    not measurable; `idle` text belongs to a disabled element, `covered` text lies under something opaque in the first
    screen.
    """

    selector: str
    text: str
    box: Box
    letters: Count
    lines: Count
    size: float = Field(ge=0)
    leading: float = Field(ge=0)
    weight: Count
    face: str
    spacing: float = 0.0
    align: str = ""
    heading: int = 0
    control: bool = False
    idle: bool = False
    covered: bool = False
    make: int = 0
    contrast: float | None = Field(default=None, ge=1, le=21)


class Shift(FrozenModel):
    """Layout shift without user input: the sum of the browser's layout shifts (Layout Instability API).

    `selectors` name the first elements that moved.
    """

    score: float = 0.0
    selectors: tuple[str, ...] = ()


class PageLayout(FrozenModel):
    """The visible page at desktop width.

    `grounds` maps a painted colour (`#rrggbb`) to its area in CSS px², `inks` a text colour to its number of letters.
    `boxes` counts the boxes of the layout, `distances` those at least 4 px from another one. `tofu` counts texts in an
    icon font that is not loaded. Of `controls`, `hovered` have a style rule for the pointer and `focused` one for the
    keyboard.
    """

    groups: tuple[Siblings, ...] = ()
    texts: tuple[SetText, ...] = ()
    grounds: dict[str, Count] = {}
    inks: dict[str, Count] = {}
    distances: Count = 0
    boxes: Count = 0
    tofu: Count = 0
    controls: Count = 0
    hovered: Count = 0
    focused: Count = 0
    shift: Shift = Shift()
