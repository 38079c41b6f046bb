"""The parts of the source that an opinion cites: so that a later stage can check its claims about them. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pytest_cookie.judging.model.source import ShownFile
from pytest_cookie.llm.messages.messages import Text
from pytest_cookie.llm.messages.quoting import quoted

MAX_CHARACTERS = 8_000
"""Of all excerpts together: about 2,000 tokens."""

_MAX_EACH = 1_600  # characters of one excerpt: a function of some length
_LINES_BEFORE, _LINES_AFTER = 2, 14
_MAX_LINE = 240  # characters; minified lines are cut around the name
_MAX_PLACES = 2  # a definition and one use
_QUOTED = re.compile(r"`([^`\n]{2,80})`")
_CALLED = re.compile(r"\b([A-Za-z_$][\w$]{2,60})\(")
_COMPOUND = re.compile(
    r"(?<![\w#.-])([a-z]{1,30}[A-Z]\w{0,60}|[A-Za-z]{1,30}_\w{1,60}|[#.][A-Za-z][\w-]{2,60}|--[\w-]{3,60})"
)
_DEFINITION = (
    r"(?:function\s{{1,9}}{0}\b|(?:const|let|var|class)\s{{1,9}}{0}\b|"
    r"\b{0}\s{{0,9}}[:=]\s{{0,9}}(?:async\b|function\b|\()|id=[\"']?{0}\b)"
)


@dataclass(frozen=True)
class Excerpt:
    """Lines of a file, from `first` to `last`, counted from 1 in the text that was shown."""

    path: str
    first: int
    last: int
    text: str


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


def find_cited(files: Sequence[ShownFile], reasons: Iterable[str]) -> Iterator[Excerpt]:
    """Excerpts around the names in `reasons` that occur in the files: first where a name is defined."""
    taken: set[tuple[str, int]] = set()
    left = MAX_CHARACTERS
    for name in _names(reasons):
        for path, lines, at in _places(files, name):
            if (path, at) in taken:
                continue
            first, last = max(0, at - _LINES_BEFORE), min(len(lines), at + _LINES_AFTER + 1)
            text = "\n".join(_cut(line, name) for line in lines[first:last])[:_MAX_EACH]
            if len(text) > left:
                return
            left -= len(text)
            taken |= {(path, line) for line in range(first, last)}
            yield Excerpt(path, first + 1, last, text)


def _names(reasons: Iterable[str]) -> list[str]:
    """Names as they are written in code, in order, each once."""
    found: dict[str, None] = {}
    for reason in reasons:
        for form in (_QUOTED, _CALLED, _COMPOUND):
            for match in form.finditer(reason):
                name = match[1].strip().removesuffix("()").lstrip("#.")
                if len(name) > 2:
                    found.setdefault(name)
    return list(found)


def _places(files: Sequence[ShownFile], name: str) -> Iterator[tuple[str, list[str], int]]:
    """Where a name is: lines that define it before others, at most two."""
    definition = re.compile(_DEFINITION.format(re.escape(name)))
    word = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
    there = [
        (not definition.search(line), order, file.path, lines, at)
        for order, file in enumerate(files)
        for lines in [file.text.split("\n")]
        for at, line in enumerate(lines)
        if name in line and word.search(line)
    ]
    for _, _, path, lines, at in sorted(there, key=lambda one: (one[0], one[1], one[4]))[:_MAX_PLACES]:
        yield path, lines, at


def _cut(line: str, name: str) -> str:
    """The line, or of a long one the part around the name."""
    if len(line) <= _MAX_LINE:
        return line
    at = max(0, line.find(name) - _MAX_LINE // 3)
    return f"{'…' if at else ''}{line[at : at + _MAX_LINE]}…"
