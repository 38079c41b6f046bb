"""Clean the output of untrusted processes: remove escape sequences and control characters, and shorten it."""

import re

from pytest_cookie.core.inert import inert_text as plain
from pytest_cookie.core.text import shorten

__all__ = ["plain", "quoted", "telling_lines"]

_FRAME = re.compile(r"^\s*(?:at .*|[│╭╰├─╮╯┬┴].*|\d+ [│|].*|\^+|\|.*|[{}\]]+;?|errors: \[.*|code: '.*)$")
_HEADING = re.compile(r"^(?:error during build:|Build failed with \d+ errors?:|Node\.js v.*)$")


def quoted(text: str, limit: int = 400) -> str:
    """One line of at most `limit` characters."""
    return shorten(plain(text[: 20 * limit]), limit)


def telling_lines(text: str, most: int) -> list[str]:
    """The first `most` lines with information: no stack frames, source excerpts or general headings."""
    lines = (line.strip() for line in text.splitlines() if not _FRAME.match(line))
    return [line for line in lines if line and not _HEADING.match(line)][:most]
