"""Formats Markdown tables and their cells."""

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
    "per_picture": "US dollars",
    "_chars": "characters",
}
"""Unit by name suffix."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table without columns that are empty in every row."""
    listed = [[_cell(text) for text in row] for row in rows]
    kept = [number for number, _ in enumerate(head) if any(row[number] for row in listed)]
    lines = [[head[number] for number in kept], ["---" for _ in kept]]
    lines += [[row[number] for number in kept] for row in listed]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def unit_of(name: str) -> str:
    """The unit by the suffix of a name, "" for none."""
    return next(
        (unit for ending, unit in UNITS.items() if name.endswith(ending) or name == ending.removeprefix("_")), ""
    )


def split_default(text: str) -> tuple[str, str]:
    """Split a help text into meaning and `(default: …)`."""
    found = re.fullmatch(r"(.*?) \(default: (.*)\)", text, re.DOTALL)
    return (found[1], found[2]) if found else (text, "")


def sentence(text: str) -> str:
    """A help text as a sentence with a capital letter and a full stop."""
    first = text.split(" ", 1)[0]
    begun = text if any(letter.isupper() for letter in first) else text[:1].upper() + text[1:]
    return begun if begun.endswith(".") or not begun else f"{begun}."


def anchor(heading: str) -> str:
    """The URL fragment of a heading on GitHub."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def wrapped(text: str) -> str:
    """Wrap paragraphs and lists at 120 characters. Tables, headings and code stay unchanged."""
    blocks = re.split(r"(\n{2,})", text)
    return "".join(block if _is_fixed(block) else "\n".join(_wrapped_lines(block)) for block in blocks)


def _is_fixed(block: str) -> bool:
    return block.startswith(("|", "#", "```", "<", "{{")) or not block.strip()


def _wrapped_lines(block: str) -> Iterator[str]:
    """The wrapped lines of a paragraph, or of each entry of a list."""
    entries = re.split(r"\n(?=- |\d+\. )", block.strip("\n"))
    for entry in entries:
        mark = re.match(r"(- |\d+\. )?", entry)
        indent = " " * len(mark[0]) if mark else ""
        line = " ".join(entry.split())
        yield textwrap.fill(line, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    if block.endswith("\n"):
        yield ""


def _cell(text: str) -> str:
    """A cell as a single line with escaped pipes and angle brackets."""
    code = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(part if part.startswith("`") else part.replace("<", "&lt;") for part in code).replace("|", "\\|")
