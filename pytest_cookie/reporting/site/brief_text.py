"""A brief as it is read: lines that an editor wrapped run on, breaks that somebody meant stay."""

import re
from functools import lru_cache

from pytest_cookie.reporting.text.terminal_cells import width_of

_WRAPPED_CELLS = 80
_LIST_ITEM = re.compile(r"\s*(?:[-*•·‣>#|]|\d+[.)]\s)")


@lru_cache(maxsize=1_000)  # all models answer the same briefs
def unwrapped(text: str) -> str:
    """Join a line of 80 cells or more with the next, unless that is empty, indented or an item of a list.

    Nobody breaks a line there by hand, an editor does; kept, such a break leaves a ragged text on every other width.
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
    """Nobody has to count the cells of a line that is plainly too short or too long; counting is slow."""
    if line.isascii() or 2 * len(line) < _WRAPPED_CELLS:
        return len(line) >= _WRAPPED_CELLS
    return width_of(line) >= _WRAPPED_CELLS


def _runs_on(line: str) -> bool:
    return bool(line.strip()) and not line[0].isspace() and not _LIST_ITEM.match(line)


def _gap(before: str, after: str) -> str:
    """No space between two wide characters: Chinese and Japanese are written without."""
    return "" if width_of(before[-1:]) == width_of(after[:1]) == 2 else " "
