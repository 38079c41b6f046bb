"""`WordMatcher`: matches checks with gold by their words, without a model. Deterministic; no number to compare."""

import math
from collections import Counter
from collections.abc import Sequence

from pytest_cookie.core.labels import Language
from pytest_cookie.judging.brief.vocabulary import stem_words
from pytest_cookie.protocols.webtestbench.case_fields import GoldCheck
from pytest_cookie.protocols.webtestbench.checklist.rules import rules_of
from pytest_cookie.protocols.webtestbench.matching.match import Match
from pytest_cookie.protocols.webtestbench.verdicts import CheckResult

_LEAST = 0.25
"""Cosine of the weighted words from which two checks count as one. Set by judgement, not measured; lower
takes checks for one that only share an object."""
_SAME_RULE = 0.3
"""What it adds that two checks are about the same rule."""
_COMMON = """
a an the is are be can could should must may of to in on at for and or not no with by from as their they it its this
that these those user users webpage page web application system website when after each all any you your
"""


class WordMatcher:
    """Takes, for each check, the gold check whose words are most alike, if they are alike enough.

    The surest pairs come first. A gold check that has its check goes to another one only if that has no other: a budget
    and a number of guests that may be negative are two.
    """

    id = "words-3"

    def __init__(self, language: Language = "en") -> None:
        self._language = language

    def match(self, results: Sequence[CheckResult], gold: Sequence[GoldCheck]) -> Match:
        """The gold check of each check. A check from gold itself is that one."""
        ours = {one.check.id: self._words(f"{one.check.content} {one.problem}") for one in results}
        theirs = [self._words(f"{one.content} {one.bug}") for one in gold]
        seen = Counter(word for words in (*ours.values(), *theirs) for word in set(words))
        total = len(ours) + len(theirs)
        weight = {word: math.log((1 + total) / times) for word, times in seen.items()}
        rules = [frozenset(rules_of(f"{one.content}\n{one.bug}")) for one in gold]
        found: dict[str, int] = {}
        pairs: list[tuple[float, int, str]] = []
        for one in results:
            if one.check.source == "gold":
                found[one.check.id] = next(at for at, each in enumerate(gold) if each.content == one.check.content)
                continue
            for at, (words, asked) in enumerate(zip(theirs, rules, strict=True)):
                score = _cosine(ours[one.check.id], words, weight)
                score += _SAME_RULE * (not asked.isdisjoint(one.check.rules))
                if score >= _LEAST:
                    pairs.append((-score, at, one.check.id))
        pairs.sort(key=lambda pair: pair[:2])
        for is_free in (True, False):
            for _, at, name in pairs:
                if name not in found and not (is_free and at in found.values()):
                    found[name] = at
        return Match(found)

    def _words(self, text: str) -> Counter[str]:
        common = set(stem_words(_COMMON, self._language))
        return Counter(stem for stem in stem_words(text, self._language) if stem not in common)


def _cosine(one: Counter[str], other: Counter[str], weight: dict[str, float]) -> float:
    product = sum(weight[word] ** 2 for word in one.keys() & other.keys())
    sizes = math.sqrt(sum(weight[word] ** 2 for word in one)) * math.sqrt(sum(weight[word] ** 2 for word in other))
    return product / sizes if sizes else 0.0
