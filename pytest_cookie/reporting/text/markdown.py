"""Untrusted text in Markdown: escaped, on one line; and Markdown tables."""

import re
from collections.abc import Sequence

from pytest_cookie.core.text import clip
from pytest_cookie.reporting.text.terminal_cells import printable

_MARKUP = re.compile(r"([\\`*_{}\[\]<>()!|~&]|^[-+#=])")
_LINKED = re.compile(r"([@#]|:(?=//)|www(?=\.))")
_ZERO_WIDTH = "\u200b"
_MAX_CHARACTERS = 300


def escaped(text: str) -> str:
    """One line that renders literally, also in a table, and without links for `@names`, `#1` or URLs."""
    return _LINKED.sub(rf"\1{_ZERO_WIDTH}", _MARKUP.sub(r"\\\1", clip(printable(text), _MAX_CHARACTERS)))


def table(heading: Sequence[str], rows: Sequence[Sequence[str]], *, texts: Sequence[int] = (0,)) -> list[str]:
    """A table; the columns numbered in `texts` are left-aligned, the others right-aligned. Cells are Markdown."""
    rule = ["---" if number in texts else "---:" for number in range(len(heading))]
    return [f"| {' | '.join(cells)} |" for cells in (heading, rule, *rows)]
