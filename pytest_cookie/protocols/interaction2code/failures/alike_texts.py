"""Whether two texts correspond: of two elements, and of one element with all those of a page."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

import numpy as np
import re2
from numpy.typing import NDArray

_DIGITS = re2.compile(r"\d+")
_SAME_TEXT = 0.75
_BINS = 64
"""Characters are counted by their number modulo this, which never makes two texts less alike."""
_MOST_COMPARED = 50
"""Most texts of a page that one text is compared with in full: those that share most characters."""

Flags = NDArray[np.bool_]


def is_same_text(first: str, second: str) -> bool:
    """Whether two texts correspond: alike, and with the same numbers."""
    first, second = _plain(first), _plain(second)
    if first == second:
        return True
    return _DIGITS.findall(first) == _DIGITS.findall(second) and _ratio(first, second) >= _SAME_TEXT


class TextIndex:
    """The texts of a page, for `find_same` of many texts: pages may have thousands."""

    def __init__(self, texts: Sequence[str]) -> None:
        plain = [_plain(text) for text in texts]
        self._texts = list(dict.fromkeys(plain))
        places = {text: place for place, text in enumerate(self._texts)}
        self._place_of = np.array([places[text] for text in plain], dtype=np.intp)
        self._digits = [_DIGITS.findall(text) for text in self._texts]
        self._bags = np.array([_count_characters(text) for text in self._texts]).reshape(-1, _BINS)
        self._lengths = self._bags.sum(axis=1)
        self._known: dict[str, Flags] = {}

    def find_same(self, text: str) -> Flags:
        """For each text of the page, whether `is_same_text`. Only the `_MOST_COMPARED` likeliest can be."""
        text = _plain(text)
        if text not in self._known:
            self._known[text] = self._compare(text)
        return self._known[text][self._place_of]

    def _compare(self, text: str) -> Flags:
        bag, digits = _count_characters(text), _DIGITS.findall(text)
        both = np.maximum(1, self._lengths + len(text))
        most = 2 * np.minimum(self._bags, bag).sum(axis=1) / both  # no ratio is higher
        likely = np.flatnonzero(most >= _SAME_TEXT)
        likely = likely[np.argsort(-most[likely], kind="stable")]
        same = np.array([one == text for one in self._texts], dtype=bool)
        left = [place for place in likely if self._digits[place] == digits and not same[place]]
        for place in left[:_MOST_COMPARED]:
            same[place] = _ratio(text, self._texts[place]) >= _SAME_TEXT
        return same


def _plain(text: str) -> str:
    return text.casefold().strip()


def _count_characters(text: str) -> NDArray[np.int64]:
    numbers = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return np.bincount(numbers % _BINS, minlength=_BINS).astype(np.int64)


@lru_cache(maxsize=8_192)
def _ratio(first: str, second: str) -> float:
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    if matcher.real_quick_ratio() < _SAME_TEXT or matcher.quick_ratio() < _SAME_TEXT:
        return 0.0
    return matcher.ratio()
