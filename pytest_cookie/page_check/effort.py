"""How thorough a check of a page is."""

from typing import Literal, get_args

Effort = Literal["quick", "full"]
EFFORTS: tuple[Effort, ...] = get_args(Effort)
QUICK_STEPS = 12
"""Steps of a quick check: the first look, one of each kind of control on most pages, and the closing round."""
