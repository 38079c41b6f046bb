"""`NarrowingFact`: what a search leaves of a list."""

from typing import ClassVar

from pydantic import ConfigDict

from pytest_cookie.core.fact import Fact
from pytest_cookie.core.frozen_model import Count

NONSENSE = "qzxjvkw"
"""A text for which nothing is found: no word of any language has it, nor has a fuzzy search a near one."""


class NarrowingFact(Fact):
    """A list after a text was typed into a search field, or the field was emptied. Steps that follow it, such as Enter
    or a wait, have a fact of their own with the same `run`."""

    model_config = ConfigDict(extra="ignore")  # evidence from before rubric 53 has more fields
    check: ClassVar[str] = "narrowing"

    run: Count
    """Number of the text in the exploration."""
    query: str = ""
    """The text. Empty after the field was emptied."""
    listed: Count
    """Entries of the list before the search."""
    left: Count
    """How many of them are still there."""
    came: Count = 0
    """Entries that are there now, and were not before."""
    matching: tuple[str, ...] = ()
    """Titles of entries before the search that have the text. At most four."""
    lost: tuple[str, ...] = ()
    """Those of `matching` that are not there."""
    is_silent: bool = False
    """Whether no other text or picture came."""
    miscounted: str = ""
    """A line whose figure was the number of entries before, has changed, and is not their number now."""
    words: tuple[str, ...] = ()
    """A word of one title only, for which a search must find something."""

    @property
    def is_found(self) -> bool:
        """Whether an entry with the text is there."""
        return len(self.matching) > len(self.lost)

    @property
    def is_cut_short(self) -> bool:
        """Whether the emptied field does not bring back all entries, and shows no others in their place."""
        return bool(self.run) and not self.query and self.left < self.listed and not self.came

    @property
    def is_doubtful(self) -> bool:
        """Whether something seems wrong that may still come late."""
        return self.is_cut_short or bool(self.miscounted)
