"""Checks whether a page's source ends in the middle, as when a model runs out of tokens. Item 1 counts it."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

from pytest_cookie.core.artifact import Artifact

_MOST_BYTES = 4_000_000  # a larger page is not read further
_MOST_READ = 1_000_000  # characters; parsing more takes seconds
_TAIL = 60  # characters of the end that a finding quotes
_LITTLE = re.compile(r"<(?=[<\s])|(?<=base64,)[\w+/=]+")
"""Text that slows the parser and is no markup: signs that begin no tag, base64 data."""

_MOST_AROUND = 20_000  # characters outside of the document; a reply's words are shorter

_SHUT_IN_HAND = frozenset({
    "div", "main", "section", "article", "aside", "nav", "header", "footer", "form", "button", "table", "ul", "ol",
    "select", "svg", "figure", "label", "span", "h1", "h2", "h3", "textarea",
})  # fmt: skip
"""Elements whose end tag is mandatory; the browser closes them at the end of the file."""

_CODE = frozenset({"script", "style", "title", "textarea"})


class _Reader(HTMLParser):
    """Counts elements that are opened and not closed, and keeps the place at which parsing stopped."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open_tags: Counter[str] = Counter()
        self.frames: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("html", "body"):
            self.frames.add(tag)
        if tag in _SHUT_IN_HAND or tag in _CODE:
            self.open_tags[tag] += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Ignore `<path/>` and the like, which open no element."""

    def handle_endtag(self, tag: str) -> None:
        if tag in ("html", "body"):
            self.frames.discard(tag)
        self.open_tags[tag] -= 1


class _Bounds(HTMLParser):
    """Finds where a document begins and ends, as line and column; strings within scripts are no tags."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.begin: tuple[int, int] | None = None
        """Of the document type or the first `html` tag."""
        self.end: tuple[int, int] | None = None
        """Of the last end tag of `html`."""

    def handle_decl(self, decl: str) -> None:
        if decl.lower().startswith("doctype"):
            self.begin = self.begin or self.getpos()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "html":
            self.begin = self.begin or self.getpos()

    def handle_endtag(self, tag: str) -> None:
        if tag == "html" and self.begin is not None:
            self.end = self.getpos()


class _Texts(HTMLParser):
    """Collects texts that are not code."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        if self.cdata_elem is None:
            self.found.append(data)


def read_entry(artifact: Artifact, source: Path | None) -> str:
    """The source of the entry page, its first 4 MB; "" if the files are not available."""
    if source is None or artifact.entry is None:
        return ""
    try:
        with (source / artifact.entry).open("rb") as file:
            return file.read(_MOST_BYTES).decode("utf-8", errors="replace")
    except OSError:
        return ""


def find_cut_off(document: str) -> str:
    """The place at which a document is cut off, in words; "" if it is complete, or too long to check.

    It is cut off if it ends within a tag, a comment, a script or a style sheet, or if `html` or `body` and an element
    within them are never closed. Omitting optional end tags is fine.
    """
    text = _LITTLE.sub("", document.rstrip())
    if not text or len(text) > _MOST_READ:
        return ""
    reader = _Reader()
    reader.feed(text)
    place = _inside(text, reader)
    if place:
        return f"the source ends {place}: “…{_tail(text)}”"
    open_still = [tag for tag, count in reader.open_tags.items() if count > 0 and tag in _SHUT_IN_HAND]
    if reader.frames and open_still and not text.lower().endswith(("</html>", "</body>")):
        named = ", ".join(f"<{tag}>" for tag in open_still[:3])
        return f"the source ends before {named} and the page are closed: “…{_tail(text)}”"
    return ""


def find_text_around(document: str) -> str:
    """Text before the document type or the `html` tag, or else after the end of the `html` element; "" if none.

    Comments, tags and processing instructions are no text. A document without either tag may be a fragment.
    """
    text = _LITTLE.sub("", document)
    bounds = _Bounds()
    bounds.feed(text[:_MOST_READ])
    if bounds.begin is None:
        return ""
    begin = _index_of(bounds.begin, text)
    rest = ""
    if bounds.end is not None and len(text) <= _MOST_READ:
        rest = text[_index_of(bounds.end, text) :].partition(">")[2]
    texts = (_text_of(part[:_MOST_AROUND]) for part in (text[:begin], rest))
    return next((text for text in texts if any(letter.isalnum() or letter == "`" for letter in text)), "")


def _index_of(place: tuple[int, int], text: str) -> int:
    line, column = place
    return sum(len(earlier_line) + 1 for earlier_line in text.split("\n")[: line - 1]) + column


def _text_of(markup: str) -> str:
    texts = _Texts()
    texts.feed(markup)
    return " ".join("".join(texts.found).split())


def _inside(text: str, reader: _Reader) -> str:
    for tag in ("script", "style", "textarea", "title"):
        if reader.open_tags[tag] > 0 and f"</{tag}" not in text[text.lower().rfind(f"<{tag}") :].lower():
            return f"within a <{tag}>"
    rest = reader.rawdata.strip()
    if rest.startswith("<!--"):
        return "within a comment"
    return "within a tag" if (rest.startswith("<") and rest[1:2].isalpha()) or rest.startswith("</") else ""


def _tail(text: str) -> str:
    return " ".join(text[-_TAIL:].split())
