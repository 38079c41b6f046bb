"""`HistoryFact`: a step back in the history that changed the address, and not the view."""

from typing import ClassVar, Literal

from pytest_cookie.core.fact import Fact, Note

AddressPart = Literal["document", "query", "route", "fragment"]
"""What distinguishes two addresses: path or host, the query, a route such as `#/about`, or another fragment."""


class HistoryFact(Fact):
    """A step back that changed the address. The page does not show the view that it showed at this address."""

    check: ClassVar[str] = "history"

    left: str
    """The address that the step left."""
    part: AddressPart
    """What distinguishes it from the address to which the step led."""
    kept: tuple[str, ...]
    """Texts of the view that was left, and that are still there. At most four; none if the page is empty now."""
    missing: tuple[str, ...]
    """Texts that the page showed when it was at this address, and that are not there. At most four."""

    def describe(self) -> tuple[Note, ...]:
        """The texts that are still there."""
        return (Note(label="kept", meaning="text of the view that was left by going back", texts=self.kept),)
