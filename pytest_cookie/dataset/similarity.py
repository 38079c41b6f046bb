"""Briefs that are too much alike: one copied from another, or several from one template.

Compared are character shingles, which need no word breaks, so that every language is measured in the same way. What
is said twice in different words or in two languages has no letters in common and is not found.

What many briefs of a set have in common, such as the preface of a template, is the set's and makes no two of them
alike: of a brief that has a body of its own beside it, the body alone is compared.
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
"""From this share of the shorter brief's shingles on, two briefs are alike.

Briefs written on their own have below 1 % in common, one with every sixth word exchanged keeps more than 20 %.
"""
LONGEST_PASSAGE = 48
"""From so many letters in a row on, some ten words or 16 ideograms, a passage in common is a template's."""
MANY_BRIEFS = 4
"""What so many briefs have in common is the set's: two or three may be copies of each other."""
_LEAST_BODY = 0.2
"""Of a brief's letters. Below it there is no body: it is made of what is common, and is compared as a whole."""
_LEAST_SHINGLES = (LONGEST_PASSAGE - SHINGLE_LETTERS + 1) // 2
"""A passage of that length has twice as many, unless it repeats itself."""


_SEPARATORS = 0xF0000
"""The first of signs that no brief has as a letter."""


@dataclass(frozen=True)
class Likeness:
    """Two briefs too much alike. `in_common` is the share of the shorter one, 0 to 1; `passage` the longest common."""

    case: Case
    other: Case
    in_common: float
    passage: str


@dataclass(frozen=True)
class _Text:
    """A brief, the letters of it that are compared, and for each letter its place in the brief."""

    brief: str
    letters: str
    places: tuple[int, ...]

    @cached_property
    def shingles(self) -> frozenset[str]:
        starts = range(max(1, len(self.letters) - SHINGLE_LETTERS + 1))
        return frozenset(self.letters[start : start + SHINGLE_LETTERS] for start in starts)


def alike(cases: Sequence[Case]) -> Iterator[Likeness]:
    """Each case whose brief is too much like that of an earlier one, with the most similar of those.

    All pairs are counted exactly: the shingles in common by those of the shorter brief, and the longest passage.
    """
    texts = _compared([_text(case.brief) for case in cases])
    for index, shared in enumerate(_shared_shingles(texts)):
        sizes = np.array([min(len(text.shingles), len(texts[index].shingles)) for text in texts[:index]])
        suspects = np.flatnonzero((shared >= _LEAST_SHINGLES) | (shared >= MOST_IN_COMMON * sizes))
        for other in sorted(suspects.tolist(), key=lambda suspect: (-shared[suspect] / sizes[suspect], suspect)):
            in_common = int(shared[other]) / int(sizes[other])
            start, end = _longest_common(texts[index].letters, texts[other].letters)
            if in_common >= MOST_IN_COMMON or end - start >= LONGEST_PASSAGE:
                yield Likeness(cases[index], cases[other], in_common, _passage(texts[index], start, end))
                break


def letter_weight(character: str) -> int:
    """How many letters of an alphabet say as much: an ideogram about three, a kana or hangul syllable two."""
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
    """Of each brief the body, without what many have in common; the whole of one that has no body."""
    holders = Counter(shingle for text in texts for shingle in text.shingles)
    return [_body(text, chr(_SEPARATORS + index), holders) or text for index, text in enumerate(texts)]


def _body(text: _Text, separator: str, holders: Mapping[str, int]) -> _Text | None:
    """The brief without its common passages, with a sign in their places that no other brief has."""
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
    """Whether a passage that many have is a preface, a closing, or long enough for a template's middle.

    Copies of one brief with words exchanged here and there also have passages in common, shorter ones.
    """
    least = LONGEST_PASSAGE if start == 0 or end == size else 2 * LONGEST_PASSAGE
    return end - start >= least


def _shared_shingles(texts: Sequence[_Text]) -> Iterator[NDArray[np.int64]]:
    """For each text the number of shingles that it has in common with each of the texts before it."""
    holders: dict[str, list[int]] = defaultdict(list)
    for index, text in enumerate(texts):
        earlier = [holders[shingle] for shingle in text.shingles if holders[shingle]]
        flat = np.fromiter(chain.from_iterable(earlier), dtype=np.int64)
        yield np.bincount(flat, minlength=index)
        for shingle in text.shingles:
            holders[shingle].append(index)


def _longest_common(text: str, other: str) -> tuple[int, int]:
    """Start and end in `text` of the longest passage that also stands in `other`."""
    best, length = 0, 0
    for start in range(len(text)):
        while start + length < len(text) and text[start : start + length + 1] in other:
            best, length = start, length + 1
    return best, best + length


def _passage(text: _Text, start: int, end: int) -> str:
    return text.brief[text.places[start] : text.places[end - 1] + 1] if end > start else ""
