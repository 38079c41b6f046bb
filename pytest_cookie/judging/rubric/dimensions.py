"""The two dimensions of Cookie-Bench, their rubric items, and the scores that a verdict gives them."""

from typing import Literal, get_args

Dimension = Literal["functionality", "aesthetics"]
DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)
TOTAL = "total"

MAX_DIMENSION_SCORE = 8.0
"""Each dimension is judged from 0 to 8 (Cookie-Bench C.2.2) and reported from 0 to 100."""

AESTHETIC_ITEMS = frozenset({"7", "8", "9", "10", "11", "12", "15"})
FUNCTIONAL_ITEMS = frozenset({"1", "2", "2a", "3", "3a", "4", "5", "6", "13", "14", "16"})
"""The rubric's items by dimension (Cookie-Bench B.4.2, Table 13)."""
ITEMS_OF: dict[str, frozenset[str]] = {"functionality": FUNCTIONAL_ITEMS, "aesthetics": AESTHETIC_ITEMS}


def scores_of(functionality: float | None, aesthetics: float | None) -> dict[str, float | None]:
    """The scores of a verdict, 0 to 100: both dimensions, and their mean to two digits, None unless both are judged."""
    judged = functionality is not None and aesthetics is not None
    total = round((functionality + aesthetics) / 2, 2) if judged else None  # type: ignore[operator]
    return {"functionality": functionality, "aesthetics": aesthetics, TOTAL: total}
