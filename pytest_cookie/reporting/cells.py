"""Terminal cells: text from anywhere made harmless, measured, cut and padded. Used by everything that prints."""

import re
import unicodedata

_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor movement
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # OSC, DCS…: titles, clipboard
    r"|\x1b[ -/]*[0-~]?"
)
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


MAX_CHARACTERS = 2_000
"""No line of a terminal report needs more; combining marks take no cells, so width alone bounds nothing."""


def printable(text: str) -> str:
    """One line of at most `MAX_CHARACTERS`, without escape sequences, controls, bidi overrides and newlines.

    Text of pages and models is hostile: printed raw it could recolour, overwrite or reorder the report.
    """
    without_escapes = _ESCAPES.sub("", text)
    spaced = re.sub(r"\s+", " ", without_escapes)[:MAX_CHARACTERS]
    return "".join(c for c in spaced if unicodedata.category(c) not in _DROPPED).strip()


def width_of(text: str) -> int:
    """Terminal cells that `text` takes: two for wide East Asian characters, none for combining marks."""
    return sum(_cell_width(character) for character in text)


def _cell_width(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def cut(text: str, width: int) -> str:
    """`text`, or as much of it as fits into `width` cells with an ellipsis at the end."""
    if width_of(text) <= width:
        return text
    kept, used = [], 0
    for character in text:
        used += _cell_width(character)
        if used > width - 1:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…"


def pad(text: str, width: int, *, right: bool = False) -> str:
    """`text` cut and filled with spaces to exactly `width` cells, flush right where asked."""
    fitted = cut(text, width)
    space = " " * (width - width_of(fitted))
    return space + fitted if right else fitted + space
