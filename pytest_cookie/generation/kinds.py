"""The kind of a code block, by its language and its beginning, and whether it is complete."""

import re
from typing import Literal

from pytest_cookie.generation.blocks import Block

Kind = Literal["page", "fragment", "drawing", "style", "script", "data", "component", "other"]
"""`fragment` is markup without a page around it, `component` is code that needs a build (JSX, Vue)."""

_BY_WORD: dict[str, Kind] = {
    "css": "style",
    "js": "script",
    "javascript": "script",
    "mjs": "script",
    "json": "data",
    "webmanifest": "data",
    "jsx": "component",
    "tsx": "component",
    "ts": "component",
    "typescript": "component",
    "vue": "component",
    "svelte": "component",
}
_MARKUP_WORDS = frozenset({"html", "htm", "html5", "xhtml", "markup", "svg", "xml"})
_OTHER_WORDS = frozenset(
    {"bash", "sh", "shell", "console", "python", "py", "text", "txt", "md", "markdown", "diff", "yaml", "sql", "php"}
)
_WORD = re.compile(r"\.?([\w+#-]{1,30})")
_ENDING = re.compile(r"\.(\w{1,12})$")
_HEAD = 4_000

_PAGE = re.compile(r"<(?:!doctype\s{1,20}html|html|head|body)\b", re.IGNORECASE)
_TAG = re.compile(r"<[a-z!][^<>]{0,400}>", re.IGNORECASE)
_DRAWING = re.compile(
    r"\s*(?:<\?xml[^<>]{0,200}>\s*)?(?:<!--[^<>]{0,400}-->\s*)?(?:<!doctype svg[^<>]{0,400}>\s*)?<svg\b"
)
_COMPONENT = re.compile(
    r"\bfrom\s{1,5}['\"]react|^import\s{1,5}react\b|\bclassName=|^export\s{1,5}default\s{1,5}function\b|\buseState\(",
    re.IGNORECASE | re.MULTILINE,
)
_STYLE = re.compile(r"[^{}<>;]{1,200}\{\s{0,200}(?:[\w-]{1,60}\s{0,5}:|/\*)")
_SCRIPT = re.compile(r"^\s{0,40}(?:const|let|var|function|class|document\.|window\.|\(\(\)|\(function)\b", re.MULTILINE)
_LEFT_OUT = re.compile(
    r"(?:<!--|//|/\*|\{/\*)\s{0,5}(?:\.\.\.|…)[^\n]{0,80}\b(?:rest|same|unchanged|existing|remain\w*|previous|before)\b",
    re.IGNORECASE,
)


def kind_of(block: Block) -> Kind:
    """Classify a block. The text outweighs the language: an `html` block without a tag is not markup."""
    word = word_of(block.info)
    head = block.text[:_HEAD].lstrip("\ufeff \t\n")
    if head.startswith("<") and (word not in _BY_WORD or _BY_WORD[word] in ("style", "script") or _PAGE.match(head)):
        return _of_markup(head, block.text)
    if word in _BY_WORD:
        return "component" if _BY_WORD[word] == "script" and _COMPONENT.search(head) else _BY_WORD[word]
    if word in _MARKUP_WORDS and _TAG.search(block.text):
        return "component" if _COMPONENT.search(head) else _of_markup(head, block.text)
    return "other" if word in _OTHER_WORDS else _of_code(head)


def word_of(info: str) -> str:
    """The language: `html` of `HTML index.html`, of `index.html` and of `{.html}`."""
    first = info.strip(" {}").split(maxsplit=1)[0] if info.strip(" {}") else ""
    if ending := _ENDING.search(first[:200]):
        return ending[1].lower()
    word = _WORD.match(first)
    return word[1].lower() if word else ""


def _of_markup(head: str, text: str) -> Kind:
    if head.startswith("<?php"):
        return "other"
    if _DRAWING.match(head):
        return "drawing"
    if _PAGE.search(head):
        return "page"
    if head.startswith("<?xml") or not _TAG.search(text):
        return "other"
    return "component" if _COMPONENT.search(head) else "fragment"


def _of_code(head: str) -> Kind:
    if _COMPONENT.search(head):
        return "component"
    if _STYLE.match(head):
        return "style"
    return "script" if _SCRIPT.search(head) else "other"


def is_whole(block: Block) -> bool:
    """Whether the reply gave all of it: not cut off, and no “… rest unchanged” in it."""
    return block.closed and not _LEFT_OUT.search(block.text)


def is_component(text: str) -> bool:
    """Whether code outside a block looks like a component."""
    return bool(_COMPONENT.search(text[:_HEAD]))
