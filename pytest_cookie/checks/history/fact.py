"""`HistoryFact`: a step in the history that changed the address, and not the view."""

from typing import ClassVar, Literal

from pytest_cookie.core.fact import Fact, Note

AddressPart = Literal["document", "query", "route", "fragment"]
"""What distinguishes two addresses: path or host, the query, a route such as `#/about`, or another fragment."""


class HistoryFact(Fact):
    """A step back or forward that changed the address. The page does not show the view that it showed there before."""

    check: ClassVar[str] = "history"

    left: str
    """The address that the step left."""
    part: AddressPart
    """What distinguishes it from the address to which the step led."""
    kept: tuple[str, ...] = ()
    """Texts of the view that was left, not of the other one, and that are still there. At most four."""
    missing: tuple[str, ...] = ()
    """Texts that the page showed when it was at this address, and that are not there. At most four."""
    is_empty: bool = False
    """Whether the page shows the texts of neither view."""

    def describe(self) -> tuple[Note, ...]:
        """The texts that are still there."""
        note = Note(label="kept", meaning="text of the view that was left in the history", texts=self.kept)
        return (note,) if self.kept else ()
