"""Whether a page's source ends in the middle, as where a model ran out of tokens. Item 1 counts it."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

from pytest_cookie.core.artifact import Artifact

_MOST_BYTES = 4_000_000
_MOST_READ = 1_000_000
_TAIL = 60
_LITTLE = re.compile(r"<(?=[<\s])|(?<=base64,)[\w+/=]+")
"""What takes a reader's time and says nothing: signs that begin no tag, the letters of pictures."""

_SHUT_IN_HAND = frozenset({
    "div", "main", "section", "article", "aside", "nav", "header", "footer", "form", "button", "table", "ul", "ol",
    "select", "svg", "figure", "label", "span", "h1", "h2", "h3", "textarea",
})  # fmt: skip
"""Elements whose end no author may leave out; the browser ends them at the end of the file."""

_CODE = frozenset({"script", "style", "title", "textarea"})


class _Reader(HTMLParser):
    """Counts what is opened and not shut, and notes where the reading stopped."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open_picture: Counter[str] = Counter()
        self.frames: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("html", "body"):
            self.frames.add(tag)
        if tag in _SHUT_IN_HAND or tag in _CODE:
            self.open_picture[tag] += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """`<path/>` and its like open nothing."""

    def handle_endtag(self, tag: str) -> None:
        if tag in ("html", "body"):
            self.frames.discard(tag)
        self.open_picture[tag] -= 1


def read_entry(artifact: Artifact, source: Path | None) -> str:
    """The page to open as it was written, its first 4 MB; "" where the files are not at hand."""
    if source is None or artifact.entry is None:
        return ""
    try:
        with (source / artifact.entry).open("rb") as file:
            return file.read(_MOST_BYTES).decode("utf-8", errors="replace")
    except OSError:
        return ""


def find_cut_off(document: str) -> str:
    """Where a document ends in the middle, in words; "" for one that is whole, or too long to tell.

    It ends within a tag, a comment, a script or a style sheet; or `html` or `body` are opened and never shut, and so
    is something within them. A page that leaves out ends which it may leave out is whole.
    """
    text = _LITTLE.sub("", document.rstrip())
    if not text or len(text) > _MOST_READ:
        return ""
    reader = _Reader()
    reader.feed(text)
    place = _inside(text, reader)
    if place:
        return f"the source ends {place}: “…{_tail(text)}”"
    open_still = [tag for tag, count in reader.open_picture.items() if count > 0 and tag in _SHUT_IN_HAND]
    if reader.frames and open_still and not text.lower().endswith(("</html>", "</body>")):
        named = ", ".join(f"<{tag}>" for tag in open_still[:3])
        return f"the source ends before {named} and the page are shut: “…{_tail(text)}”"
    return ""


def _inside(text: str, reader: _Reader) -> str:
    for tag in ("script", "style", "textarea", "title"):
        if reader.open_picture[tag] > 0 and f"</{tag}" not in text[text.lower().rfind(f"<{tag}") :].lower():
            return f"within a <{tag}>"
    rest = reader.rawdata.strip()
    if rest.startswith("<!--"):
        return "within a comment"
    return "within a tag" if (rest.startswith("<") and rest[1:2].isalpha()) or rest.startswith("</") else ""


def _tail(text: str) -> str:
    return " ".join(text[-_TAIL:].split())
