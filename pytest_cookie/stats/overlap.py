"""ROUGE-L: how much of a text another one has in the same order. For contamination by completed prefixes."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

_IDEOGRAMS = r"\u3040-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(rf"[{_IDEOGRAMS}]|[^\W_{_IDEOGRAMS}]+")


class RougeL(NamedTuple):
    """Shares of 0 to 1: of the candidate, of the reference, and their harmonic mean."""

    precision: float
    recall: float
    f1: float


def tokenize(text: str) -> list[str]:
    """Words in lowercase; each ideogram and kana is a word of its own."""
    return _TOKEN.findall(text.lower())


def rouge_l(candidate: str, reference: str) -> RougeL:
    """ROUGE-L of a candidate: the longest common subsequence of words, related to the length of both texts.

    Lin, "ROUGE: A Package for Automatic Evaluation of Summaries" (2004), section 3.1, with β = 1 and without stemming.
    All values are 0 if a text has no word.
    """
    mine, theirs = tokenize(candidate), tokenize(reference)
    common = longest_common_subsequence(mine, theirs)
    if not common:
        return RougeL(0.0, 0.0, 0.0)
    precision, recall = common / len(mine), common / len(theirs)
    return RougeL(precision, recall, 2 * precision * recall / (precision + recall))


def longest_common_subsequence(one: Sequence[str], other: Sequence[str]) -> int:
    """Its length. Bit-parallel: Hyyrö, "Bit-parallel LCS-length computation revisited" (AWOCA 2004)."""
    places: dict[str, int] = defaultdict(int)
    for index, token in enumerate(one):
        places[token] |= 1 << index
    everything = (1 << len(one)) - 1
    row = everything
    for token in other:
        matched = row & places.get(token, 0)
        row = ((row + matched) | (row - matched)) & everything
    return len(one) - row.bit_count()
