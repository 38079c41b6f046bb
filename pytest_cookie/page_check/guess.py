"""Guesses the task type of a page from its brief, without a model.

The briefs of the benchmark that are most alike vote, and the definitions of the leaves, which are in English. Leaving
out each of the benchmark's 1,000 briefs in turn, this names the leaf of 45 % of the English and 46 % of the Chinese
ones among 54, the domain of 57 % and 60 %, and of few in other languages, of which the benchmark has fewer. So a guess
is shown, and can be corrected.
"""

import math
import re
from collections import Counter, defaultdict
from functools import cache
from heapq import nlargest
from operator import itemgetter

from pytest_cookie.dataset.builtin import builtin_cases_folder
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.dataset.taxonomy import taxonomy

_NEIGHBOURS = 15
"""Briefs that vote, each with its likeness; 7 to 40 are equally good on the benchmark."""
_DEFINITION_VOTES = 3
"""Votes of a leaf's definition; 3 to 5 are equally good. Without them, 35 % of the English leaves are named."""
_LETTERS = 5
"""Letters of a part of a word; so endings do not matter."""
_WORD = re.compile(r"[^\W\d_]+")
_WITHOUT_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def guess_leaf(brief: str) -> str:
    """The most likely leaf; "" if no brief or definition has a word in common."""
    known = _known()
    likeness: dict[int, float] = defaultdict(float)
    votes: dict[str, float] = defaultdict(float)
    for part, weight in known.weigh(_parts(brief)).items():
        for index, other in known.having[part]:
            likeness[index] += weight * other
        for leaf, other in known.defining[part]:
            votes[leaf] += _DEFINITION_VOTES * weight * other
    for index, alike in nlargest(_NEIGHBOURS, likeness.items(), key=itemgetter(1)):
        votes[known.leaves[index]] += alike
    return max(votes, key=votes.__getitem__, default="")


class _Known:
    """The benchmark's briefs and the leaves' definitions: for each part of a word those that have it, by weight."""

    def __init__(self) -> None:
        cases = load_cases(builtin_cases_folder())
        counted = [_parts(case.brief) for case in cases]
        definitions = {leaf.slug: _parts(f"{leaf.name} {leaf.name} {leaf.definition}") for leaf in taxonomy().leaves}
        self.leaves = [case.leaf for case in cases]
        self._texts = len(counted) + len(definitions)
        self._in_texts = Counter(part for parts in (*counted, *definitions.values()) for part in parts)
        self.defining: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for leaf, parts in definitions.items():
            for part, weight in self.weigh(parts).items():
                self.defining[part].append((leaf, weight))
        self.having: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for index, parts in enumerate(counted):
            for part, weight in self.weigh(parts).items():
                self.having[part].append((index, weight))

    def weigh(self, parts: Counter[str]) -> dict[str, float]:
        """The weights (term frequency × inverse document frequency) of known parts, as a vector of length 1."""
        weights = {
            part: (1 + math.log(times)) * math.log(self._texts / self._in_texts[part])
            for part, times in parts.items()
            if part in self._in_texts
        }
        length = math.hypot(*weights.values()) or 1.0
        return {part: weight / length for part, weight in weights.items()}


@cache
def _known() -> _Known:
    return _Known()


def _parts(text: str) -> Counter[str]:
    """Parts of words: all runs of five letters, or of two where words are not separated."""
    found: Counter[str] = Counter()
    for word in _WORD.findall(text.casefold()):
        size = 2 if _WITHOUT_SPACES.search(word) else _LETTERS
        found.update(word[start : start + size] for start in range(max(1, len(word) - size + 1)))
    return found
