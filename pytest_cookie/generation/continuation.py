"""A reply that was cut off, and what came when the rest was asked for → one reply, nothing twice."""

import re

from pytest_cookie.generation.blocks import Block, parts_of
from pytest_cookie.generation.extraction import extract

_WINDOW = 4_000
_MIN_OVERLAP = 16
_MIN_LETTERS = 8
_MIN_LINE = 4
_MAX_REMARK = 600
_CODE = re.compile(r"[<{};]")
_THINKING = re.compile(r"\A\s*<(think|thinking|thought|reasoning)>.*?</\1>\s*", re.IGNORECASE | re.DOTALL)


def joined(cut_off: str, rest: str) -> str:
    """Both as one. A rest that begins the page again from the start takes the first one's place.

    What was thought before the rest goes, a remark and an opening fence, and what it repeats of the end of the first.
    """
    within = parts_of(cut_off).within
    rest = _THINKING.sub("", rest, count=1)
    if within in ("fence", "page") and _begins_again(rest):
        return rest
    body = _bare(rest, in_fence=within == "fence") if within in ("fence", "page") else rest
    return cut_off + body[_overlap(cut_off, body) :]


def _begins_again(rest: str) -> bool:
    found = extract(rest)
    return found.whole and bool(re.search(r"<!doctype|<html\b", rest[:_WINDOW], re.IGNORECASE))


def _bare(rest: str, *, in_fence: bool) -> str:
    """The rest without what was put before it, although nothing should have been."""
    blocks = parts_of(rest).blocks
    first = blocks[0] if blocks else None
    if first is None or not _opens(first, rest):
        return rest
    return rest[first.content :] if in_fence else first.text


def _opens(first: Block, rest: str) -> bool:
    """Whether the rest begins with a fence of its own, perhaps after a remark; not with the end of the first one's."""
    remark = rest[: first.start]
    if first.content <= first.start or len(remark) > _MAX_REMARK or _CODE.search(remark):
        return False
    return bool(first.info) or not remark.strip()


def _overlap(cut_off: str, body: str) -> int:
    """How many characters of `body` repeat the end of `cut_off`."""
    end = cut_off[-_WINDOW:]
    for length in range(min(len(end), len(body)), _MIN_OVERLAP - 1, -1):
        if end.endswith(body[:length]) and _letters(body[:length]) >= _MIN_LETTERS:
            return length
    return _repeated_line(end, body)


def _letters(text: str) -> int:
    return len("".join(text.split()))


def _repeated_line(end: str, body: str) -> int:
    """The line that was cut off in its middle, begun again."""
    line = end.rsplit("\n", 1)[-1].strip()
    indent = len(body) - len(body.lstrip())
    repeated = len(line) >= _MIN_LINE and body[indent:].startswith(line)
    return indent + len(line) if repeated else 0
