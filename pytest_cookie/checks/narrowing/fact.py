"""`NarrowingFact`: what a search leaves of a list."""

from typing import ClassVar

from pytest_cookie.core.fact import Fact
from pytest_cookie.core.frozen_model import Count

NONSENSE = "qzxjvkw"
"""A text for which nothing is found: no word of any language has it, nor has a fuzzy search a near one."""


class NarrowingFact(Fact):
    """A list after a text was typed into a search field, or the field was emptied. Steps that follow it, such as Enter
    or a wait, have a fact of their own with the same `run`."""

    check: ClassVar[str] = "narrowing"

    run: Count
    """Number of the text in the exploration. 0 for a press that leads to another page of the list."""
    query: str = ""
    """The text. Empty after the field was emptied."""
    listed: Count
    """Entries of the list before the search."""
    left: Count
    """How many of them are still there."""
    came: Count = 0
    """Entries that are there now, and were not before."""
    matching: tuple[str, ...] = ()
    """Titles of entries before the search that have the text at the same place, or another text that equals it. At
    most four."""
    lost: tuple[str, ...] = ()
    """Those of `matching` that are not there."""
    elsewhere: str = ""
    """Title of an entry with the text that an earlier page of the list showed, and that is not there."""
    is_silent: bool = False
    """Whether no other text or picture came."""
    is_sorted_otherwise: bool = False
    """Whether all entries are there in another order."""
    miscounted: str = ""
    """A line whose figure was the number of entries before, has changed, and is not their number now."""
    words: tuple[str, ...] = ()
    """Texts for which a search must find something: a word of a title, and the first text of another entry. After a
    press that leads on, the title of an entry of the page before."""

    @property
    def is_found(self) -> bool:
        """Whether an entry with the text is there."""
        return len(self.matching) > len(self.lost)

    @property
    def is_empty(self) -> bool:
        """Whether no entry is there. A single one that came may be a message."""
        return not self.left and self.came <= 1

    @property
    def is_cut_short(self) -> bool:
        """Whether the emptied field does not bring back all entries, and shows no others in their place."""
        return bool(self.run) and not self.query and self.left < self.listed and not self.came

    @property
    def is_doubtful(self) -> bool:
        """Whether something seems wrong that may still come late."""
        is_missed = bool(self.matching) and not self.is_found
        return self.is_cut_short or self.is_sorted_otherwise or is_missed or bool(self.miscounted)
