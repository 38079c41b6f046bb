"""The page in an answer, by the rules of ArtifactsBench's code. For numbers that compare with published ones.

The rules, as their code has them:

1. Only what follows the last `</think>` counts.
2. `<html…>…</html>` anywhere makes it a page, otherwise the last `<svg…>…</svg>` makes it a drawing, otherwise there is
   no page to render, and the answer is judged from its text. Tags count in lowercase only.
3. For a page, the first closed fence with the word `html` is the page; closed `css` and `javascript` fences replace
   the `<link>` and `<script>` that name them. A block that is not referenced is lost: a comment takes its place.
4. If that fails anywhere, the last `<html…>…</html>` of the answer is the page.

So a page that is cut off has no picture, unless a drawing in it is complete: then the drawing is judged.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import re2

PageKind = Literal["html", "svg"]
_Language = Literal["css", "javascript"]

_FENCE = re.compile(r"```(\w+)\n")
_FENCE_LINE = re.compile(r"```(\w+)")
_STYLESHEET = re2.compile(r"""<link[^>]*rel=["'](?:stylesheet|preload)["'][^>]*href=["'](.*?)["']""")
_SCRIPT_SOURCE = re2.compile(r"""<script[^>]*src=["'](.*?)["']""")
_LINK = re2.compile(r"""<link[^>]*href=["'](.*?)["'][^>]*>""")
_SCRIPT = re2.compile(r"""<script[^>]*src=["'](.*?)["'][^>]*>""")
_DEFAULT_NAMES: dict[_Language, str] = {"css": "styles.css", "javascript": "script.js"}
_NAMES: dict[_Language, re.Pattern[str]] = {
    "css": re.compile(r"(?<![\w\-/])([\w\-/]+\.css)", re.IGNORECASE),
    "javascript": re.compile(r"(?<![\w\-/])([\w\-/]+\.js)", re.IGNORECASE),
}
"""Only from the beginning of a word on, which matches the same in linear time."""


@dataclass(frozen=True)
class PublishedPage:
    """What would be rendered: a page, or a drawing that is opened as a file named `.html`."""

    kind: PageKind
    text: str


@dataclass(frozen=True)
class _File:
    name: str
    language: _Language
    text: str


class _FailedError(Exception):
    """Their assembly raises an exception here, and the last page of the answer is taken instead."""


def judged_answer(answer: str) -> str:
    """The part of an answer that counts: after the last `</think>`, without blanks around it."""
    return answer.rpartition("</think>")[2].strip()


def extract_published(answer: str) -> PublishedPage | None:
    """The page that their code renders, None if there is none. Time is linear in the answer's length."""
    text = judged_answer(answer)
    page = _last_element(text, "html")
    if page is None:
        drawing = _last_element(text, "svg")
        return None if drawing is None else PublishedPage("svg", drawing)
    try:
        return PublishedPage("html", _assemble(text))
    except _FailedError:
        return PublishedPage("html", page)


def _last_element(text: str, tag: str) -> str | None:
    """The last `<tag…>…</tag>`, each from its opening to the first closing tag."""
    opening, closing = f"<{tag}", f"</{tag}>"
    found: str | None = None
    at = 0
    while (start := text.find(opening, at)) >= 0:
        body = text.find(">", start) + 1
        end = text.find(closing, body) if body else -1
        if end < 0:
            break
        at = end + len(closing)
        found = text[start:at]
    return found


def _assemble(text: str) -> str:
    blocks = _fences(text)
    pages = [code for language, code in blocks if language == "html"]
    files = _name_files(text, blocks, pages[-1] if pages else "")
    if not pages:
        raise _FailedError
    return _insert(pages[0], files)


def _fences(text: str) -> list[tuple[str, str]]:
    """Language in lowercase, and code, of each closed fence whose language ends its line."""
    found: list[tuple[str, str]] = []
    at = 0
    while (mark := _FENCE.search(text, at)) is not None:
        end = text.find("```", mark.end())
        if end < 0:
            break
        found.append((mark[1].lower(), text[mark.end() : end]))
        at = end + 3
    return found


def _name_files(text: str, blocks: list[tuple[str, str]], last_page: str) -> list[_File]:
    """The styles and scripts with their names: of the line before, or in the order of the last page's references."""
    waiting = {
        "css": _local(_STYLESHEET.findall(last_page)),
        "javascript": _local(_SCRIPT_SOURCE.findall(last_page)),
    }
    codes = {language: [code for found, code in blocks if found == language] for language in waiting}
    files: list[_File] = []
    line_before = ""
    for line in text.split("\n"):
        if not _FENCE_LINE.match(line):
            line_before = line
            continue
        for language in _DEFAULT_NAMES:
            if line.lower().startswith(f"```{language}"):
                if not codes[language]:
                    raise _FailedError
                name = _name(language, line_before, waiting[language])
                files.append(_File(name, language, codes[language].pop(0)))
                break
    return files


def _local(references: list[str]) -> list[str]:
    return [reference for reference in references if not reference.startswith(("http://", "https://"))]


def _name(language: _Language, line_before: str, waiting: list[str]) -> str:
    if not waiting:
        return _DEFAULT_NAMES[language]
    named = _NAMES[language].search(line_before)
    if named is None:
        return waiting.pop(0)
    if named[1] in waiting:
        waiting.remove(named[1])
    return named[1]


def _insert(page: str, files: list[_File]) -> str:
    texts = {file.name: file.text for file in files}
    unused = {language: [file.name for file in files if file.language == language] for language in _DEFAULT_NAMES}
    page = _LINK.sub(_replacement(texts, unused["css"], ".css", "style"), page)
    page = _SCRIPT.sub(_replacement(texts, unused["javascript"], ".js", "script"), page)
    for names, tag, ending in ((unused["css"], "style", "</head>"), (unused["javascript"], "script", "</body>")):
        remarks = "".join(f"<{tag}>/* {name} not found in result */</{tag}>\n" for name in names)
        page = page.replace(ending, f"{remarks}{ending}", 1)
    return page


def _replacement(texts: dict[str, str], unused: list[str], ending: str, tag: str) -> "Callable[[re2._Match], str]":
    def replace(match: "re2._Match") -> str:
        name: str = match[1]
        if name not in texts or not name.endswith(ending):
            whole: str = match[0]
            return whole
        if name not in unused:  # referenced twice, or a style's name on a script
            raise _FailedError
        unused.remove(name)
        return f"<{tag}>{texts[name]}</{tag}>"

    return replace
