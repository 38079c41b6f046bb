"""The parts of the source that an opinion cites: so that a later stage can check its claims about them. Pure."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from pytest_cookie.judging.model.source import ShownFile
from pytest_cookie.llm.messages.messages import Text
from pytest_cookie.llm.messages.quoting import quoted

MAX_CHARACTERS = 8_000
"""Of all excerpts together: about 2,000 tokens."""

_MAX_EACH = 1_600  # characters of one excerpt: a function of some length
_LINES_BEFORE, _LINES_AFTER = 2, 14  # of a place that is in no block, or in a long one
_BEFORE, _AFTER = 300, 900  # characters around such a place, at most
_MAX_LINE = 240  # characters; an excerpt from a longer line begins at a statement, not at the line
_NEAR = 600  # characters between names that belong together: within a function, or a few rules
_MAX_PLACES = 2  # a definition and one use
_MOST_FOUND = 200  # places of one name; a name with more of them is too common to be cited
_MOST_NAMES = 12  # of a sentence; more are a list
_QUOTED = re.compile(r"`([^`\n]{2,200})`")
_CALLED = re.compile(r"\b([A-Za-z_$][\w$]{2,60})\(")
_COMPOUND = re.compile(
    r"(?<![\w#.-])([a-z]{1,30}[A-Z]\w{0,60}|[A-Za-z]{1,30}_\w{1,60}|[#.][A-Za-z][\w-]{2,60}|--[\w-]{3,60})"
)
_TOKEN = re.compile(r"\w+|[^\w\s]")
_DEFINITION = (
    r"(?:function\s{{1,9}}{0}\b|(?:const|let|var|class|@keyframes)\s{{1,9}}{0}\b|"
    r"\b{0}\s{{0,9}}[:=]\s{{0,9}}(?:async\b|function\b|\()|id=[\"']?{0}\b|"
    r"\b{0}\([^()\n]{{0,200}}\)\s{{0,9}}\{{|[.#]{0}\b[^{{}};<>()=]{{0,80}}\{{)"
)
_HEAD = re.compile(r"[^{};<]{0,160}\{")
"""From a name to the block that it heads."""
_BRACES = re.compile(r"[{}]")
_STATEMENT_END = re.compile(r"[{};>\n]")
_SENTENCE = re.compile(r"(?<=[.!?])\s")


@dataclass(frozen=True)
class Excerpt:
    """Lines of a file, from `first` to `last`, counted from 1. Of long lines, `text` may have only a part."""

    path: str
    first: int
    last: int
    text: str


@dataclass(frozen=True)
class _Place:
    """Where a name is in a file; `file` is its number."""

    file: int
    start: int
    end: int


def format_cited_source(files: Sequence[ShownFile], reasons: Iterable[str]) -> list[Text]:
    """The excerpts for a prompt, bounded; empty if the reasons name no part of the source."""
    excerpts = list(find_cited(files, reasons))
    if not excerpts:
        return []
    head = "## Source that the provisional scores and the explorer's report name\nExcerpts; the rest is not shown."
    blocks = [
        quoted("source", f"File: {excerpt.path}, lines {excerpt.first} to {excerpt.last}\n{excerpt.text}")
        for excerpt in excerpts
    ]
    return [Text("\n".join([head, *blocks]))]


def split_sentences(text: str) -> list[str]:
    """Its sentences: only names of one sentence are looked for near each other."""
    return _SENTENCE.split(text)


def find_cited(files: Sequence[ShownFile], reasons: Iterable[str]) -> list[Excerpt]:
    """The blocks in which the names in `reasons` are, in the order of the files, none twice.

    A reason's names belong together: each is looked for near the others, then where it is defined. Of a name in several
    places, at most two are shown. Excerpts beyond `MAX_CHARACTERS` are left out, the last reasons' first.
    """
    texts = [file.whole or file.text for file in files]
    ranges: dict[int, list[tuple[int, int]]] = {number: [] for number in range(len(files))}
    for reason in reasons:
        for place in _cited(texts, reason):
            added = _merge([*ranges[place.file], _extent(texts[place.file], place)])
            others = [pair for number, pairs in ranges.items() if number != place.file for pair in pairs]
            if sum(end - start for start, end in [*others, *added]) <= MAX_CHARACTERS:
                ranges[place.file] = added
    return [
        _excerpt(files[number].path, texts[number], start, end)
        for number, pairs in ranges.items()
        for start, end in pairs
    ]


def _cited(texts: Sequence[str], reason: str) -> Iterator[_Place]:
    """The best places of each name in the reason: near as many other names as possible, and definitions."""
    found = dict(islice(_find_names(texts, reason), _MOST_NAMES))
    starts = {name: _by_file(places) for name, places in found.items()}
    for name, places in found.items():
        definition = re.compile(_DEFINITION.format(re.escape(name)))
        others = [there for other, there in starts.items() if other != name]
        near = {one: sum(_is_near(one, there) for there in others) for one in places}
        defines = {one: _is_definition(texts[one.file], one, definition) for one in places}
        most = max(near.values())
        best = [one for one in places if near[one] == most or defines[one]]
        yield from sorted(best, key=lambda one: (-near[one], not defines[one]))[:_MAX_PLACES]


def _is_definition(text: str, place: _Place, definition: re.Pattern[str]) -> bool:
    start = max(place.start - _MAX_LINE // 2, text.rfind("\n", 0, place.start) + 1)
    return any(
        found.start() <= place.start < found.end() for found in definition.finditer(text, start, place.end + _MAX_LINE)
    )


def _by_file(places: Sequence[_Place]) -> dict[int, list[int]]:
    """The starts of places in each file, in order."""
    return {file: sorted(one.start for one in places if one.file == file) for file in {one.file for one in places}}


def _is_near(place: _Place, starts: Mapping[int, Sequence[int]]) -> bool:
    there = starts.get(place.file, ())
    nearest = bisect_left(there, place.start - _NEAR)
    return nearest < len(there) and there[nearest] <= place.start + _NEAR


def _find_names(texts: Sequence[str], reason: str) -> Iterator[tuple[str, list[_Place]]]:
    """Names as they are written in code, with their places. Of quoted code that is not there, its parts are names."""
    seen = set[str]()
    for form in (_QUOTED, _CALLED, _COMPOUND):
        for match in list(form.finditer(reason)):
            name = match[1].strip().removesuffix("()").lstrip("#.")
            if len(name) <= 2 or name in seen:
                continue
            seen.add(name)
            everywhere = (place for number, text in enumerate(texts) for place in _find(text, number, name))
            places = list(islice(everywhere, _MOST_FOUND + 1))
            if 0 < len(places) <= _MOST_FOUND:
                yield name, places
                reason = reason.replace(match[0], " ") if form is _QUOTED else reason


def _find(text: str, number: int, name: str) -> Iterator[_Place]:
    """Where the name is, whatever space is between its parts."""
    tokens = _TOKEN.findall(name)
    if not tokens or tokens[0] not in text:
        return
    before = r"(?<![\w$])" if tokens[0][0].isalnum() else ""
    after = r"(?![\w$])" if tokens[-1][-1].isalnum() else ""
    pattern = re.compile(before + r"\s{0,9}".join(map(re.escape, tokens)) + after)
    for found in pattern.finditer(text):
        yield _Place(number, found.start(), found.end())


def _extent(text: str, place: _Place) -> tuple[int, int]:
    """The block that the place heads, else the one that it is in, else some lines around it."""
    if head := _HEAD.match(text, place.end):
        start, end = _statement_start(text, place.start), _closing(text, head.end())
        return start, min(end, start + _MAX_EACH) if end else start + _MAX_EACH
    opening = _opening(text, place.start)
    if opening is not None and (end := _closing(text, opening + 1)):
        start = _statement_start(text, opening)
        if place.end <= end <= start + _MAX_EACH:
            return start, end
    return _lines_around(text, place)


def _opening(text: str, at: int) -> int | None:
    """Where the block that `at` is in begins; None if it is not near."""
    depth = 0
    for brace in reversed(list(_BRACES.finditer(text, max(0, at - _MAX_EACH), at))):
        depth += 1 if brace[0] == "}" else -1
        if depth < 0:
            return brace.start()
    return None


def _closing(text: str, after: int) -> int:
    """The end of a block whose inside begins at `after`; 0 if it is not near."""
    depth = 1
    for brace in _BRACES.finditer(text, after, after + 2 * _MAX_EACH):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.end()
    return 0


def _statement_start(text: str, at: int) -> int:
    """The beginning of the line, of a long line that of the statement."""
    start = text.rfind("\n", 0, at) + 1
    if at - start <= _MAX_LINE:
        return start
    ends = [found.end() for found in _STATEMENT_END.finditer(text, at - _MAX_LINE, at)]
    return ends[-1] if ends else at - _MAX_LINE


def _lines_around(text: str, place: _Place) -> tuple[int, int]:
    start, end = place.start, place.end
    for _ in range(_LINES_BEFORE + 1):
        start = text.rfind("\n", 0, max(0, start - 1)) + 1
    for _ in range(_LINES_AFTER + 1):
        found = text.find("\n", end + 1)
        end = len(text) if found < 0 else found
    return max(start, place.start - _BEFORE, 0), min(end, place.end + _AFTER)


def _merge(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges in order, those that overlap or touch joined."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _excerpt(path: str, text: str, start: int, end: int) -> Excerpt:
    """The range, with a sign where it begins or ends within a line."""
    first, last = text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 1
    begins = start == 0 or text[start - 1] == "\n"
    ends = end >= len(text) or text[end] == "\n"
    return Excerpt(path, first, last, f"{'' if begins else '…'}{text[start:end].rstrip()}{'' if ends else '…'}")
