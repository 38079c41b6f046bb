"""Unwraps briefs: joins lines that an editor has wrapped and keeps intended line breaks."""

import re
from functools import lru_cache

from pytest_cookie.reporting.text.terminal_cells import width_of

_WRAPPED_CELLS = 80
_LIST_ITEM = re.compile(r"\s*(?:[-*•·‣>#|]|\d+[.)]\s)")


@lru_cache(maxsize=1_000)  # all models answer the same briefs
def unwrapped(text: str) -> str:
    """Join a line of 80 cells or more with the next one, unless that is empty, indented or a list item.

    A break after 80 cells is made by an editor, not by the author, and would leave ragged text at other widths.
    """
    lines = text.strip().splitlines()
    joined: list[str] = []
    for number, line in enumerate(lines):
        if joined and _is_full(lines[number - 1]) and _runs_on(line):
            joined[-1] += _gap(joined[-1], line) + line
        else:
            joined.append(line)
    return "\n".join(joined)


def _is_full(line: str) -> bool:
    """Whether the line has at least 80 cells. Cells are counted only if the length does not decide it."""
    if line.isascii() or 2 * len(line) < _WRAPPED_CELLS:
        return len(line) >= _WRAPPED_CELLS
    return width_of(line) >= _WRAPPED_CELLS


def _runs_on(line: str) -> bool:
    return bool(line.strip()) and not line[0].isspace() and not _LIST_ITEM.match(line)


def _gap(before: str, after: str) -> str:
    """No space between two wide characters: Chinese and Japanese have no spaces."""
    return "" if width_of(before[-1:]) == width_of(after[:1]) == 2 else " "
