"""`RestartFact`: figures that a restart left as they were."""

from typing import ClassVar

from pytest_cookie.core.fact import Fact
from pytest_cookie.core.frozen_model import FrozenModel


class KeptFigure(FrozenModel):
    """A line with a figure that changed while the page was used, and that a restart did not set back."""

    line: str
    """The line as it stays."""
    start: str
    """The line at the start."""


class RestartFact(Fact):
    """A press that began all anew: something is again as it was at the start."""

    check: ClassVar[str] = "restart"

    back: str
    """A line with a figure, or another text, that is again as it was at the start."""
    kept: tuple[KeptFigure, ...] = ()
    """Lines that are not. At most four."""
