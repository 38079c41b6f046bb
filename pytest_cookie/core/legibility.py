"""`Legibility`: how well texts can be read whose colours only a state of the page shows. Parts of `Evidence`."""

from pydantic import Field

from pytest_cookie.core.frozen_model import Count, FrozenModel
from pytest_cookie.core.inner_path import InnerPath


class FaintText(FrozenModel):
    """A text that has less contrast than WCAG 2.2, 1.4.3, requires: 4.5, or 3 if it is large."""

    selector: str
    """CSS selector."""
    text: str
    """The text, cut at 120 characters."""
    letters: Count
    """Length of the text, at most 120."""
    size: float = Field(ge=0)
    """Font size in px."""
    contrast: float = Field(ge=1, le=21)
    """Contrast ratio of text and background in the picture."""
    needed: float = Field(ge=1, le=21)
    """Contrast ratio that it needs."""
    ink: str = ""
    """Colour of the text, as in its style. Empty if only the picture shows it."""
    ground: str = ""
    """Most frequent colour around the text in the picture (`#rrggbb`)."""
    control: bool = False
    """Whether it belongs to a control."""
    heading: bool = False
    """Whether it is part of a heading."""


class Legibility(FrozenModel):
    """Texts in colours that the page did not use at rest. Disabled controls and placeholders are left out."""

    letters: Count
    """Characters of all texts in view; of the whole page in a `RecolouredView`."""
    recoloured: float = 0.0
    """Share of the page's characters that are in new colours, 0 to 1."""
    faint: tuple[FaintText, ...] = ()
    """Texts in new colours that have too little contrast, at most 40."""


class RecolouredView(FrozenModel):
    """The whole page after a press that gave most of its text other colours, as a switch of themes does."""

    control: str
    """Name of the control that was pressed."""
    selector: str
    """CSS selector of the control."""
    step: int
    """The step of the exploration that pressed it."""
    screenshot: InnerPath
    """Screenshot of the whole page."""
    legibility: Legibility
    """The texts."""
