"""`FigureFact`: figures of a page that did not follow what happened to its entries."""

from typing import ClassVar

from pytest_cookie.core.fact import Fact
from pytest_cookie.core.frozen_model import FrozenModel


class LeftFigure(FrozenModel):
    """A line with a figure that an act changed, and that stays so when another act takes that act back."""

    line: str
    """The line as it stays."""
    due: str
    """The line before the first act, which took back what it did."""
    beside: str
    """Another line with a figure that both acts changed, as it is now."""


class RenewedFigure(FrozenModel):
    """A line with a figure that a reload changed, although the acts before it had left it as it was."""

    line: str
    """The line before the reload."""
    now: str
    """The line after it."""


class ChartedFigure(FrozenModel):
    """A text of a chart that still shows a figure which a reset took away elsewhere."""

    text: str
    """The text."""
    line: str
    """A line with the same figure before the reset."""
    now: str
    """This line after it, as it was when the page was loaded."""


class FigureFact(Fact):
    """What became of lines with figures in a step."""

    check: ClassVar[str] = "figures"

    left: tuple[LeftFigure, ...] = ()
    """Lines that did not follow when an entry was removed again or brought back, or a switch turned back. At most
    four."""
    charted: tuple[ChartedFigure, ...] = ()
    """Texts of charts that a reset left as they were. At most four."""
    kept: tuple[str, ...] = ()
    """After a reload: such lines of the steps before that it leaves as they are, so they are meant to stay."""
    renewed: tuple[RenewedFigure, ...] = ()
    """After a reload: lines that the acts before it had left as they were, and that it changed. At most four."""
    stale: tuple[RenewedFigure, ...] = ()
    """Such lines of the reloads before that another reload leaves as they then were. They were out of date."""
