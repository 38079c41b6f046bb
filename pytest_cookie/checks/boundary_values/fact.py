"""`NegativeQuantity`: an entry that cannot be."""

from typing import ClassVar

from pytest_cookie.core.fact import Fact


class NegativeQuantity(Fact):
    """A negative number was typed into a field that holds a count, an age or a price."""

    check: ClassVar[str] = "boundary-values"

    value: str
    """The number."""
