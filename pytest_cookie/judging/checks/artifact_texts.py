"""`Place`: a text that came with an artifact, and where it stands, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.text import shorten

_MAX_FILES = 60
_MAX_CHARACTERS = 2_000_000
_TEXT_FILES = frozenset({".html", ".htm", ".js", ".mjs", ".css", ".json", ".svg", ".jsx", ".tsx", ".ts", ".md", ".txt"})


@dataclass(frozen=True)
class Place:
    """`step` is the step of the trace at which it came up, `picture` the evidence file that shows it."""

    text: str
    where: str
    step: int | None = None
    picture: str = ""

    def at(self, position: int) -> "Place":
        """The place of `position` in it: in the source the line, and whether it is a comment there."""
        if not self.where.startswith("in the source"):
            return self
        before = self.text[:position]
        comment = before.rfind("<!--") > before.rfind("-->") or before.rfind("/*") > before.rfind("*/")
        comment = comment or "//" in before[before.rfind("\n") + 1 :].replace("://", "")
        what = "in a comment of the source" if comment else "in the source"
        where = self.where.replace("in the source", what, 1)
        return Place(self.text, f"{where}, line {before.count(chr(10)) + 1}")


def read_texts(source: Path | None) -> Iterator[Place]:
    """The texts of an artifact's files, as much of them as may be read; none without a source."""
    if source is None:
        return
    paths = sorted(path for path in source.rglob("*") if path.suffix.lower() in _TEXT_FILES and not path.is_symlink())
    left = _MAX_CHARACTERS
    for path in paths[:_MAX_FILES]:
        text = _text(path, left)
        left -= len(text)
        yield Place(text, f"in the source, {shorten(path.relative_to(source).as_posix(), 80)}")


def _text(path: Path, most: int) -> str:
    """Its beginning; "" for what cannot be read: what is not looked at is no finding."""
    try:
        with path.open("rb") as file:
            return file.read(max(0, most)).decode("utf-8", errors="replace")
    except OSError:
        return ""
