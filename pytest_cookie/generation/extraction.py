"""The text of a reply → the files of a page, or the reason for having none."""

import html
import re
from dataclasses import dataclass

from pytest_cookie.generation.assembly import SortedBlocks, assemble
from pytest_cookie.generation.blocks import Block, Parts, parts_of
from pytest_cookie.generation.json_reply import blocks_in_json
from pytest_cookie.generation.kinds import is_component, is_whole, kind_of, word_of
from pytest_cookie.generation.page import needs_a_build

_PIECE = re.compile(
    r"^[ \t]{0,60}<(?:body|head|style|script|main|div|section|article|header|nav|form|table|canvas|button|h1|ul|p|svg)"
    r"\b[^<>]{0,400}>",
    re.IGNORECASE | re.MULTILINE,
)
_PAGE = re.compile(r"<!doctype\s{1,20}html\b|<html\b", re.IGNORECASE)
_PAGE_END = "</html>"
_MIN_TAGS = 4
"""With fewer, prose only mentions `<html>…</html>`."""
_MARKDOWN = frozenset({"markdown", "md", "mdx"})
_QUOTED_CHARACTERS = 160


@dataclass(frozen=True)
class Extraction:
    """Files by path and the page to open; without files `why_not` has the reason.

    `whole`: the page is complete, and the reply did not end inside a block.
    """

    files: dict[str, str]
    entry: str = ""
    whole: bool = False
    why_not: str = ""


def extract(reply: str) -> Extraction:
    """Find the page in a model's reply. Never raises; its time is linear in the reply's length."""
    text = reply.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    found = _extract(text)
    if not found.files and "&lt;" in text:  # the markup came escaped, as in an answer that is itself HTML
        escaped = _extract(html.unescape(text))
        found = escaped if escaped.files else found
    return found


def _extract(text: str) -> Extraction:
    parts = parts_of(text)
    blocks = SortedBlocks(_in_fences(parts))
    if not blocks.have_markup:
        blocks = SortedBlocks((*_in_prose(parts.prose), *_in_fences(parts)))
    if not blocks.have_markup:
        return Extraction({}, why_not=_why_not(text, parts, blocks))
    page = assemble(blocks)
    if needs_a_build(page.files[page.entry]):
        return Extraction({}, why_not="The reply is a project that must be built, not one HTML file.")
    return Extraction(page.files, page.entry, whole=page.whole and not parts.within)


def _in_fences(parts: Parts) -> tuple[Block, ...]:
    """The blocks, also those inside Markdown and JSON, and the complete pages in a thinking block that never ended."""
    blocks: list[Block] = []
    for block in parts.blocks:
        if word_of(block.info) in _MARKDOWN:
            blocks += parts_of(block.text).blocks
        elif block.text.lstrip()[:1] in ("{", "["):
            blocks += blocks_in_json(block.text) or (block,)
        else:
            blocks.append(block)
    drafts = parts_of(parts.thinking).blocks if parts.thinking else ()
    return (*blocks, *(draft for draft in drafts if kind_of(draft) == "page" and is_whole(draft)))


def _in_prose(prose: str) -> tuple[Block, ...]:
    """Code without a fence: JSON, a page that begins within a line, a piece of markup."""
    if prose.lstrip()[:1] in ("{", "[", '"') and (blocks := blocks_in_json(prose)):
        return blocks
    page, end = _PAGE.search(prose), prose.lower().rfind(_PAGE_END)
    if page and prose.count("<", page.start(), max(0, end)) >= _MIN_TAGS:
        return (Block("html", prose[page.start() : end + len(_PAGE_END)]),)
    begins, last = _PIECE.search(prose), prose.rfind("</")
    end = prose.find(">", last) + 1
    if begins is None or last < begins.start() or not end or is_component(prose):
        return ()
    return (Block("html", prose[begins.start() : end]),)


def _why_not(text: str, parts: Parts, blocks: SortedBlocks) -> str:
    if not text.strip():
        return "The reply is empty."
    quote = quoted_start(parts.prose) or quoted_start(text)
    if blocks.of("component") or is_component(parts.prose):
        return f"The reply is a component that must be built, not one HTML file: {quote}"
    if parts.within == "thinking":
        return f"The reply never got beyond thinking: {quote}"
    if blocks.of("style", "script"):
        return f"The reply has code, but no HTML page: {quote}"
    return f"The reply has no HTML page: {quote}"


def quoted_start(text: str) -> str:
    """The beginning of a text, on one line and in quotation marks; "" for a blank text."""
    start = " ".join("".join(c for c in text[: 8 * _QUOTED_CHARACTERS] if c.isprintable() or c.isspace()).split())
    cut = start[:_QUOTED_CHARACTERS].rstrip()
    return f"“{cut}{'…' if len(start) > len(cut) else ''}”" if start else ""
