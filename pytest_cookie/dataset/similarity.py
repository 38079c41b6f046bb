"""Finds briefs that are too similar: copies, or several briefs from one template.

Briefs are compared by character shingles, which need no word breaks and therefore work for every language. Paraphrases
and translations share no letters and are not found.

Passages shared by many briefs, such as the preface of a template, are ignored: if a brief has a body besides them, only
the body is compared.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.core.case import Case

SHINGLE_LETTERS = 12
MOST_IN_COMMON = 0.2
"""From this share of common shingles (of the shorter brief) on, two briefs are too similar.

Independently written briefs share less than 1 %; a copy with every sixth word replaced still shares more than 20 %.
"""
LONGEST_PASSAGE = 48
"""A common passage of so many letters, about ten words or 16 ideograms, comes from a copy or a template."""
MANY_BRIEFS = 4
"""A passage in so many briefs belongs to the set; two or three briefs may be copies of each other."""
_LEAST_BODY = 0.2
"""The smallest share of letters of a body. A brief with less consists of common passages and is compared as a whole."""
_LEAST_SHINGLES = (LONGEST_PASSAGE - SHINGLE_LETTERS + 1) // 2
"""A passage of `LONGEST_PASSAGE` has twice as many shingles, unless it repeats itself."""


_SEPARATORS = 0xF0000
"""The first of the private code points used as separators; briefs do not contain them."""


@dataclass(frozen=True)
class SimilarBriefs:
    """Two similar briefs. `in_common` is the common share of the shorter one, 0 to 1; `passage` the longest one."""

    case: Case
    other: Case
    in_common: float
    passage: str


@dataclass(frozen=True)
class _Text:
    """A brief, its letters to compare, and the position of each letter in the brief."""

    brief: str
    letters: str
    places: tuple[int, ...]

    @cached_property
    def shingles(self) -> frozenset[str]:
        starts = range(max(1, len(self.letters) - SHINGLE_LETTERS + 1))
        return frozenset(self.letters[start : start + SHINGLE_LETTERS] for start in starts)


def find_similar(cases: Sequence[Case]) -> Iterator[SimilarBriefs]:
    """Each case whose brief is too similar to that of an earlier case, with the most similar one.

    All pairs are compared exactly, by the share of common shingles and by the longest common passage.
    """
    texts = _compared([_text(case.brief) for case in cases])
    for index, shared in enumerate(_shared_shingles(texts)):
        sizes = np.array([min(len(text.shingles), len(texts[index].shingles)) for text in texts[:index]])
        suspects = np.flatnonzero((shared >= _LEAST_SHINGLES) | (shared >= MOST_IN_COMMON * sizes))
        for other in sorted(suspects.tolist(), key=lambda suspect: (-shared[suspect] / sizes[suspect], suspect)):
            in_common = int(shared[other]) / int(sizes[other])
            start, end = _longest_common(texts[index].letters, texts[other].letters)
            if in_common >= MOST_IN_COMMON or end - start >= LONGEST_PASSAGE:
                yield SimilarBriefs(cases[index], cases[other], in_common, _passage(texts[index], start, end))
                break


def letter_weight(character: str) -> int:
    """The number of alphabetic letters a character counts as: an ideogram three, a kana or hangul syllable two."""
    if not character.isalnum():
        return 0
    if "\u3400" <= character <= "\u9fff" or "\U00020000" <= character <= "\U0003ffff":
        return 3
    return 2 if "\u3040" <= character <= "\u30ff" or "\uac00" <= character <= "\ud7a3" else 1


def _text(brief: str) -> _Text:
    text = unicodedata.normalize("NFC", brief)
    letters, places = [], []
    for place, character in enumerate(text):
        for plain in unicodedata.normalize("NFKC", character).casefold():
            weight = letter_weight(plain)
            letters.append(plain * weight)
            places += [place] * weight
    return _Text(text, "".join(letters), tuple(places))


def _compared(texts: Sequence[_Text]) -> list[_Text]:
    """The body of each brief, without passages shared by many; the whole brief if it has no body."""
    holders = Counter(shingle for text in texts for shingle in text.shingles)
    return [_body(text, chr(_SEPARATORS + index), holders) or text for index, text in enumerate(texts)]


def _body(text: _Text, separator: str, holders: Mapping[str, int]) -> _Text | None:
    """The brief without its common passages, which are replaced by a separator unique to this brief."""
    size = len(text.letters)
    is_common = [False] * size
    for start in range(size - SHINGLE_LETTERS + 1):
        if holders[text.letters[start : start + SHINGLE_LETTERS]] >= MANY_BRIEFS:
            is_common[start : start + SHINGLE_LETTERS] = [True] * SHINGLE_LETTERS
    runs = [(common, list(run)) for common, run in groupby(range(size), key=is_common.__getitem__)]
    kept = [run for common, run in runs if not (common and _is_the_sets(run[0], run[-1] + 1, size))]
    if len(kept) == len(runs) or sum(map(len, kept)) < _LEAST_BODY * size:
        return None
    letters = separator.join("".join(text.letters[index] for index in run) for run in kept)
    places = [place for run in kept for place in (*(text.places[index] for index in run), text.places[run[-1]])]
    return _Text(text.brief, letters, tuple(places[: len(letters)]))


def _is_the_sets(start: int, end: int, size: int) -> bool:
    """Whether a passage shared by many is a preface, a closing, or long enough to be the middle of a template.

    Copies of one brief with some words replaced also share passages, but shorter ones.
    """
    least = LONGEST_PASSAGE if start == 0 or end == size else 2 * LONGEST_PASSAGE
    return end - start >= least


def _shared_shingles(texts: Sequence[_Text]) -> Iterator[NDArray[np.int64]]:
    """For each text, the number of shingles in common with each earlier text."""
    holders: dict[str, list[int]] = defaultdict(list)
    for index, text in enumerate(texts):
        earlier = [holders[shingle] for shingle in text.shingles if holders[shingle]]
        flat = np.fromiter(chain.from_iterable(earlier), dtype=np.int64)
        yield np.bincount(flat, minlength=index)
        for shingle in text.shingles:
            holders[shingle].append(index)


def _longest_common(text: str, other: str) -> tuple[int, int]:
    """Start and end in `text` of the longest passage that is also in `other`."""
    best, length = 0, 0
    for start in range(len(text)):
        while start + length < len(text) and text[start : start + length + 1] in other:
            best, length = start, length + 1
    return best, best + length


def _passage(text: _Text, start: int, end: int) -> str:
    return text.brief[text.places[start] : text.places[end - 1] + 1] if end > start else ""
