"""Markdown tables and the words in them."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

UNITS = {
    "_seconds": "seconds",
    "_ms": "milliseconds",
    "_usd": "US dollars",
    "_mb": "MB",
    "_kbps": "kbit/s",
    "_bytes": "bytes",
    "_px": "px",
    "_hz": "Hz",
    "_dbfs": "dBFS",
    "_lufs": "LUFS",
    "_tokens": "tokens",
    "_per_million": "US dollars",
    "_chars": "characters",
}
"""The unit of a number, by how its name ends."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; columns that are empty in every row are left out."""
    listed = [[_cell(text) for text in row] for row in rows]
    kept = [number for number, _ in enumerate(head) if any(row[number] for row in listed)]
    lines = [[head[number] for number in kept], ["---" for _ in kept]]
    lines += [[row[number] for number in kept] for row in listed]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def unit_of(name: str) -> str:
    """The unit that a name ends in, "" for none."""
    return next((unit for ending, unit in UNITS.items() if name.endswith(ending) or name == ending[1:]), "")


def split_default(text: str) -> tuple[str, str]:
    """A help text without its `(default: …)`, and the default."""
    found = re.fullmatch(r"(.*?) \(default: (.*)\)", text, re.DOTALL)
    return (found[1], found[2]) if found else (text, "")


def sentence(text: str) -> str:
    """A help text, which begins in lower case, as a sentence of a table."""
    first = text.split(" ", 1)[0]
    begun = text if any(letter.isupper() for letter in first) else text[:1].upper() + text[1:]
    return begun if begun.endswith(".") or not begun else f"{begun}."


def anchor(heading: str) -> str:
    """The fragment that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def wrapped(text: str) -> str:
    """Markdown whose paragraphs and lists have lines of at most 120 characters; tables and code stay as they are."""
    blocks = re.split(r"(\n{2,})", text)
    return "".join(block if _is_fixed(block) else "\n".join(_wrapped_lines(block)) for block in blocks)


def _is_fixed(block: str) -> bool:
    return block.startswith(("|", "#", "```", "<", "{{")) or not block.strip()


def _wrapped_lines(block: str) -> Iterator[str]:
    """One line for each entry of a list, or for the paragraph, cut into lines; a lone newline at the end stays."""
    entries = re.split(r"\n(?=- |\d+\. )", block.strip("\n"))
    for entry in entries:
        mark = re.match(r"(- |\d+\. )?", entry)
        indent = " " * len(mark[0]) if mark else ""
        line = " ".join(entry.split())
        yield textwrap.fill(line, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    if block.endswith("\n"):
        yield ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
