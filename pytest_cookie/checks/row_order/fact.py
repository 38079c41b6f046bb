"""`Ordering`: the order of equal items of a page, such as the rows of a table, after a press."""

from typing import ClassVar

from pytest_cookie.core.fact import Fact
from pytest_cookie.core.frozen_model import Count


class Ordering(Fact):
    """The order of equal items after a press on the head of a column, or after an action that only reordered them."""

    check: ClassVar[str] = "row-order"

    columns: tuple[tuple[str, ...], ...] = ()
    """Columns of texts, each from the first to the last item. A text that an item lacks is empty."""
    pressed: tuple[Count, ...] = ()
    """Numbers of the columns below the head that was pressed. Empty if none was pressed, or if that is not known."""
    claimed: bool = False
    """Whether the head marks the column as sorted, by `aria-sort` or an arrow."""
    reordered: bool = False
    """Whether only the order changed: the items are the same."""
    as_at_first: bool = False
    """Whether the order is the one before the first action on these items."""
