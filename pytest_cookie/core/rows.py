"""`Ordering` and `RowChange`: what an action did to equal items of a page, such as the rows of a table. Parts of
`Change`."""

from pytest_cookie.core.frozen_model import Count, FrozenModel

Texts = tuple[str, ...]
"""The texts of an item, in the document's order."""


class Ordering(FrozenModel):
    """The order of equal items after a press on the head of a column, or after an action that only reordered them."""

    columns: tuple[Texts, ...] = ()
    """Columns of texts, each from the first to the last item. A text that an item lacks is empty."""
    pressed: tuple[Count, ...] = ()
    """Numbers of the columns below the head that was pressed. Empty if none was pressed, or if that is not known."""
    claimed: bool = False
    """Whether the head marks the column as sorted, by `aria-sort` or an arrow."""
    reordered: bool = False
    """Whether only the order changed: the items are the same."""
    as_at_first: bool = False
    """Whether the order is the one before the first action on these items."""


class RowChange(FrozenModel):
    """What a press on a control in one of several equal items did to these items."""

    own: Texts
    """Texts of the item that holds the control."""
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
