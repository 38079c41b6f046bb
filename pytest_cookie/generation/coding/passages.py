"""Passages of documentation, and their ranking by the words of a query. Pure."""

import heapq
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

from pytest_cookie.core.text import clip, shorten
from pytest_cookie.stats.overlap import tokenize

_MOST_FOUND = 8
_MAX_PASSAGE = 1_500
_MAX_HEADING = 200
_K1, _B = 1.2, 0.75
_MARKED = re.compile(r"(#{1,6})[ \t]+(\S.*)")
_UNDERLINE = re.compile(r"(=|-|~|\^)\1{2,}+\s*+")
_WORDY = re.compile(r"\w")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(frozen=True)
class Passage:
    """A piece of a text below one heading, which begins at the character `offset` of the text."""

    path: str
    offset: int
    heading: str
    text: str

    def describe(self) -> str:
        """Place and text."""
        heading = f": {self.heading}" if self.heading else ""
        return f"[{self.path}, offset {self.offset}{heading}]\n{self.text.strip()}"


class PassageIndex:
    """Ranks passages with Okapi BM25 (Robertson & Zaragoza 2009, section 3.4). The words of a heading count twice."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = passages
        self._postings: dict[str, array[int]] = defaultdict(lambda: array("L"))
        self._lengths = array("L")
        for number, passage in enumerate(passages):
            words = _words(f"{passage.heading} {passage.heading} {passage.text}")
            self._lengths.append(len(words))
            for word, times in Counter(words).items():
                self._postings[word].extend((number, times))
        self._mean_length = sum(self._lengths) / max(1, len(passages))

    def search(self, query: str) -> list[Passage]:
        """At most eight passages that have a word of the query, best first."""
        scores: dict[int, float] = defaultdict(float)
        for word in dict.fromkeys(_words(query)):
            posting = self._postings.get(word, array("L"))
            having = len(posting) // 2
            rarity = log(1 + (len(self._passages) - having + 0.5) / (having + 0.5))
            for number, times in zip(posting[::2], posting[1::2], strict=True):
                long = 1 - _B + _B * self._lengths[number] / self._mean_length
                scores[number] += rarity * times * (_K1 + 1) / (times + _K1 * long)
        best = heapq.nsmallest(_MOST_FOUND, scores, key=lambda number: (-scores[number], number))
        return [self._passages[number] for number in best]


def split_passages(path: str, text: str) -> Iterator[Passage]:
    """The passages of a text: one for each heading of Markdown or reStructuredText, long ones cut at line ends."""
    trail: dict[int, str] = {}
    offset, piece, heading, has_body = 0, "", "", False
    for line, level, title in _lines(text):
        if has_body and (level or len(piece) + len(line) > _MAX_PASSAGE):
            yield from _pieces(path, offset, heading, piece)
            offset, piece, has_body = offset + len(piece), "", False
        if level:
            trail = {above: name for above, name in trail.items() if above < level} | {level: title}
            heading = clip(" › ".join(trail.values()), _MAX_HEADING)
        piece += line
        has_body |= not level and bool(_WORDY.search(line))
    yield from _pieces(path, offset, heading, piece)


def _lines(text: str) -> Iterator[tuple[str, int, str]]:
    """Each line with its level and title if it is a heading outside of code, else with 0 and "".

    A line of `~` is an underline if it is as long as the title before it, else a fence.
    """
    lines = text.splitlines(keepends=True)
    is_code = is_underlined = False
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        is_fence = not is_underlined and line.lstrip().startswith(("```", "~~~"))
        is_code ^= is_fence
        is_underlined, title = False, line.strip()
        under = None if is_code or is_fence or _UNDERLINE.fullmatch(line) else _UNDERLINE.fullmatch(following)
        if not is_code and (marked := _MARKED.match(line)):
            yield line, len(marked[1]), shorten(marked[2].rstrip("# \n"), _MAX_HEADING)
        elif title and under and (under[1] != "~" or len(under[0].rstrip()) >= len(title)):
            is_underlined = True
            yield line, "=-~^".index(under[1]) + 1, shorten(title, _MAX_HEADING)
        else:
            yield line, 0, ""


def _pieces(path: str, offset: int, heading: str, text: str) -> Iterator[Passage]:
    """A passage, or several if a single line is too long; none without a letter or digit."""
    for start in range(0, len(text), _MAX_PASSAGE):
        piece = text[start : start + _MAX_PASSAGE]
        if _words(piece):
            yield Passage(path, offset + start, heading, piece)


def _words(text: str) -> list[str]:
    """Words in lowercase; `createUser` and `create_user` have the same two."""
    return tokenize(_HUMP.sub(" ", text))
