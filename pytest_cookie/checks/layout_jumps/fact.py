"""`JumpFact`: parts of a page that jump out of their places."""

from typing import ClassVar

from pytest_cookie.core.fact import Fact, Note
from pytest_cookie.core.frozen_model import FrozenModel


class LayoutJump(FrozenModel):
    """A part of the page that jumped across another or beyond the edge of the page."""

    text: str
    """First text of the part."""
    over: str = ""
    """Text that it now covers. Empty if it is cut off by the edge of the page."""

    def describe(self) -> str:
        """Where the part lies now."""
        if self.over:
            return f"“{self.text}” lies over “{self.over}”"
        return f"“{self.text}” is cut off by the edge of the page"


class JumpFact(Fact):
    """The parts that jumped in a step."""

    check: ClassVar[str] = "layout-jumps"

    astray: tuple[LayoutJump, ...]
    """These parts."""

    def describe(self) -> tuple[Note, ...]:
        """Where they lie now."""
        texts = tuple(jump.describe() for jump in self.astray)
        return (Note(label="astray", meaning="a part of the page jumped", texts=texts),)
