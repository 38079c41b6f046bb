"""Numbers as people write them: thousands separators, decimal commas, number words, Chinese numerals."""

import re
import unicodedata
from collections.abc import Iterator

from pytest_cookie.core.labels import Language
from pytest_cookie.core.parsing import parse_shown_whole
from pytest_cookie.judging.brief.vocabulary import read_data

NUMBER = r"(?:\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,6}(?![\d.,]{0,20}\d{4})(?:[.,]\d{1,12})?|\d(?:[\d.,'’]{0,24}\d)?)"
"""A number in digits, with separators of thousands and decimals."""

_NUMBER = re.compile(rf"(?<![\w.]){NUMBER}")
_GROUPED = re.compile(r"(\d{1,3}(?:([.,'’ ])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?")
_PLAIN = re.compile(r"(\d+)(?:[.,](\d+))?")
_TEN = 10


def read_number(text: str) -> set[float]:
    """All values that a number can have: "1.058" is 1.058 or 1058. Empty for a date or version."""
    plain = re.sub(r"[\u00a0\u202f]", " ", unicodedata.normalize("NFKC", text)).strip()
    values = set()
    if (grouped := _GROUPED.fullmatch(plain)) and grouped[2] != grouped[3]:
        values.add(float(re.sub(r"\D", "", grouped[1]) + "." + (grouped[4] or "0")))
    if simple := _PLAIN.fullmatch(plain):
        values.add(float(f"{simple[1]}.{simple[2] or 0}"))
    return values


def read_numbers(text: str) -> set[float]:
    """The values of all numbers in a text; see `read_number`."""
    plain = unicodedata.normalize("NFKC", text)
    found = [match.group() for match in _NUMBER.finditer(plain)]
    parts = [part for each in found if " " in each for part in each.split(" ")]
    return {value for each in (*found, *parts) for value in read_number(each)}


def find_counts(text: str, language: Language) -> Iterator[tuple[int, int, int]]:
    """Whole numbers from 2 in digits or words: start, end and value."""
    for match in re.finditer(r"(?<![\w.,/#–-])\d{1,3}(?![\d.,:/%°×]{0,20}\d)(?![%°:])", text):
        if (value := parse_shown_whole(match.group())) is not None:
            yield match.start(), match.end(), value
    words = read_data("grammar")["numbers"][language]
    if language in ("zh", "ja"):
        for match in re.finditer(f"[{''.join(words)}]{{1,3}}", text):
            if value := _ideographic(match.group(), words):
                yield match.start(), match.end(), value
        return
    border = "" if language == "ko" else r"\b"
    for match in re.finditer(rf"(?<!\w){border}({'|'.join(words)}){border}", text, re.IGNORECASE):
        yield match.start(), match.end(), words[match.group(1).lower()]


def _ideographic(text: str, words: dict[str, int]) -> int:
    """The value of up to three numerals such as 十二 or 二十; 0 for another row of them."""
    if len(text) == 1:
        return words[text]
    tens, ten, ones = text.partition("十")
    if not ten or len(tens) > 1 or len(ones) > 1:
        return 0
    return (words[tens] if tens else 1) * _TEN + (words[ones] if ones else 0)
