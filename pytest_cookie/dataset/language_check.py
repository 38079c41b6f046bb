"""Checks that the texts of a case (brief, reasons of the scores) are in the case's language."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from pytest_cookie.core.labels import Language
from pytest_cookie.dataset.similarity import letter_weight
from pytest_cookie.language import language_of

_PIECE_LETTERS = 40
_ENOUGH = 0.5
_END_OF_SENTENCE = re.compile(r"(?<=[.!?:;])\s+|(?<=[。！？：；])|\n")


def detect_other_language(texts: Iterable[str], expected: Language) -> tuple[Language, float] | None:
    """The main language of the texts and its share of letters, 0 to 1; None if it is the expected one.

    Languages are detected sentence by sentence (short ones are joined). Names, numbers and quotes in another language
    are accepted as long as half of the letters are in the expected language. Short texts are not judged.
    """
    letters: Counter[Language] = Counter()
    for piece in _pieces(texts):
        if language := language_of(piece, expected):
            letters[language] += sum(map(letter_weight, piece))
    if letters[expected] >= _ENOUGH * letters.total():
        return None
    (language, count), *_ = letters.most_common(1)
    return language, count / letters.total()


def _pieces(texts: Iterable[str]) -> Iterator[str]:
    piece = ""
    for text in texts:
        for sentence in _END_OF_SENTENCE.split(text):
            piece = f"{piece} {sentence}".strip()
            if len(piece) >= _PIECE_LETTERS:
                yield piece
                piece = ""
    if piece:
        yield piece
