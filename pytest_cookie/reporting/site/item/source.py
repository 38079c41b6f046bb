"""The source of an artifact: the lines of findings in it, and a page on which it can be read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from markupsafe import Markup

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.text import clip
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Finding
from pytest_cookie.records.plain_tree import read_plain
from pytest_cookie.reporting.item_files import SOURCE_PAGE, ItemFiles, file_size
from pytest_cookie.reporting.site.environment import shown
from pytest_cookie.reporting.source_lines import find_line, is_own_line

_SUFFIXES = frozenset(
    (
        ".html", ".htm", ".css", ".scss", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".vue", ".svelte", ".svg",
        ".json", ".md", ".txt", ".py", ".sql", ".toml", ".yaml", ".yml",
    )
)  # fmt: skip
_MAX_FILE_BYTES = 400_000
_MAX_BYTES = 800_000
"""Of all files together: browsers lay out about so much text without a delay."""
_MAX_FILES = 60
_MAX_LINE = 400
"""Characters; longer lines are minified or data."""
_AROUND = 2
"""Lines before and after a finding's line that are shown beside it."""
_FRAME = re.compile(
    r"(https?://[\w.-]{1,100}(?::\d{1,5})?)/([^\s:()?#]{0,300})(?:\?[^\s:()]{0,300})?:(\d{1,7}):\d{1,7}"
)
"""A place in a stack: address, line, column."""


@dataclass(frozen=True)
class SourcePlace:
    """A line of a file. `lines` are those around it with their numbers; `why` says how it was found."""

    path: str
    line: int
    lines: tuple[tuple[int, str], ...]
    href: str
    why: str


@dataclass(frozen=True)
class SourceFile:
    """A file on the page of the source. `code` is "" if it is not shown; `problem` then has the reason."""

    path: str
    size: str
    anchor: str
    code: Markup
    problem: str


class Source:
    """The text files of an artifact, read once."""

    def __init__(self, files: ItemFiles, artifact: Artifact | None) -> None:
        self._entry = (artifact.entry if artifact else None) or ""
        self._texts: dict[str, str] = {}
        self._listed: list[tuple[str, int, str]] = []
        left = _MAX_BYTES
        for file in artifact.files[:_MAX_FILES] if artifact else ():
            problem = _refusal(file.path, file.size_bytes, left)
            if not problem:
                try:
                    path = files.find(f"artifact/{file.path}")
                    content = read_plain(path, _MAX_FILE_BYTES) if path else None
                except RecordingError:
                    content = None
                if content is None:
                    problem = "it is missing or cannot be read"
                else:
                    left -= len(content)
                    self._texts[file.path] = content.decode("utf-8-sig", "replace").replace("\r\n", "\n")
            self._listed.append((file.path, file.size_bytes, problem))

    def place(self, finding: Finding, step: Step | None) -> SourcePlace | None:
        """Where the fault is in the source: the line of its error, otherwise the tag of its element."""
        if step and "error" in finding.kind:
            for error in step.page_errors:
                for depth, found in enumerate(_FRAME.finditer(error.stack)):
                    why = "the error is thrown in a call from here" if depth else "the error is thrown here"
                    place = self._at(unquote(found[2]) or self._entry, int(found[3]), why)
                    if place and found[1] == ORIGIN:
                        return place
        entry = self._texts.get(self._entry)
        line = find_line(entry, finding.selector) if entry and finding.selector else None
        if entry is None or line is None:
            return None
        is_own = is_own_line(entry, finding.selector)
        return self._at(self._entry, line, "the element’s tag" if is_own else "the tag of an element around it")

    def _at(self, path: str, line: int, why: str) -> SourcePlace | None:
        text = self._texts.get(path)
        if text is None or not 1 <= line <= text.count("\n") + 1:
            return None
        lines = text.split("\n")
        first = max(1, line - _AROUND)
        around = enumerate(lines[first - 1 : line + _AROUND], start=first)
        href = f"{SOURCE_PAGE}#{self._anchor(path)}-L{line}"
        return SourcePlace(path, line, tuple((number, clip(one, _MAX_LINE)) for number, one in around), href, why)

    def _anchor(self, path: str) -> str:
        return f"f{[name for name, _, _ in self._listed].index(path) + 1}"

    @property
    def is_readable(self) -> bool:
        """Whether there is anything to read."""
        return bool(self._texts)

    def href(self, path: str) -> str:
        """The address of a file on the page of the source; "" if it is not shown there."""
        return f"{SOURCE_PAGE}#{self._anchor(path)}" if path in self._texts else ""

    def shown_files(self, places: Sequence[tuple[int, SourcePlace]]) -> tuple[SourceFile, ...]:
        """The files for the page. The line of each of `places`, the number of a finding and its place, is marked."""
        marked: dict[tuple[str, int], list[int]] = {}
        for number, place in places:
            marked.setdefault((place.path, place.line), []).append(number)
        return tuple(
            SourceFile(
                path=path,
                size=file_size(size),
                anchor=self._anchor(path),
                code=_code(self._texts[path], self._anchor(path), path, marked) if path in self._texts else Markup(""),
                problem=problem,
            )
            for path, size, problem in self._listed
        )


def _refusal(path: str, size_bytes: int, left: int) -> str:
    """Why a file is not shown, "" if it is."""
    name = path.rpartition("/")[2]
    if not any(name.lower().endswith(suffix) for suffix in _SUFFIXES):
        return "it is no text"
    if size_bytes > _MAX_FILE_BYTES:
        return f"it is larger than {_MAX_FILE_BYTES // 1000} kB"
    return "the files before it fill this page" if size_bytes > left else ""


def _code(text: str, anchor: str, path: str, marked: dict[tuple[str, int], list[int]]) -> Markup:
    """One span for each line: its number is made by the stylesheet, so that it is not copied with the text."""
    parts = []
    for number, line in enumerate(text.split("\n"), start=1):
        told = shown(clip(line, _MAX_LINE))
        if numbers := marked.get((path, number)):
            links = " ".join(f'<a href="index.html#finding-{one}">finding {one}</a>' for one in numbers)
            parts.append(f'<span id="{anchor}-L{number}" class="marked">{told} <b>{links}</b></span>')
        else:
            parts.append(f"<span>{told}</span>")
    return Markup("".join(parts))
