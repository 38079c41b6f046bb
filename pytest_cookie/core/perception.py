"""Measurements of static perception: an untouched page at three widths. Parts of `Evidence`."""

from typing import Literal

from pytest_cookie.core.frozen_model import Count, FrozenModel
from pytest_cookie.core.inner_path import InnerPath
from pytest_cookie.core.page import ConsoleMessage, Element, FailedRequest, Inventory, LibraryAnswer, PageError
from pytest_cookie.core.page_layout import PageLayout

ViewportName = Literal["mobile", "tablet", "desktop"]


class Viewport(FrozenModel):
    """A window size in CSS pixels (Cookie-Bench B.4, item 6: 375, 768 and 1280 wide)."""

    name: ViewportName
    width: int
    height: int


DESKTOP = Viewport(name="desktop", width=1280, height=720)
TABLET = Viewport(name="tablet", width=768, height=1024)
MOBILE = Viewport(name="mobile", width=375, height=812)
VIEWPORTS: tuple[Viewport, ...] = (DESKTOP, TABLET, MOBILE)


class Layout(FrozenModel):
    """Geometry at one width.

    `overflow_px`: how far the document scrolls sideways beyond the window. `overflowing`: elements that stick
    out of the window sideways and cause it. `truncated`: text cut off by its box without a way to read it.
    `overlapping`: text covered by other text. `covered_controls`: controls hidden under something else.
    `small_targets`: controls under 24 × 24 CSS px (WCAG 2.2, 2.5.8). `buried_controls`: controls that lie under
    something fixed at every scroll position; `detail` names it. `stretched`: pictures and canvases drawn into a
    box with another aspect ratio; `detail` says how much.
    """

    overflow_px: float
    document_height: float
    overflowing: tuple[Element, ...] = ()
    truncated: tuple[Element, ...] = ()
    overlapping: tuple[Element, ...] = ()
    covered_controls: tuple[Element, ...] = ()
    small_targets: tuple[Element, ...] = ()
    buried_controls: tuple[Element, ...] = ()
    stretched: tuple[Element, ...] = ()


class Styling(FrozenModel):
    """The page's styles, over its visible elements at desktop width.

    `font_sizes` maps a size in px to the characters of text set in it, `font_families` likewise; `gaps` maps a
    margin, padding or gap in px to its uses; `radii` likewise; `hues` maps a hue in 30-degree steps (0 to 330,
    saturated colours only) to its area in CSS px²; `transitioned_controls` of `controls` have a transition or
    animation; `hover_rules` counts style rules with `:hover` or `:focus`; `styled_rules` counts all style rules.
    `unstyled` is true only if no style of the page applies to any element: no rule, no style attribute.
    """

    font_sizes: dict[str, Count] = {}
    font_families: dict[str, Count] = {}
    gaps: dict[str, Count] = {}
    radii: dict[str, Count] = {}
    hues: dict[str, float] = {}
    backgrounds: Count = 0
    shadows: Count = 0
    transitioned_controls: Count = 0
    controls: Count = 0
    hover_rules: Count = 0
    styled_rules: Count = 0
    animations: Count = 0
    viewport_meta: bool = False
    unstyled: bool = False


class AxeViolation(FrozenModel):
    """A rule of axe-core that the page breaks, with at most ten of the elements; `count` covers all of them."""

    rule: str
    impact: Literal["minor", "moderate", "serious", "critical"]
    help: str
    count: Count
    elements: tuple[Element, ...] = ()


class ViewportPerception(FrozenModel):
    """The page at one width: a full-page screenshot (cut at 10,000 px) and its geometry."""

    viewport: Viewport
    screenshot: InnerPath
    screenshot_cut: bool = False
    text_length: Count
    ink: float
    """Share of screenshot pixels that differ from the most frequent colour, 0 to 1; 0 is a blank page."""
    layout: Layout


class StaticPerception(FrozenModel):
    """Stage 1's evidence (Cookie-Bench 4.1): collected without any user action.

    `loaded` is false if the document did not arrive; `load_problem` then says why, and the rest is empty. `unusable`
    means that it arrived, but prevents any observation, in a fresh browser too. `crashed` means that the renderer died,
    and died again in a fresh browser.
    """

    loaded: bool
    load_problem: str = ""
    unusable: bool = False
    crashed: bool = False
    http_status: int = 0
    views: tuple[ViewportPerception, ...] = ()
    inventory: Inventory | None = None
    styling: Styling | None = None
    composition: PageLayout | None = None
    axe: tuple[AxeViolation, ...] = ()
    axe_problem: str = ""
    console: tuple[ConsoleMessage, ...] = ()
    page_errors: tuple[PageError, ...] = ()
    failed_requests: tuple[FailedRequest, ...] = ()
    library_answers: tuple[LibraryAnswer, ...] = ()
    lost_anchors: tuple[Element, ...] = ()
    """Links whose `#fragment` (in `detail`) does not exist on the page."""
    partly: tuple[str, ...] = ()
    """Checks that covered only a part of a large page, in words."""
    restless: float = 0.0
    """Share of pixels that change within half a second without input (animation, a game loop)."""
