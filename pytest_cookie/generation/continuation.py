"""Join a reply that was cut off with its continuation, without repetition."""

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


def join_replies(cut_off: str, rest: str) -> str:
    """Join both parts. A rest that starts the page again replaces the first part.

    From the rest, thinking, a remark, an opening fence and text that repeats the end of the first part are dropped.
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
    """The rest without the remark and the fence before it, which the prompt forbids."""
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
    """How many characters repeat a line that was cut off and is started again."""
    line = end.rsplit("\n", 1)[-1].strip()
    indent = len(body) - len(body.lstrip())
    repeated = len(line) >= _MIN_LINE and body[indent:].startswith(line)
    return indent + len(line) if repeated else 0
