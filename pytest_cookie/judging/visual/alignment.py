"""Checks whether siblings share lines, distances and sizes, and which of them differ from the majority."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from pytest_cookie.core.page import Box
from pytest_cookie.core.page_layout import PageLayout, Part, Siblings

_SAME_PX = 1.5  # rounding of fractions of a px
_AGREED = 0.6  # share of siblings that make a rule
_SLIP_PX = 48
"""Two siblings have no majority: a difference up to this looks like a slip, a greater one intended."""
_CARD_PX = 80  # least side of a card; smaller pairs may differ freely
_TURNED = (0.3, 20.0)  # degrees: less is rounding, more is intended
_LEAST_PX = 4  # less overlap or overhang cannot be seen
_LEAST_EQUALS = 3  # two have no majority
_LEAST_SHARED = 0.08  # of the smaller part's area; borders and shadows overlap less
_MUCH_SHARED = 0.25  # from here on both parts are disturbed
_DAMPING = 4  # the larger, the less a single odd part costs

Row = list[Part]


@dataclass
class Tally:
    """How many parts were compared with their siblings, and how many differ; in a pair each counts half."""

    held: int = 0
    odd: float = 0.0
    named: list[str] = field(default_factory=list)

    def add(self, parts: Sequence[Part], values: Sequence[float], *, alike: bool = False) -> None:
        """Compare parts with the value that most of them have. `alike` parts without such a value count half."""
        self.held += len(parts)
        if len(parts) == 2:
            self.odd += 0.5 if _SAME_PX < abs(values[0] - values[1]) <= _SLIP_PX else 0.0
        elif alike and not _agree(values):
            self.odd += 0.5 * (len(values) - max(_company(values)))
        else:
            self.note([part for part, is_odd in zip(parts, find_outliers(values), strict=True) if is_odd])

    def note(self, parts: Sequence[Part]) -> None:
        """Count these parts as different, fully."""
        self.odd += len(parts)
        self.named += [part.text for part in parts if part.text]

    @property
    def score(self) -> float:
        """1 if no part differs. One of few costs more than one of many, and the first more than the next."""
        return 1 - self.odd / (self.odd + _DAMPING * max(1.0, self.held) ** 0.5) if self.odd else 1.0


@dataclass(frozen=True)
class Regularity:
    """Seven tallies of parts that break their siblings' rules.

    `lines`: parts on their siblings' edges or middles; `gaps`: equal distances; `sizes`: equal sizes of equals;
    `dress`: equal styles of equals; `upright`: parts not turned; `apart`: siblings that keep clear of each other;
    `inside`: parts not cut by the left or upper edge of the page, nor sticking a little out of their parent.
    """

    lines: Tally
    gaps: Tally
    sizes: Tally
    dress: Tally
    upright: Tally
    apart: Tally
    inside: Tally


def find_outliers(values: Sequence[float]) -> list[bool]:
    """Which values differ from the one that at least 60 % share; none if there is no such value."""
    if not _agree(values):
        return [False] * len(values)
    company = _company(values)
    mode = values[company.index(max(company))]
    return [abs(value - mode) > _SAME_PX for value in values]


def _agree(values: Sequence[float]) -> bool:
    return max(_company(values), default=0) >= max(2, _AGREED * len(values))


def _company(values: Sequence[float]) -> list[int]:
    """The number of values that equal each value, including itself."""
    ordered, first, last = sorted(values), 0, 0
    company: dict[float, int] = {}
    for value in ordered:
        while value - ordered[first] > _SAME_PX:
            first += 1
        while last < len(ordered) and ordered[last] - value <= _SAME_PX:
            last += 1
        company[value] = last - first
    return [company[value] for value in values]


def measure_regularity(composition: PageLayout) -> Regularity:
    """Compare each group of siblings by its own rules."""
    found = Regularity(*(Tally() for _ in range(7)))
    for group in composition.groups:
        rows = group_rows([part for part in group.parts if part.flows and not part.moves])
        _hold_lines(rows, found.lines)
        _hold_gaps(rows, found.gaps)
        _hold_sizes(rows, found.sizes)
        _hold_dress(group, found.dress)
        _hold_upright(group, found.upright)
        _hold_apart([part for row in rows for part in row], found.apart)
        _hold_inside(group, found.inside)
    for parts in _counterparts(composition.groups):
        found.sizes.add(parts, [part.width for part in parts])
        found.dress.add(parts, [_SLIP_PX * part.dress for part in parts])
    for first in _first_parts(composition.groups):
        found.gaps.add([part for part, _ in first], [part.y - parent.y for part, parent in first])
    return found


def _first_parts(groups: Sequence[Siblings]) -> Iterator[list[tuple[Part, Box]]]:
    """The topmost part of each of three or more parents of one type and width: how far below their top edge is it?"""
    found: dict[tuple[int, int], list[tuple[Part, Box]]] = {}
    for group in groups:
        parts = [part for part in group.parts if part.flows and not part.moves]
        if parts:
            upper = min(parts, key=lambda part: part.y)
            found.setdefault((group.make, round(group.box.width)), []).append((upper, group.box))
    return (first for first in found.values() if len(first) >= _LEAST_EQUALS)


def _counterparts(groups: Sequence[Siblings]) -> Iterator[list[Part]]:
    """The same child of three or more parents of one type and width: the field in each label, each card's title."""
    found: dict[tuple[int, ...], list[Part]] = {}
    for group in groups:
        for index, part in enumerate(group.parts[:6]):
            key = (group.make, round(group.box.width), len(group.parts), index, part.make)
            found.setdefault(key, []).append(part)
    return (parts for parts in found.values() if len(parts) >= _LEAST_EQUALS)


_MOST_BESIDE = 100
"""Parts of one row, each compared with all others; further ones begin another row."""


def group_rows(parts: Sequence[Part]) -> list[Row]:
    """Group parts that are beside each other, from the left; rows from the top."""
    rows: list[Row] = []
    for part in sorted(parts, key=lambda one: (one.y, one.x)):
        last = rows[-1] if rows and len(rows[-1]) < _MOST_BESIDE else []
        if last and _beside(last[0], part) and not any(_above(other, part) for other in last):
            last.append(part)
        else:
            rows.append([part])
    return [sorted(row, key=lambda one: one.x) for row in rows]


def _beside(first: Part, other: Part) -> bool:
    shared = min(first.y + first.height, other.y + other.height) - max(first.y, other.y)
    return shared > 0.5 * min(first.height, other.height)


def _above(first: Part, other: Part) -> bool:
    """Whether they share most of their width, so they cannot be beside each other."""
    shared = min(first.x + first.width, other.x + other.width) - max(first.x, other.x)
    return shared > 0.5 * min(first.width, other.width)


_EDGES: tuple[Callable[[Part], float], ...] = (
    lambda part: part.y,
    lambda part: part.y + part.height / 2,
    lambda part: part.y + part.height,
)


def _hold_lines(rows: list[Row], tally: Tally) -> None:
    for row in rows:
        if len(row) >= 2:
            tally.add(row, _best([[edge(part) for part in row] for edge in _EDGES]))
    if len(rows) >= 2:
        sides = [[row[0].x, (row[0].x + _right(row)) / 2, _right(row)] for row in rows]
        tally.add([row[0] for row in rows], _best([[side[i] for side in sides] for i in range(3)]))
    for column in _columns(rows):
        tally.add(column, [part.x for part in column])


def _right(row: Row) -> float:
    return max(part.x + part.width for part in row)


def _best(candidates: list[list[float]]) -> list[float]:
    """The edge that most of them share; of equally good ones the one with the least spread."""

    def disorder(values: list[float]) -> tuple[int, float]:
        return -max(_company(values)), max(values) - min(values)

    return min(candidates, key=disorder)


def _columns(rows: list[Row]) -> Iterator[list[Part]]:
    """Each column of a grid except the first: rows that have the commonest number of parts."""
    counts = [len(row) for row in rows]
    wide = max(counts, key=Counter(counts).__getitem__, default=0)
    full = [row for row in rows if len(row) == wide]
    if wide >= 2 and len(full) >= 3:
        for index in range(1, wide):
            yield [row[index] for row in full]


def _hold_gaps(rows: list[Row], tally: Tally) -> None:
    for row in rows:
        pairs = list(pairwise(row))
        alike = len({part.make for part in row}) == 1
        if len(pairs) >= 2 and (len(pairs) > 2 or alike):
            tally.add(row[1:], [second.x - first.x - first.width for first, second in pairs], alike=alike)
    for stack in _stacks(rows):
        tally.add(stack[1:], [second.y - first.y - first.height for first, second in pairwise(stack)])


def _stacks(rows: list[Row]) -> Iterator[list[Part]]:
    """Three or more parts of one type below each other."""
    stack: list[Part] = []
    for row in [*rows, []]:
        if row and stack and row[0].make == stack[-1].make:
            stack.append(max(row, key=lambda part: part.height))
            continue
        if len(stack) >= 3:
            yield stack
        stack = row[:1]


def _hold_sizes(rows: list[Row], tally: Tally) -> None:
    for row in rows:
        for alike in _makes(row):
            cards = all(min(part.width, part.height) >= _CARD_PX for part in alike)
            if len(alike) >= 3 or cards:
                tally.add(alike, [part.height for part in alike])
                tally.add(alike, [part.width for part in alike])
    for stack in _stacks(rows):
        tally.add(stack, [part.width for part in stack])


def _makes(parts: Sequence[Part]) -> list[list[Part]]:
    makes: dict[int, list[Part]] = {}
    for part in parts:
        makes.setdefault(part.make, []).append(part)
    return [alike for alike in makes.values() if len(alike) >= 2]


def _hold_dress(group: Siblings, tally: Tally) -> None:
    for alike in _makes(group.parts):
        tally.held += len(alike)
        dresses = [part.dress for part in alike]
        common = max(set(dresses), key=dresses.count)
        tally.note([part for part in alike if part.dress != common])


def _hold_upright(group: Siblings, tally: Tally) -> None:
    """Parts that are turned; if half of the equals are, that is their style."""
    turned = [part for part in group.parts if _TURNED[0] < abs(part.turn) < _TURNED[1] and not part.moves]
    tally.held += len(group.parts)
    makes = [part.make for part in group.parts]
    ways = [part.make for part in turned]
    tally.note([part for part in turned if ways.count(part.make) * 2 < makes.count(part.make) or len(ways) == 1])


def _hold_apart(parts: Sequence[Part], tally: Tally) -> None:
    tally.held += len(parts)
    for first, second in combinations(parts[:40], 2):
        width = min(first.x + first.width, second.x + second.width) - max(first.x, second.x)
        height = min(first.y + first.height, second.y + second.height) - max(first.y, second.y)
        least = min(first.width * first.height, second.width * second.height)
        if min(width, height) > _LEAST_PX and width * height > _LEAST_SHARED * least:
            tally.note([first, second] if width * height > _MUCH_SHARED * least else [second])


def _hold_inside(group: Siblings, tally: Tally) -> None:
    parts = [part for part in group.parts if part.flows and not part.moves]
    tally.held += len(parts)
    tally.note([part for part in parts if _cut_by_edge(part)])
    tally.odd += 0.5 * sum(_sticks_out(part, group.box) for part in parts)


def _cut_by_edge(part: Part) -> bool:
    return (part.x < -2 * _LEAST_PX < part.x + part.width) or (part.y < -2 * _LEAST_PX < part.y + part.height)


def _sticks_out(part: Part, parent: Box) -> bool:
    """Whether it sticks a little out of its parent's side; far out is a scrolling strip or a full-width band."""
    beyond = max(parent.x - part.x, part.x + part.width - parent.x - parent.width)
    return _LEAST_PX <= beyond <= _SLIP_PX
