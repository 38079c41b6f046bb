"""Where an element is in the source of a page, from its selector."""

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path

_LARGEST = 2_000_000
_LARGEST_TREE = 500_000
"""Characters; larger sources are mostly data, and reading their tags takes a second."""
_MOST_TAGS, _MOST_STEPS = 20_000, 16
"""Elements of a source and steps of a selector; one place is looked for in all of them."""
_MOST_OPEN = 200
"""Elements within which the beginning of an end tag is looked for."""
_ENDED_BY_NEXT = frozenset({"li", "p", "td", "th", "tr", "option", "dt", "dd"})
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_PLACE = re.compile(
    r"(?P<tag>[a-z][a-z0-9-]{0,40})?(?:#(?P<id>[\w-]{1,100}))?(?P<classes>(?:\.[\w-]{1,100}){0,8})"
    r"(?::nth-(?P<among>of-type|child)\((?P<nth>\d{1,6})\))?"
)
_TOKEN = re.compile(r"\[[^\[\]]{0,500}\]|[^\s>\[]{1,500}|[\s>]{1,500}")
_PART = re.compile(r"#(?P<id>[\w-]+)|\.(?P<class>[\w-]+)|\[(?P<name>[\w-]+)=\"(?P<value>[^\"]*)\"\]")


def read_source(page: Path) -> str:
    """The source of a page; "" if it cannot be read or is larger than 2 MB."""
    try:
        with page.open("rb") as file:
            return file.read(_LARGEST).decode("utf-8", "replace")
    except OSError:
        return ""


def find_line(source: str, selector: str) -> int | None:
    """The line, from 1, of the tag that a selector means, or else of the nearest tag around it that can be told.

    The last step tells by its names, or all steps by their places (`main > div:nth-of-type(2)`). A name that several
    tags have, such as the class of a row, tells nothing. None if the source has no such tag, for example because a
    script makes the element.
    """
    steps = _split(selector)
    for number, step in enumerate(reversed(steps)):
        line, is_missing = _named_line(source, step)
        if line is None and number == 0:
            line = _placed_line(source, steps)
        if line is not None or is_missing:
            return line
    return None


def is_own_line(source: str, selector: str) -> bool:
    """Whether `find_line` finds the element itself: by the last step of the selector, or by its place with a name.

    A number alone does not: a script may have added an element before it.
    """
    steps = _split(selector)
    if _named_line(source, steps[-1])[0] is not None:
        return True
    is_told = any(sign in selector for sign in "#.") or ":nth" not in selector
    return is_told and _placed_line(source, steps) is not None


def _named_line(source: str, step: str) -> tuple[int | None, bool]:
    """The line of the only tag with a name of this step, and whether the step has an id that no tag has."""
    for name, value in filter(None, map(_attribute, _PART.finditer(step))):
        pattern = rf"\b{re.escape(name)}\s*=\s*(?:\"[^\"]*|'[^']*)(?<![\w-]){re.escape(value)}(?![\w-])"
        places = [found.start() for found in islice(re.finditer(pattern, source), 2)]
        if len(places) == 1 or (places and name == "id"):
            return source.count("\n", 0, places[0]) + 1, False
        if name == "id":
            return None, True
    return None, False


@dataclass(frozen=True)
class _Tag:
    """An element of the source, the `nth` of its name and the `child`th of all in its parent, from 1; `parent` is its
    number in the list, -1 for none."""

    name: str
    id: str
    classes: frozenset[str]
    nth: int
    child: int
    parent: int
    line: int


class _Reader(HTMLParser):
    """Lists the elements of a source. Rows, items and the like end where the next one begins."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[_Tag] = []
        self._open: list[int] = []
        self._counts: Counter[tuple[int, str]] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._open and self.tags[self._open[-1]].name == tag in _ENDED_BY_NEXT:
            self._open.pop()
        parent = self._open[-1] if self._open else -1
        self._counts[parent, tag] += 1
        self._counts[parent, ""] += 1
        nth, child = self._counts[parent, tag], self._counts[parent, ""]
        own = dict(attrs)
        classes = frozenset((own.get("class") or "").split())
        self.tags.append(_Tag(tag, own.get("id") or "", classes, nth, child, parent, self.getpos()[0]))
        if tag not in _VOID:
            self._open.append(len(self.tags) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        for place in range(len(self._open) - 1, max(-1, len(self._open) - _MOST_OPEN), -1):
            if self.tags[self._open[place]].name == tag:
                del self._open[place:]
                return


@lru_cache(maxsize=4)
def _read_tags(source: str) -> tuple[_Tag, ...]:
    reader = _Reader()
    with suppress(AssertionError):  # a malformed declaration; what came before it is read
        reader.feed(source)
    return tuple(reader.tags)


def _placed_line(source: str, steps: list[str]) -> int | None:
    """The line of the only element at the place that the steps describe, by names, classes and numbers."""
    wanted = [_PLACE.fullmatch(step) if step else None for step in steps]
    if len(source) > _LARGEST_TREE or len(steps) > _MOST_STEPS or not all(wanted):
        return None
    tags = _read_tags(source)
    if len(tags) > _MOST_TAGS:
        return None
    found = [tag for tag in tags if _is_at(tags, tag, [one for one in wanted if one])]
    return found[0].line if len(found) == 1 else None


def _is_at(tags: tuple[_Tag, ...], tag: _Tag, wanted: list[re.Match[str]]) -> bool:
    for step in reversed(wanted):
        place = tag.child if step["among"] == "child" else tag.nth
        if (step["id"] or tag.id) != tag.id or (step["tag"] or tag.name) != tag.name:
            return False
        if int(step["nth"] or place) != place or not tag.classes.issuperset(step["classes"].split(".")[1:]):
            return False
        if step is not wanted[0]:
            if tag.parent < 0:
                return False
            tag = tags[tag.parent]
    return True


def _split(selector: str) -> list[str]:
    """The steps of a selector; blanks in values of attributes do not separate them."""
    steps = [""]
    for token in _TOKEN.findall(selector):
        if token[0] == ">" or token[0].isspace():
            steps.append("")
        else:
            steps[-1] += token
    return steps


def _attribute(part: re.Match[str]) -> tuple[str, str] | None:
    if part["id"]:
        return "id", part["id"]
    return ("class", part["class"]) if part["class"] else (part["name"], part["value"])
