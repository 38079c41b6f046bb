"""`read_docs`: a folder of documentation for models that build projects, as text; nothing outside of it is read."""

import hashlib
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.inert import inert_line
from pytest_cookie.core.text import clip
from pytest_cookie.generation.coding.passages import PassageIndex, split_passages
from pytest_cookie.generation.coding.project_paths import RefusedError
from pytest_cookie.records.plain_tree import read_plain

_VERSION = "2"
"""Raise it with the texts, the ranking and the descriptions of the tools."""
_HTML = frozenset({".html", ".htm"})
_KINDS = _HTML | {".md", ".mdx", ".markdown", ".rst", ".adoc", ".txt"}
_MAX_FILES = 5_000
_MAX_FILE, _MAX_BYTES = 4_000_000, 32_000_000
_MAX_READ = 12_000
_MAX_NAMED, _MAX_NAME = 20, 120
_HEADING = re.compile(r"h[1-6]")
_LEFT_OUT = frozenset({"template", "nav", "svg"})
_MOST_OPEN = 200
"""Elements to leave out, within which the beginning of an end tag is looked for."""
_BLOCKS = frozenset(
    {
        "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption", "footer", "header", "hr", "li",
        "main", "ol", "p", "section", "table", "title", "tr", "ul",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Docs:
    """`sources` are files by path relative to the folder; `identity` is a hash of them, and of how they are shown."""

    sources: dict[str, str]
    identity: str

    @property
    def note(self) -> str:
        """What a model is told of the documentation: how many files there are, and the names of the first."""
        names = ", ".join(clip(inert_line(path), _MAX_NAME) for path in list(self.sources)[:_MAX_NAMED])
        more = f" and {left:,} more" if (left := len(self.sources) - _MAX_NAMED) > 0 else ""
        return (
            f"\nDocumentation comes with this work: {names}{more}. Look things up in it before you guess: search_docs "
            "finds passages, read_docs reads a file.\n"
        )

    def search(self, query: str) -> str:
        """The passages that fit the words of `query` best, with path, offset and heading."""
        found = self._index.search(query)
        return "\n\n".join(passage.describe() for passage in found) or "(nothing found; try other words)"

    def read(self, path: str, offset: int) -> str:
        """Part of a file, from a character on. Raises `RefusedError` for a path that is not in the documentation."""
        text = self._texts.get(path.strip().removeprefix("./"))
        if text is None:
            raise RefusedError("the documentation has no such file; search_docs names paths")
        end = offset + _MAX_READ
        if end < len(text):
            end = max(text.rfind("\n", offset, end) + 1, offset + _MAX_READ // 2)
            return f"{text[offset:end]}\n(characters {offset:,} to {end:,} of {len(text):,}; go on with offset {end})"
        return text[offset:] or f"(it has {len(text):,} characters)"

    @cached_property
    def _texts(self) -> dict[str, str]:
        is_html = {path: PurePosixPath(path).suffix.lower() in _HTML for path in self.sources}
        return {path: html_as_text(text) if is_html[path] else text for path, text in self.sources.items()}

    @cached_property
    def _index(self) -> PassageIndex:
        return PassageIndex([passage for path, text in self._texts.items() for passage in split_passages(path, text)])


def list_docs(folder: Path) -> list[Path]:
    """The documentation files below `folder`, sorted. Links, and names that begin with a dot, are left out.

    Raises `UsageError` if there is none, or more than a model can be given.
    """
    found: list[Path] = []
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = (Path(parent, name) for name in names if not name.startswith("."))
        found += [path for path in paths if path.suffix.lower() in _KINDS and not path.is_symlink()]
        if len(found) > _MAX_FILES:
            raise UsageError(
                f"coding_docs: {folder} has more than {_MAX_FILES:,} files of text; name a folder with less"
            )
    if not found:
        raise UsageError(f"coding_docs: {folder} has no file of {', '.join(sorted(_KINDS))}")
    return sorted(found)


def read_docs(folder: Path) -> Docs:
    """The documentation in `folder`. Raises `UsageError` if it cannot be read or is too large."""
    sources: dict[str, str] = {}
    digest = hashlib.sha256(_VERSION.encode())
    left = _MAX_BYTES
    for file in list_docs(folder):
        try:
            content = read_plain(file, _MAX_FILE)
        except RecordingError as error:
            raise UsageError(f"coding_docs: {error}") from error
        left -= len(content)
        if left < 0:
            raise UsageError(
                f"coding_docs: {folder} has more than {_MAX_BYTES // 1_000_000} MB; name a folder with less"
            )
        path = file.relative_to(folder).as_posix().encode(errors="replace").decode()
        digest.update(f"{path}\0{hashlib.sha256(content).hexdigest()}\n".encode())
        sources[path] = content.decode(errors="replace").replace("\r\n", "\n")
    return Docs(sources, digest.hexdigest())


def html_as_text(source: str) -> str:
    """A page as text: headings as in Markdown, code between fences, without scripts, styles and navigation.

    A tag or comment that never ends is left out, as in a browser.
    """
    reader = _HtmlReader()
    with suppress(AssertionError):  # a malformed declaration; what came before it is read
        reader.feed(f"{source}\n")  # the line end completes a text such as "R&D"; close() is quadratic in open tags
    lines = [line.rstrip() for line in "".join(reader.parts).strip().splitlines()]
    return "\n".join(line for line, before in zip(lines, ["", *lines], strict=False) if line or before) + "\n"


class _HtmlReader(HTMLParser):
    """An element to leave out is dropped at its end tag, so that one without an end does not take all that follows."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._left_out: list[tuple[str, int]] = []
        self._in_code = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag in _LEFT_OUT:
            self._left_out.append((tag, len(self.parts)))
        elif _HEADING.fullmatch(tag):
            self.parts.append(f"\n\n{'#' * int(tag[1])} ")
        elif tag == "pre":
            self._in_code = True
            self.parts.append("\n```\n")
        elif tag in _BLOCKS:
            self.parts.append("\n- " if tag == "li" else "\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in _LEFT_OUT:
            self._drop(tag)
        elif tag == "pre":
            self._in_code = False
            self.parts.append("\n```\n")
        elif tag in _BLOCKS or _HEADING.fullmatch(tag):
            self.parts.append("\n")
        elif tag in ("td", "th"):
            self.parts.append(" | ")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem not in ("script", "style"):
            self.parts.append(data if self._in_code else re.sub(r"\s+", " ", data))

    def _drop(self, tag: str) -> None:
        for place in range(len(self._left_out) - 1, max(-1, len(self._left_out) - _MOST_OPEN), -1):
            opened, start = self._left_out[place]
            if opened == tag:
                del self._left_out[place:], self.parts[start:]
                return
