"""`MutationOperator`: puts one kind of defect into a page; `Mutant`: the page with the defect."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.core.verdict import Finding, Severity
from pytest_cookie.judging.rubric.dimensions import AESTHETIC_ITEMS, FUNCTIONAL_ITEMS, Dimension

MIN_WORD = 3
_WIDE = re.compile(r"[぀-ヿ㐀-鿿가-힯]")


@dataclass(frozen=True)
class Mutant:
    """A page with a defect. `words` are selectors and texts of the target; `where` describes the target to a reader."""

    page: ArtifactPage
    where: str
    words: tuple[str, ...] = ()


Change = Callable[[ArtifactPage, Random], Mutant | None]
"""Changes one thing of a page, chosen at random; None if the page has no suitable target."""


@dataclass(frozen=True)
class MutationOperator:
    """A kind of defect. `items` are the rubric items it may affect, most likely first; the first gives `dimension`.

    `kinds` are the ids of the built-in findings of this defect, `words` those of a model, whatever the target. With
    `needs_target` they are not enough: if the target has a name, the finding must contain it.
    """

    id: str
    title: str
    severity: Severity
    items: tuple[str, ...]
    kinds: tuple[str, ...]
    words: tuple[str, ...]
    change: Change
    needs_target: bool = False

    @property
    def dimension(self) -> Dimension:
        """The dimension of the most likely rubric item."""
        return "aesthetics" if self.items[0] in AESTHETIC_ITEMS else "functionality"

    @property
    def dimensions(self) -> frozenset[Dimension]:
        """The dimensions of all its rubric items: a finding of this defect may be in any of them."""
        found: set[Dimension] = set()
        if AESTHETIC_ITEMS.intersection(self.items):
            found.add("aesthetics")
        if FUNCTIONAL_ITEMS.intersection(self.items):
            found.add("functionality")
        return frozenset(found)

    def mutate(self, page: ArtifactPage, rng: Random) -> Mutant | None:
        """The page with the defect; None if the operator does not apply or would not change any file."""
        mutant = self.change(page, rng)
        return None if mutant is None or mutant.page.files == page.files else mutant

    def is_named_by(self, finding: Finding, target: tuple[str, ...]) -> bool:
        """Whether a finding reports this defect, for a target with the words `target`.

        It must have a matching item or dimension. A built-in finding must have one of the kinds and, with
        `needs_target`, name the target; a model's finding, which has no kind, must contain one of the words.
        """
        if finding.item:
            if finding.item not in self.items:
                return False
        elif finding.dimension not in self.dimensions:
            return False
        own = tuple(word for word in target if _is_distinctive(word))
        bound = self.needs_target and bool(own)
        if finding.kind:
            return finding.kind in self.kinds and (not bound or _contains(finding, own))
        return _contains(finding, own if bound else (*own, *self.words))


def _contains(finding: Finding, words: tuple[str, ...]) -> bool:
    text = f"{finding.title}\n{finding.selector}\n{finding.why}".casefold()
    return any(_begins_a_word(word.casefold(), text) for word in words)


def _begins_a_word(word: str, text: str) -> bool:
    """Whether a word of the text starts with `word`: "update" does not match "date"."""
    return re.search(rf"(?<![a-z0-9]){re.escape(word)}", text) is not None


def _is_distinctive(word: str) -> bool:
    """Whether a word is long enough to identify one element; an ideogram counts as three letters."""
    return len(word) + 2 * len(_WIDE.findall(word)) >= MIN_WORD
