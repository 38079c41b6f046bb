"""Whether a text of a case (its brief, the reasons of its scores) really is in the case's language."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from pytest_cookie.core.labels import Language
from pytest_cookie.dataset.similarity import letter_weight
from pytest_cookie.language import language_of

_PIECE_LETTERS = 40
_ENOUGH = 0.5
_END_OF_SENTENCE = re.compile(r"(?<=[.!?:;])\s+|(?<=[。！？：；])|\n")


def other_language(texts: Iterable[str], expected: Language) -> tuple[Language, float] | None:
    """The language that most of it surely is in, and its share of letters, 0 to 1; None where it is the expected one.

    Sentences are looked at one by one (short ones together), so that names, figures and a pasted mail in another
    language are no harm while half of the letters are in the expected one. Too short a text proves nothing.
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
