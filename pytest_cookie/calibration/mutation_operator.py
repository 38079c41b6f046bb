"""`MutationOperator`: one kind of defect, and how it is seeded into a page; `Mutant`: the page that has it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.core.verdict import AESTHETIC_ITEMS, FUNCTIONAL_ITEMS, Dimension, Finding, Severity

MIN_WORD = 3
_WIDE = re.compile(r"[぀-ヿ㐀-鿿가-힯]")


@dataclass(frozen=True)
class Mutant:
    """A page with a defect. `words` name what was hit: selectors and texts of the page; `where` says it to a reader."""

    page: ArtifactPage
    where: str
    words: tuple[str, ...] = ()


Seeding = Callable[[ArtifactPage, Random], Mutant | None]
"""Changes one thing of a page, chosen by the source of chance; None where the page has nothing of that kind."""


@dataclass(frozen=True)
class MutationOperator:
    """A kind of defect. `items` are the rubric's that it may hit, the likeliest first; `dimension` is the first one's.

    `words` are those by which a finding names it, whatever was hit. With `needs_victim` these are not enough: where the
    victim has a name, the finding has to have it.
    """

    id: str
    title: str
    severity: Severity
    items: tuple[str, ...]
    words: tuple[str, ...]
    seed: Seeding
    needs_victim: bool = False

    @property
    def dimension(self) -> Dimension:
        """Of the item that it is likeliest to hit."""
        return "aesthetics" if self.items[0] in AESTHETIC_ITEMS else "functionality"

    @property
    def dimensions(self) -> frozenset[Dimension]:
        """All in which a finding of it may stand: the rubric draws the line differently from a reader at times."""
        found: set[Dimension] = set()
        if AESTHETIC_ITEMS.intersection(self.items):
            found.add("aesthetics")
        if FUNCTIONAL_ITEMS.intersection(self.items):
            found.add("functionality")
        return frozenset(found)

    def seeded(self, page: ArtifactPage, chance: Random) -> Mutant | None:
        """The page with the defect; None where it cannot have it, or where nothing in its files would be different."""
        seeded = self.seed(page, chance)
        return None if seeded is None or seeded.page.files == page.files else seeded

    def names(self, victim: tuple[str, ...]) -> tuple[str, ...]:
        """The words that a finding of this defect has one of, of a defect that hit `victim`."""
        own = tuple(word for word in victim if _tells(word))
        return own if self.needs_victim and own else (*own, *self.words)

    def is_named_by(self, finding: Finding, victim: tuple[str, ...]) -> bool:
        """Whether a finding is of this defect: in a right dimension or item, and with one of the words that name it."""
        if finding.item:
            if finding.item not in self.items:
                return False
        elif finding.dimension not in self.dimensions:
            return False
        said = f"{finding.title}\n{finding.selector}\n{finding.why}".casefold()
        return any(_begins_a_word(word.casefold(), said) for word in self.names(victim))


def _begins_a_word(word: str, said: str) -> bool:
    """Whether a word of what is said begins like this: a "date" is not named by "update"."""
    return re.search(rf"(?<![a-z0-9]){re.escape(word)}", said) is not None


def _tells(word: str) -> bool:
    """Whether a word is long enough to name one thing; an ideogram says as much as some letters."""
    return len(word) + 2 * len(_WIDE.findall(word)) >= MIN_WORD
