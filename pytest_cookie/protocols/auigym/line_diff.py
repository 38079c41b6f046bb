"""`unified_hunks`: a unified diff of two lists of lines, in a time that their content cannot stretch.

Lines that occur once on each side are matched first, in the longest order that both sides share (patience diff, by Bram
Cohen); then the lines between them, to a limited depth. `difflib` takes more than quadratic time if many lines repeat
a few times each.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

_DEEPEST = 12
_MOST_PAIRS = 2_500
"""Up to so many pairs of lines without a unique one among them, all pairs are tried; larger blocks are replaced."""

_Lines = Sequence[str]
_Range = tuple[int, int, int, int]
"""Start and end in the old lines, start and end in the new ones."""


def unified_hunks(old: _Lines, new: _Lines, context: int) -> Iterator[str]:
    """The hunks of a unified diff, without the names of the files; empty for equal lines."""
    for group in _groups(_changes(old, new), context):
        first, last = group[0], group[-1]
        start, end = max(0, first[0] - context), min(len(old), last[1] + context)
        new_start = first[2] - (first[0] - start)
        new_end = last[3] + (end - last[1])
        yield f"@@ -{_format_range(start, end)} +{_format_range(new_start, new_end)} @@"
        at = start
        for old_start, old_end, begin, stop in group:
            yield from (f" {line}" for line in old[at:old_start])
            yield from (f"-{line}" for line in old[old_start:old_end])
            yield from (f"+{line}" for line in new[begin:stop])
            at = old_end
        yield from (f" {line}" for line in old[at:end])


def match_lines(old: _Lines, new: _Lines) -> list[tuple[int, int]]:
    """Pairs of indices of equal lines, ascending on both sides."""
    found: list[tuple[int, int]] = []
    pending: list[tuple[_Range, int]] = [((0, len(old), 0, len(new)), 0)]
    while pending:
        (start, end, begin, stop), depth = pending.pop()
        while start < end and begin < stop and old[start] == new[begin]:
            found.append((start, begin))
            start, begin = start + 1, begin + 1
        while start < end and begin < stop and old[end - 1] == new[stop - 1]:
            end, stop = end - 1, stop - 1
            found.append((end, stop))
        if start == end or begin == stop:
            continue
        rest = (start, end, begin, stop)
        anchors = _match_unique(old, new, rest) if depth < _DEEPEST else []
        if anchors:
            found += anchors
            pending += [(gap, depth + 1) for gap in _gaps(anchors, rest)]
        elif (end - start) * (stop - begin) <= _MOST_PAIRS:
            found += _match_all(old, new, rest)
    return sorted(found)


def _match_unique(old: _Lines, new: _Lines, where: _Range) -> list[tuple[int, int]]:
    """The longest ascending series of lines that occur once on each side of the range."""
    start, end, begin, stop = where
    counts, others = Counter(old[start:end]), Counter(new[begin:stop])
    places = {new[at]: at for at in range(begin, stop) if others[new[at]] == 1}
    pairs = [(at, places[old[at]]) for at in range(start, end) if counts[old[at]] == 1 and old[at] in places]
    ends: list[int] = []
    tails: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        before.append(tails[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        tails[length : length + 1] = [number]
    series: list[tuple[int, int]] = []
    at = tails[-1] if tails else -1
    while at >= 0:
        series.append(pairs[at])
        at = before[at]
    return series[::-1]


def _gaps(anchors: Sequence[tuple[int, int]], where: _Range) -> Iterator[_Range]:
    start, end, begin, stop = where
    for old, new in [*anchors, (end, stop)]:
        if start < old and begin < new:
            yield start, old, begin, new
        start, begin = old + 1, new + 1


def _match_all(old: _Lines, new: _Lines, where: _Range) -> Iterator[tuple[int, int]]:
    start, end, begin, stop = where
    matcher = SequenceMatcher(None, old[start:end], new[begin:stop], autojunk=False)
    for block in matcher.get_matching_blocks():
        yield from ((start + block.a + at, begin + block.b + at) for at in range(block.size))


def _changes(old: _Lines, new: _Lines) -> Iterator[_Range]:
    start = begin = 0
    for end, stop in [*match_lines(old, new), (len(old), len(new))]:
        if start < end or begin < stop:
            yield start, end, begin, stop
        start, begin = end + 1, stop + 1


def _groups(changes: Iterator[_Range], context: int) -> Iterator[list[_Range]]:
    """Changes whose surroundings touch, together."""
    group: list[_Range] = []
    for change in changes:
        if group and change[0] - group[-1][1] > 2 * context:
            yield group
            group = []
        group.append(change)
    if group:
        yield group


def _format_range(start: int, end: int) -> str:
    """As `diff` writes it: lines from 1, the number unless it is 1, and the line before for an empty range."""
    size = end - start
    return f"{start + 1}" if size == 1 else f"{start + (size > 0)},{size}"
