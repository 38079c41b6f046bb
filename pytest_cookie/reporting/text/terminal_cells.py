"""Text for terminals: control codes removed, width measured in cells; cut, padded, wrapped, and in tables."""

import re
import textwrap
import unicodedata
from collections.abc import Sequence

from pytest_cookie.core.inert import MAX_CHARACTERS
from pytest_cookie.core.inert import inert_line as printable

__all__ = ["MAX_CHARACTERS", "cut", "pad", "printable", "table", "table_row", "width_of", "wrapped"]

_LAST_WORD_END = re.compile(r"(.*[^\w.])\w*", re.DOTALL)
GAP = "  "
"""Between two columns."""


def width_of(text: str) -> int:
    """The width of `text` in terminal cells: two for wide East Asian characters, none for combining marks."""
    return sum(_cell_width(character) for character in text)


def _cell_width(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def cut(text: str, width: int) -> str:
    """`text`, or as much of it as fits into `width` cells, with an ellipsis, after a whole word if one ends late."""
    if width_of(text) <= width:
        return text
    kept, used = [], 0
    for character in text:
        used += _cell_width(character)
        if used > width - 1:
            break
        kept.append(character)
    fitting = "".join(kept)
    whole = _LAST_WORD_END.match(fitting) if text[len(kept)].isalnum() else None
    return (whole[1] if whole and 2 * width_of(whole[1]) >= width else fitting).rstrip() + "…"


def pad(text: str, width: int, *, right: bool = False) -> str:
    """`text` cut or filled with spaces to exactly `width` cells, right-aligned if `right`."""
    fitted = cut(text, width)
    space = " " * (width - width_of(fitted))
    return space + fitted if right else fitted + space


def wrapped(text: str, width: int, *, indent: str = GAP) -> list[str]:
    """`text` without control codes as lines of at most `width` characters; all but the first are indented."""
    return textwrap.wrap(printable(text), width, subsequent_indent=indent)


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows as lines, each column as wide as its widest cell."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    return [table_row(row, widths) for row in rows]


def table_row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """A row of a table: the first cell left-aligned, the others right-aligned."""
    name, *others = (pad(cell, width, right=n > 0) for n, (cell, width) in enumerate(zip(cells, widths, strict=True)))
    return GAP.join([name, *others]).rstrip()
