"""`Place`: a text of an artifact and its location in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.text import shorten

_MAX_FILES = 60  # bounds the time that an artifact of many files can take
_MAX_CHARACTERS = 2_000_000  # of all files together; bounds the time likewise
_TEXT_FILES = frozenset({".html", ".htm", ".js", ".mjs", ".css", ".json", ".svg", ".jsx", ".tsx", ".ts", ".md", ".txt"})


@dataclass(frozen=True)
class Place:
    """A text and its place.

    `step` is the trace step at which it appeared, `picture` the evidence file that shows it, `file` the name of the
    source file that has it.
    """

    text: str
    where: str
    step: int | None = None
    picture: str = ""
    file: str = ""

    def at(self, position: int) -> "Place":
        """The place at `position`: in source files with the line, and whether it is in a comment."""
        if not self.where.startswith("in the source"):
            return self
        before = self.text[:position]
        comment = before.rfind("<!--") > before.rfind("-->") or before.rfind("/*") > before.rfind("*/")
        comment = comment or "//" in before[before.rfind("\n") + 1 :].replace("://", "")
        what = "in a comment of the source" if comment else "in the source"
        where = self.where.replace("in the source", what, 1)
        return Place(self.text, f"{where}, line {before.count(chr(10)) + 1}")


def read_texts(source: Path | None) -> Iterator[Place]:
    """Yield the texts of an artifact's files, within the limits; none without a source."""
    if source is None:
        return
    paths = sorted(path for path in source.rglob("*") if path.suffix.lower() in _TEXT_FILES and not path.is_symlink())
    left = _MAX_CHARACTERS
    for path in paths[:_MAX_FILES]:
        text = _text(path, left)
        left -= len(text)
        yield Place(text, f"in the source, {shorten(path.relative_to(source).as_posix(), 80)}", file=path.name)


def _text(path: Path, most: int) -> str:
    """The first `most` bytes as text; "" if the file cannot be read, since unread text is no finding."""
    try:
        with path.open("rb") as file:
            return file.read(max(0, most)).decode("utf-8", errors="replace")
    except OSError:
        return ""
