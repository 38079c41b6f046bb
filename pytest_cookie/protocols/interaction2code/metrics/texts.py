"""Similarity of texts by BLEU (Papineni, Roukos, Ward & Zhu, ACL 2002)."""

import math
import unicodedata
from collections import Counter
from collections.abc import Sequence

import re2

MAX_ORDER = 4
"""Longest n-gram."""
_TOKEN = re2.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]")


def compute_text_similarity(reference: str, rebuilt: str) -> float:
    """BLEU of the words, from 0 to 1. Two empty texts have 1; an empty and another have 0.

    Precisions of orders above 1 are smoothed by one (Lin & Och, COLING 2004). Texts shorter than four words are
    compared by the orders that they have, so that equal texts have 1. Ideograms and kana count as words.
    """
    first, second = _tokens(reference), _tokens(rebuilt)
    if not first or not second:
        return 1.0 if first == second else 0.0
    order = min(MAX_ORDER, len(second))
    precisions = [_precision(first, second, n, smoothing=0 if n == 1 else 1) for n in range(1, order + 1)]
    if precisions[0] == 0:
        return 0.0
    return _brevity(len(first), len(second)) * math.exp(sum(map(math.log, precisions)) / order)


def compute_published_text_similarity(reference: str, rebuilt: str) -> float | None:
    """BLEU as the published code computes it: of characters, without smoothing. None if one of the texts is empty."""
    if not reference or not rebuilt:
        return 1.0 if reference == rebuilt else None
    precisions = [_precision(reference, rebuilt, n, smoothing=0) for n in range(1, MAX_ORDER + 1)]
    if 0 in precisions:
        return 0.0
    return _brevity(len(reference), len(rebuilt)) * math.exp(sum(map(math.log, precisions)) / MAX_ORDER)


def _tokens(text: str) -> list[str]:
    found: list[str] = _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())
    return found


def _precision(reference: Sequence[str], rebuilt: Sequence[str], order: int, *, smoothing: int) -> float:
    """Clipped precision of the n-grams of one order."""
    counts, allowed = (
        Counter(tuple(text[i : i + order]) for i in range(len(text) - order + 1)) for text in (rebuilt, reference)
    )
    matches = sum(min(count, allowed[gram]) for gram, count in counts.items())
    total = max(1, sum(counts.values()))
    return (matches + smoothing) / (total + smoothing)


def _brevity(reference: int, rebuilt: int) -> float:
    return 1.0 if rebuilt >= reference else math.exp(1 - reference / rebuilt)
