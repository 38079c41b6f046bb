"""`RowChange`: what an action did to equal items of a page, such as the rows of a table."""

from typing import ClassVar

from pytest_cookie.core.fact import Fact
from pytest_cookie.core.frozen_model import Count

Texts = tuple[str, ...]
"""The texts of an item, in the document's order."""


class RowChange(Fact):
    """What a press on a control in one of several equal items did to these items."""

    check: ClassVar[str] = "row-actions"

    own: Texts
    """Texts of the item that holds the control."""
    deletes: bool = False
    """Whether the control is one that deletes, by its name."""
    stays: bool
    """Whether this item is unchanged."""
    gone: tuple[Texts, ...] = ()
    """Texts of the items that are gone or have other texts, at most twelve."""
    came: tuple[Texts, ...] = ()
    """Texts of the new items, or the new texts of the others, at most twelve."""
    turned: tuple[Texts, ...] = ()
    """Texts of the items that are in another state with the same texts, at most twelve."""
    before: Count = 0
    """Number of items before the press."""
    after: Count = 0
    """Number of items after it."""

    @property
    def is_removal(self) -> bool:
        """Whether the item of the control is gone, and it alone."""
        return self.gone == (self.own,) and self.after == self.before - 1
