"""Formatting of tool answers: numbered lines, lists of files, texts cut in the middle. Pure."""

from collections.abc import Sequence

MAX_ANSWER = 16_000
"""Characters of one answer to a model."""
_MAX_LINE = 1_000
_MAX_LISTED = 500
_MAX_PLACES = 1_000


def lines_of(text: str) -> list[str]:
    """The lines as bundlers count them: a final line end starts no further line."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def places_of(wanted: Sequence[str], lines: Sequence[str]) -> list[int]:
    """The indices, from 0, at which the sequence `wanted` occurs in `lines`; at most the first 1,000."""
    whole, piece = ("\n".join(("", *some, "")) for some in (lines, wanted))
    places: list[int] = []
    at = whole.find(piece)
    while at >= 0 and len(places) < _MAX_PLACES:
        places.append(whole.count("\n", 0, at))
        at = whole.find(piece, at + 1)
    return places


def cut(text: str, most: int = MAX_ANSWER) -> str:
    """The beginning and the end of a long text, cut at line ends if possible, with a note on the omitted part."""
    if len(text) <= most:
        return text
    first, last = text[: most * 2 // 3], text[len(text) - most // 3 :]
    first = first[: first.rfind("\n") + 1] or first
    last = last[last.find("\n") + 1 :] or last
    return f"{first.rstrip()}\n[… {len(text) - len(first) - len(last):,} characters are left out here …]\n{last}"


def numbered(text: str, first: int, last: int | None) -> str:
    """Lines `first` to `last`, counted from 1, each with its number and a tab before it; as many as fit."""
    lines = lines_of(text)
    wanted = lines[first - 1 : last]
    if not wanted:
        return f"(it has {len(lines)} lines)"
    shown: list[str] = []
    room = MAX_ANSWER
    for number, line in enumerate(wanted, start=first):
        text_line = f"{number}\t{line if len(line) <= _MAX_LINE else f'{line[:_MAX_LINE]}… ({len(line):,} characters)'}"
        room -= len(text_line) + 1
        if room < 0:
            break
        shown.append(text_line)
    end = first + len(shown) - 1
    more = f"\n(lines {first} to {end} of {len(lines)})" if len(shown) < len(lines) else ""
    return "\n".join(shown) + more


def listed(paths: Sequence[str], notes: Sequence[str]) -> str:
    """A path a line, with its note; of many the first."""
    lines = [f"{path}{f'  {note}' if note else ''}" for path, note in zip(paths, notes, strict=True)]
    left_out = len(lines) - _MAX_LISTED
    more = [f"(and {left_out} more: ask for a folder or a pattern)"] if left_out > 0 else []
    return cut("\n".join([*lines[:_MAX_LISTED], *more])) or "(no file)"
