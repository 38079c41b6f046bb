"""How a page at rest is put together: its parts, the type of its texts, its colours. Parts of `Evidence`."""

from pydantic import Field

from pytest_cookie.core.frozen_model import Count, FrozenModel
from pytest_cookie.core.page import Box


class Part(Box):
    """A box among its siblings. `make` and `dress` are numbers that two parts share where they are alike.

    `make`: tag and class names; `dress`: type, padding, corners and borders as computed. `turn` in degrees. `flows` is
    false where it is placed out of the flow (absolute, fixed, sticky, floating), `moves` true where it is animated.
    """

    make: int
    dress: int
    turn: float = 0.0
    flows: bool = True
    moves: bool = False
    text: str = ""


class Siblings(FrozenModel):
    """The visible parts of one parent, in the order of the document; `box` and `make` are the parent's own."""

    selector: str
    box: Box
    make: int = 0
    parts: tuple[Part, ...]


class SetText(FrozenModel):
    """A run of text as it is set; `box` is its first line, `lines` how many there are.

    `size`, `leading` (line height, 0 for the browser's own) and `spacing` (of letters) in px; `heading` is its level, 0
    for none. `contrast` is the ratio of text to ground (WCAG 2.2, 1 to 21) as the picture shows it, None where it could
    not be measured; `idle` text belongs to something disabled, `covered` text lies under something opaque in the first
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
    """How far content jumped while nobody acted: the sum of the browser's layout shifts (Layout Instability API).

    `selectors` are those of the first things that jumped.
    """

    score: float = 0.0
    selectors: tuple[str, ...] = ()


class PageLayout(FrozenModel):
    """The page at desktop width, measured where it is visible.

    `grounds` maps a painted colour (`#rrggbb`) to its area in CSS px², `inks` a text colour to its letters. Of `boxes`
    that are laid out, `distances` keep 4 px or more from something. `tofu` counts texts in an icon face that is not
    there. Of `controls`, `hovered` have a style rule for the pointer and `focused` one for the keyboard.
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
