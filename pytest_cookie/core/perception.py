"""Measurements of static perception: an untouched page at three widths. Parts of `Evidence`."""

from typing import Literal

from pytest_cookie.core.frozen_model import Count, FrozenModel
from pytest_cookie.core.inner_path import InnerPath
from pytest_cookie.core.legibility import RecolouredView
from pytest_cookie.core.page import Box, ConsoleMessage, Element, FailedRequest, Inventory, LibraryAnswer, PageError
from pytest_cookie.core.page_layout import PageLayout

ViewportName = Literal["mobile", "tablet", "desktop"]


class Viewport(FrozenModel):
    """A window size (Cookie-Bench B.4, item 6)."""

    name: ViewportName
    """Name of the size."""
    width: int
    """Width in CSS px."""
    height: int
    """Height in CSS px."""


DESKTOP = Viewport(name="desktop", width=1280, height=720)
TABLET = Viewport(name="tablet", width=768, height=1024)
MOBILE = Viewport(name="mobile", width=375, height=812)
VIEWPORTS: tuple[Viewport, ...] = (DESKTOP, TABLET, MOBILE)


class BuriedText(Element):
    """A text that lies under a layer wherever the page is scrolled to. `detail` is the layer's selector."""

    letters: Count = 0
    """Length of the text, at most 120."""
    hidden: float = 1.0
    """Share of its lines that is hidden, 0 to 1."""
    heading: bool = False
    """Whether it is part of a heading."""


class CutOffElement(Element):
    """A control or text that no scrolling brings into view. `detail` is the selector of the box that cuts it off."""

    control: bool = False
    """Whether it is a control."""
    letters: Count = 0
    """Length of the text, at most 120. 0 for controls."""
    hidden: float = 1.0
    """Share of its width or height that is cut off, 0 to 1."""


class CutOff(FrozenModel):
    """Content that is cut off at one width and can be reached at another one."""

    elements: tuple[CutOffElement, ...] = ()
    """At most 80 of these elements, controls first."""
    controls: Count = 0
    """Number of all controls that are shown at this width."""
    cut_controls: Count = 0
    """Number of controls that are cut off."""
    letters: Count = 0
    """Characters of all texts beside controls."""
    cut_letters: Count = 0
    """Characters of texts that are cut off."""


class BuriedView(FrozenModel):
    """A picture of the window, scrolled to what lies under a fixed layer."""

    screenshot: InnerPath
    """The picture, relative to the folder of the evidence."""
    top: float
    """How far the window was scrolled down, in CSS px."""


class Layout(FrozenModel):
    """The geometry of the page at one width."""

    overflow_px: float
    """How far the page scrolls sideways beyond the window."""
    content_beyond_px: float | None = None
    """How far texts, controls and pictures extend beyond the window. Null if not measured."""
    document_height: float
    """Height of the document in CSS px."""
    overflowing: tuple[Element, ...] = ()
    """Elements that stick out of the window sideways."""
    truncated: tuple[Element, ...] = ()
    """Text that its box cuts off and that cannot be read otherwise."""
    overlapping: tuple[Element, ...] = ()
    """Text that other text covers."""
    covered_controls: tuple[Element, ...] = ()
    """Controls hidden under something else."""
    small_targets: tuple[Element, ...] = ()
    """Controls smaller than 24 × 24 CSS px (WCAG 2.2, 2.5.8)."""
    buried_controls: tuple[Element, ...] = ()
    """Controls that lie under something fixed wherever the page is scrolled to. `detail` names it."""
    buried_texts: tuple[BuriedText, ...] = ()
    """Texts that lie under a fixed header or another layer wherever the page is scrolled to."""
    buried_view: BuriedView | None = None
    """The window with the first of these in the middle, or as near to it as the page scrolls. Null without any, and in
    older evidence."""
    cut_off: CutOff = CutOff()
    """Controls and texts that a box or the window cuts off, so that scrolling does not reach them."""
    stretched: tuple[Element, ...] = ()
    """Pictures and canvases in a box of another shape. `detail` gives the factor."""
    squeezed: tuple[Element, ...] = ()
    """Texts whose words are broken into one or two letters a line. `detail` gives the number of lines."""
    voids: tuple[Element, ...] = ()
    """Empty bands as wide as the page, of half a window or more, between two parts. The element is the text after the
    band, `detail` the one before, and `box` the band."""


class Styling(FrozenModel):
    """The style of the visible elements at desktop width."""

    font_sizes: dict[str, Count] = {}
    """Font size in px to the number of characters."""
    font_families: dict[str, Count] = {}
    """Font to the number of characters."""
    gaps: dict[str, Count] = {}
    """Margin, padding or gap in px to the number of uses."""
    radii: dict[str, Count] = {}
    """Corner radius in px to the number of uses."""
    hues: dict[str, float] = {}
    """Hue in steps of 30 degrees to its area in CSS px², saturated colours only."""
    backgrounds: Count = 0
    """Number of elements with a background."""
    shadows: Count = 0
    """Number of elements with a shadow."""
    transitioned_controls: Count = 0
    """Number of controls with a transition or animation."""
    controls: Count = 0
    """Number of controls."""
    hover_rules: Count = 0
    """Number of style rules with `:hover` or `:focus`."""
    styled_rules: Count = 0
    """Number of all style rules."""
    animations: Count = 0
    """Number of animated elements."""
    viewport_meta: bool = False
    """Whether there is a viewport meta tag."""
    unstyled: bool = False
    """Whether no style of the page applies to anything."""


class AxeViolation(FrozenModel):
    """A rule of axe-core that the page violates."""

    rule: str
    """Id of the rule."""
    impact: Literal["minor", "moderate", "serious", "critical"]
    """Impact by axe-core."""
    help: str
    """Explanation by axe-core."""
    count: Count
    """Number of elements that violate it."""
    elements: tuple[Element, ...] = ()
    """At most ten of these elements."""


class ViewportPerception(FrozenModel):
    """The page at one width."""

    viewport: Viewport
    """The window size."""
    screenshot: InnerPath
    """Screenshot of the whole page, relative to the item's `evidence/` folder."""
    screenshot_cut: bool = False
    """Whether the screenshot is shorter than the page: cut at 10,000 px, or where the page does not scroll further."""
    text_length: Count
    """Length of the visible text in characters."""
    ink: float
    """Share of screenshot pixels that differ from the most frequent colour, 0 to 1. 0 is a blank page."""
    layout: Layout
    """The geometry."""

    @property
    def buried_screenshot(self) -> str:
        """The picture that shows what lies under a fixed layer; that of the whole page in older evidence."""
        return self.layout.buried_view.screenshot if self.layout.buried_view else self.screenshot


class UndrawnText(FrozenModel):
    """A text of the page's flow that no user gets to see."""

    selector: str
    """CSS selector of its element."""
    text: str
    """The text, cut at 120 characters."""
    letters: Count
    """Length of the text, at most 120."""
    box: Box
    """Its expected place."""
    within: str = ""
    """CSS selector of the box that cuts it off and cannot be scrolled. Empty for transparent text."""


class InnerScroller(FrozenModel):
    """A box with a scroll bar of its own, scrolled by the wheel."""

    selector: str
    """CSS selector."""
    moved_px: float
    """How far the wheel scrolled it."""
    screenshot: InnerPath = ""
    """The window when the box was scrolled to its end, or as far as the wheel was turned."""
    ink_before: float = 0.0
    """Share of the box's pixels that differ from the most frequent colour before it was scrolled, 0 to 1."""
    ink_after: float = 0.0
    """The same share in `screenshot`."""


class StuckMenu(FrozenModel):
    """A menu of the narrow layout that stays open after one of its links was pressed."""

    selector: str
    """CSS selector of the button that opened it."""
    text: str
    """Name of the link."""
    covers: float
    """Share of the window that the menu fills, 0 to 1."""


class LostStyle(FrozenModel):
    """Signs that a brace, comment, quote or tag of the page is not closed, at desktop width."""

    named: Count = 0
    """Number of visible elements with a class or an id."""
    lost: Count = 0
    """Number of those whose names the page's style sheets mention, while no rule with one of them reaches anything."""
    names: Count = 0
    """Number of different names of these."""
    unstyled: tuple[Element, ...] = ()
    """At most ten of these elements. `detail` is the name."""
    code: tuple[Element, ...] = ()
    """Visible texts that are code, at most ten. `detail` is `style` or `script`."""
    swallowed: tuple[Element, ...] = ()
    """Elements with markup in an attribute, which `detail` names and `text` quotes. At most ten."""


class StaticPerception(FrozenModel):
    """The page at rest, without any action (Cookie-Bench 4.1): the file `static/perception.json`."""

    loaded: bool
    """Whether the document arrived. If not, `load_problem` has the reason and the rest is empty."""
    load_problem: str = ""
    """Why the document did not arrive or cannot be used."""
    unusable: bool = False
    """Whether the page prevents every look at it, also in a fresh browser."""
    crashed: bool = False
    """Whether the renderer crashed, also in a fresh browser."""
    http_status: int = 0
    """HTTP status of the document."""
    views: tuple[ViewportPerception, ...] = ()
    """The page at three widths: 1280, 768 and 375 px."""
    inventory: Inventory | None = None
    """The structure of the page. Null if the page did not load."""
    drawn_letters: Count | None = None
    """Characters of text that can be seen at first, as `drawn_letters` of a step. Null if not measured."""
    styling: Styling | None = None
    """The style of the page."""
    composition: PageLayout | None = None
    """The parts of the page, its texts and colours."""
    axe: tuple[AxeViolation, ...] = ()
    """Violations that axe-core reports."""
    axe_problem: str = ""
    """Why axe-core did not examine the whole page."""
    console: tuple[ConsoleMessage, ...] = ()
    """Lines on the console."""
    page_errors: tuple[PageError, ...] = ()
    """Uncaught errors."""
    failed_requests: tuple[FailedRequest, ...] = ()
    """Requests that failed."""
    library_answers: tuple[LibraryAnswer, ...] = ()
    """Requests that the local package library answered."""
    lost_anchors: tuple[Element, ...] = ()
    """Links to a place on the page that does not exist. `detail` is their `#fragment`."""
    partly: tuple[str, ...] = ()
    """Parts of a large page that were examined incompletely, in words."""
    restless: float = 0.0
    """Share of pixels that change by themselves within half a second, 0 to 1."""
    undrawn: tuple[UndrawnText, ...] = ()
    """Texts that neither the wheel nor the exploration brought into view: transparent, or cut off for good. At most
    200."""
    recoloured: tuple[RecolouredView, ...] = ()
    """The whole page in other colours, after a press, at most two."""
    letters: Count | None = None
    """Characters of all texts of the page, the undrawn ones included. Null if not measured."""
    scrollers: tuple[InnerScroller, ...] = ()
    """Boxes with a scroll bar of their own, at most three."""
    stuck_menu: StuckMenu | None = None
    """A menu at 375 px that stays open after its link was pressed. Null if there is none."""
    blank_pictures: tuple[Element, ...] = ()
    """Alike grey boxes in cards, at most ten. `text` is the card's, `detail` the colour."""
    lost_style: LostStyle | None = None
    """Styles, code and markup that an unclosed brace, comment, quote or tag misplaces. Null if not measured."""

    def view(self, name: ViewportName) -> ViewportPerception | None:
        """The page at one width. None if it was not measured."""
        return next((view for view in self.views if view.viewport.name == name), None)
