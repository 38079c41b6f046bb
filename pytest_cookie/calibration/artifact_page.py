"""`ArtifactPage`: the files of a baseline artifact in memory, with methods to change them."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from pytest_cookie.calibration.markup import MarkupElement, parse_elements
from pytest_cookie.calibration.sources import find_used_files, is_library
from pytest_cookie.records.plain_tree import read_plain

_CODE = (".html", ".htm", ".js", ".mjs", ".css")
_PAGES = (".html", ".htm")
_LARGEST = 3_000_000
_HEAD_END = re.compile(r"</head\s{0,9}>|<body\b", re.IGNORECASE)
_BODY_END = re.compile(r"</body\s{0,9}>|</html\s{0,9}>", re.IGNORECASE)
_SCRIPT = re.compile(r"(<script\b[^>]{0,2000}>)((?:(?!</script\b).)*+)", re.IGNORECASE | re.DOTALL)
_TYPE = re.compile(r"\stype\s{0,9}=\s{0,9}(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]*))", re.IGNORECASE)
_JAVASCRIPT = frozenset({"", "module", "text/javascript", "application/javascript", "text/ecmascript"})


@dataclass(frozen=True)
class ArtifactPage:
    """`files` by POSIX path; `entry` is the page to open. Bytes that are not UTF-8 are read with replacement."""

    files: Mapping[str, bytes]
    entry: str

    @classmethod
    def read(cls, folder: Path, entry: str) -> "ArtifactPage":
        """All files below `folder`. Raises `RecordingError`."""
        paths = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
        return cls({path.relative_to(folder).as_posix(): read_plain(path) for path in paths}, entry)

    @cached_property
    def html(self) -> str:
        """The source of the entry page; "" if it is missing or over 3 MB."""
        return self.text(self.entry)

    @property
    def unfit_reason(self) -> str:
        """Why the entry page cannot have a mutant, as the end of a sentence; "" if it can."""
        content = self.files.get(self.entry, b"")
        if len(content) > _LARGEST:
            return f"is larger than {_LARGEST // 1_000_000} MB"
        try:
            return "" if content.decode("utf-8").strip() else "is empty"
        except UnicodeDecodeError:
            return "is not UTF-8"

    @cached_property
    def elements(self) -> tuple[MarkupElement, ...]:
        """The elements of the entry page's source."""
        return parse_elements(self.html)

    @cached_property
    def language(self) -> str:
        """`de` for `<html lang="de-AT">`; "" without a `lang`."""
        root = next((element for element in self.elements if element.tag == "html"), None)
        return root.attributes.get("lang", "").partition("-")[0].lower() if root else ""

    def text(self, path: str) -> str:
        """A file as text; "" if it is missing or over 3 MB."""
        content = self.files.get(path, b"")
        return "" if len(content) > _LARGEST else content.decode("utf-8", errors="replace")

    @cached_property
    def code(self) -> dict[str, str]:
        """The texts, by path, of the entry page and of the scripts and styles it loads, without libraries.

        Libraries are included if the page has no script of its own.
        """
        every = {path: self.text(path) for path in self.files if path.lower().endswith(_CODE)}
        used = {path: every[path] for path in sorted(find_used_files(every, self.entry)) if path in every}
        own = {path: text for path, text in used.items() if not is_library(path)}
        return own if any(text.strip() for _, _, text in _scripts(own)) else used

    def scripts(self) -> Iterator[tuple[str, int, str]]:
        """Every script: the path of its file, its offset there, and its text."""
        return _scripts(self.code)

    def with_text(self, path: str, text: str) -> "ArtifactPage":
        """This page with another text at `path`. The same text leaves the bytes unchanged, even if not UTF-8."""
        if text == self.text(path):
            return self
        return replace(self, files={**self.files, path: text.encode("utf-8", errors="replace")})

    def with_html(self, html: str) -> "ArtifactPage":
        """This page with another source of the entry page."""
        return self.with_text(self.entry, html)

    def with_style(self, rules: str) -> "ArtifactPage":
        """This page with style rules added at the end of the head."""
        return self._before(_HEAD_END, f"<style>\n{rules.strip()}\n</style>\n")

    def with_script(self, script: str) -> "ArtifactPage":
        """This page with a script added after all others, in its own scope to avoid name conflicts."""
        return self._before(_BODY_END, f"<script>\n(() => {{\n{script.strip()}\n}})();\n</script>\n")

    def _before(self, mark: re.Pattern[str], piece: str) -> "ArtifactPage":
        inside = [match.span(2) for match in _SCRIPT.finditer(self.html)]
        marks = mark.finditer(self.html)
        found = [one for one in marks if not any(start <= one.start() < end for start, end in inside)]
        end = (found[-1] if mark is _BODY_END else found[0]) if found else None
        at = end.start() if end else len(self.html)
        return self.with_html(f"{self.html[:at]}{piece}{self.html[at:]}")

    def with_tag(self, element: MarkupElement, change: Callable[[str], str]) -> "ArtifactPage":
        """This page with the opening tag of `element` changed."""
        tag = self.html[element.start : element.open_end]
        return self.with_html(self.html[: element.start] + change(tag) + self.html[element.open_end :])

    def with_tags(self, change: Callable[[str], str]) -> "ArtifactPage":
        """This page with every opening tag changed; scripts and other raw text are unchanged."""
        html, pieces, at = self.html, [], 0
        for element in self.elements:
            pieces += [html[at : element.start], change(html[element.start : element.open_end])]
            at = element.open_end
        return self.with_html("".join((*pieces, html[at:])))

    def with_inner(self, element: MarkupElement, inner: str) -> "ArtifactPage":
        """This page with other content of `element`."""
        return self.with_html(self.html[: element.open_end] + inner + self.html[element.inner_end :])


def _scripts(code: Mapping[str, str]) -> Iterator[tuple[str, int, str]]:
    for path, text in code.items():
        if path.lower().endswith((".js", ".mjs")):
            yield path, 0, text
        elif path.lower().endswith(_PAGES):
            for match in _SCRIPT.finditer(text):
                if _is_javascript(match[1]):
                    yield path, match.start(2), match[2]


def _is_javascript(tag: str) -> bool:
    """Whether a script's opening tag has no `type`, or one that the browser executes."""
    found = _TYPE.search(tag)
    return found is None or "".join(part or "" for part in found.groups()).strip().lower() in _JAVASCRIPT
