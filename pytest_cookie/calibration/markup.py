"""The elements of an HTML source with their offsets, to change one element and leave the rest byte-identical.

A tolerant single-pass parser that never fails. It skips the contents of scripts, styles and comments.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

_NAME = r"[a-zA-Z][a-zA-Z0-9-]{0,40}"
_TAG = re.compile(rf"<(/?)({_NAME})((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>")
_ATTRIBUTE = re.compile(r"([^\s\"'<>/=]{1,80})(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]{1,400})))?")
_RAW = frozenset({"script", "style", "textarea", "title", "template", "svg", "noscript"})
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_MARK = re.compile(r"<[^<>]{0,2000}>")
_MOST = 20_000


@dataclass(frozen=True)
class MarkupElement:
    """An element of a text: its opening tag is `start` to `open_end`, the whole element `start` to `end`.

    An element without a closing tag ends with its opening tag.
    """

    tag: str
    attributes: dict[str, str]
    start: int
    open_end: int
    inner_end: int
    end: int

    @property
    def id(self) -> str:
        """Its `id`, "" without one."""
        return self.attributes.get("id", "")

    def inner(self, text: str) -> str:
        """The source of its content."""
        return text[self.open_end : self.inner_end]

    def visible_text(self, text: str) -> str:
        """Its text, with runs of white space collapsed."""
        return " ".join(unescape(_MARK.sub(" ", self.inner(text))).split())


@dataclass(frozen=True)
class _Tag:
    name: str
    is_end: bool
    attributes: str
    start: int
    end: int


def parse_elements(text: str) -> tuple[MarkupElement, ...]:
    """All elements outside of scripts, styles, templates and SVG, in the order of their opening tags."""
    tags = list(_tags(text))
    ends = _ends(tags)
    return tuple(
        MarkupElement(
            tag=tag.name,
            attributes=_attributes(tag.attributes),
            start=tag.start,
            open_end=tag.end,
            inner_end=tags[ends[index]].start if index in ends else tag.end,
            end=tags[ends[index]].end if index in ends else tag.end,
        )
        for index, tag in enumerate(tags)
        if not tag.is_end
    )


def _tags(text: str) -> Iterator[_Tag]:
    position, found = 0, 0
    while found < _MOST:
        start = text.find("<", position)
        if start < 0:
            return
        if text.startswith("<!--", start):
            closed = text.find("-->", start)
            position = len(text) if closed < 0 else closed + 3
            continue
        match = _TAG.match(text, start)
        if match is None:
            position = start + 1
            continue
        name, position, found = match[2].lower(), match.end(), found + 1
        yield _Tag(name, bool(match[1]), match[3], start, match.end())
        if not match[1] and name in _RAW and not match[3].endswith("/"):
            position = _end_of_raw(text, name, match.end())


def _end_of_raw(text: str, name: str, position: int) -> int:
    closing = re.compile(rf"</{name}\b", re.IGNORECASE).search(text, position)
    return closing.start() if closing else len(text)


def _ends(tags: list[_Tag]) -> dict[int, int]:
    """The index of the closing tag for each opening tag: the nearest open one of that name."""
    open_tags: dict[str, list[int]] = {}
    ends: dict[int, int] = {}
    for index, tag in enumerate(tags):
        if tag.is_end:
            waiting = open_tags.get(tag.name)
            if waiting:
                ends[waiting.pop()] = index
        elif tag.name not in _VOID:
            open_tags.setdefault(tag.name, []).append(index)
    return ends


def _attributes(source: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(source[:20_000]):
        value = next((group for group in match.groups()[1:] if group is not None), "")
        found.setdefault(match[1].lower(), unescape(value))
    return found
