"""A brief as a rater reads it: paragraphs that were wrapped by hand fill the width of the window."""

import re
from itertools import pairwise

_FENCE = re.compile(r"\s*(```|~~~)")
_STARTS_ITEM = re.compile(r"\s*([-*+•–·]|\(?\d{1,3}[.)、]|\(?[a-zA-Z][.)])\s")
_FIXED = re.compile(r"\s*[|>#]|\t| {4}")
"""Tables, quotations, headings and code keep their lines."""
LEAST_WIDTH, MOST_WIDTH = 36, 200
"""Widths in characters at which people and editors wrap lines."""


def reflow(text: str) -> str:
    """`text` without the line breaks inside its paragraphs and list items; blank lines, lists and code are unchanged.

    A break is kept where the next word would have fitted, because somebody chose it: in an address or a poem.
    """
    made: list[str] = []
    block: list[str] = []
    is_code = False
    for line in text.splitlines():
        is_fence = _FENCE.match(line) is not None
        if is_fence or is_code or not line.strip():
            made += [*_join(block), line]
            block = []
            is_code ^= is_fence
        else:
            block.append(line)
    return "\n".join([*made, *_join(block)])


def _join(block: list[str]) -> list[str]:
    """The lines of a block without blank lines, joined where they were wrapped."""
    width = max((len(line.rstrip()) for line in block), default=0)
    made = block[:1]
    for line, following in pairwise(block):
        if _is_wrapped(line.rstrip(), following, width):
            made[-1] = _glue(made[-1].rstrip(), following.strip())
        else:
            made.append(following)
    return made


def _is_wrapped(line: str, following: str, width: int) -> bool:
    if not LEAST_WIDTH <= width <= MOST_WIDTH or _STARTS_ITEM.match(following) or _FIXED.match(line):
        return False
    if _FIXED.match(following) and not _STARTS_ITEM.match(line):
        return False
    first = following.split(maxsplit=1)[0]
    goes_on = line.endswith((",", "、", "，")) or (first[0].islower() and not line.endswith((".", "!", "?", ":")))
    return goes_on or len(line) + 1 + len(first) > width


def _glue(line: str, following: str) -> str:
    """Chinese and Japanese have no space between words."""
    return line + ("" if _is_wide(line[-1]) and _is_wide(following[0]) else " ") + following


def _is_wide(character: str) -> bool:
    return "\u2e80" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef"
