"""`PageTree` and `Row`: the equal items that a page repeats, such as rows of a table or cards. Pure."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.core.page import Control
from pytest_cookie.core.rows import Ordering, Texts
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges

Bounds = tuple[int, int, int, int]
MAX_ROWS = 60  # more than a window shows
_MAX_PARTS = 60
_MAX_DEPTH = 40  # bounds the walk on deep pages
_TEXT_LENGTH = 40  # identifies a text


@dataclass(frozen=True)
class Row:
    """One of several equal items. `texts` are its own texts by column, `cells` the boxes of its parts by column."""

    path: str
    box: Bounds
    texts: Mapping[str, str]
    cells: Mapping[str, Bounds]
    parts: int
    state: str
    """The states of all of its elements, with their inline styles."""

    @cached_property
    def key(self) -> Texts:
        """Its texts, which identify it for a person."""
        return tuple(text for text in self.texts.values() if text)

    @cached_property
    def lasting_state(self) -> str:
        """Its state without inline styles, which a hover or an animation may set."""
        kept, is_style = [], False
        for word in self.state.split():
            is_style = word.startswith("style=") if "=" in word or word == "checked" else is_style
            kept += [] if is_style else [word]
        return " ".join(kept)


class PageTree:
    """An observation as a tree. Texts of elements that change by themselves are empty."""

    def __init__(self, seen: Observation, quiet: BackgroundChanges) -> None:
        self._elements = seen.elements
        self._quiet = quiet
        self._rows: dict[str, list[Row]] = {}
        self._children: dict[str, list[str]] = defaultdict(list)
        for path, element in seen.elements.items():
            self._children[element.parent].append(path)

    def element(self, path: str) -> ElementState | None:
        """The element at this path."""
        return self._elements.get(path)

    @property
    def paths(self) -> frozenset[str]:
        """The paths of all elements."""
        return frozenset(self._elements)

    @property
    def parents(self) -> list[str]:
        """Paths of all elements that contain visible elements."""
        return list(self._children)

    def children(self, path: str) -> list[str]:
        """Paths of the visible elements within it, in the document's order."""
        return self._children.get(path, [])

    def around(self, path: str) -> Iterator[str]:
        """The path, and those of all elements around it, from within."""
        for _ in range(_MAX_DEPTH):
            if path not in self._elements:
                return
            yield path
            path = self._elements[path].parent

    def texts_in(self, path: str) -> list[str]:
        """The texts of an element and of all within it."""
        parts = [part for _, part, _ in self._parts(path, "", path, 0)][:_MAX_PARTS] if path in self._elements else []
        return [text[:_TEXT_LENGTH] for part in parts if (text := self._elements[part].text)]

    def path_of(self, control: Control) -> str:
        """The path of a control's element, by its box; "" if it has none."""
        box = control.box
        sides: tuple[int, ...] = tuple(math.floor(side + 0.5) for side in (box.x, box.y, box.width, box.height))
        found = self._by_box.get(sides, [])
        own = (path for path in found if self._elements[path].make in (control.tag, control.role))
        return next(own, next(iter(found), ""))

    @cached_property
    def _by_box(self) -> Mapping[tuple[int, ...], list[str]]:
        places: dict[tuple[int, ...], list[str]] = defaultdict(list)
        for path, element in self._elements.items():
            places[element.box].append(path)
        return places

    def find_at_middle(self, x: float, y: float, *, within: float) -> str:
        """The outermost element whose middle is at this point of the document; "" without."""
        for path, element in self._elements.items():
            left, top, width, height = element.box
            if max(abs(left + width / 2 - x), abs(top + height / 2 - y)) <= within:
                return path
        return ""

    def items(self, parent: str) -> list[str]:
        """The paths of the equal items in an element: its children of the commonest make."""
        inside = self.children(parent)
        makes = Counter(self._elements[path].make for path in inside)
        make = makes.most_common(1)[0][0] if makes else ""
        return [path for path in inside if self._elements[path].make == make]

    def rows(self, parent: str) -> list[Row]:
        """The equal items in an element, in reading order."""
        if parent not in self._rows:
            rows = [self.read_row(path) for path in self.items(parent)[:MAX_ROWS]]
            is_column = len({row.box[0] for row in rows}) <= 1
            self._rows[parent] = sorted(rows, key=lambda row: row.box[1]) if is_column else rows
        return self._rows[parent]

    def find_text(self, text: str, *, depth: int) -> str:
        """The element that holds a text which the page has once, `depth` levels below it; "" if there is none."""
        found = [path for path, one in self._elements.items() if one.text[:_TEXT_LENGTH] == text]
        around = list(self.around(found[0])) if len(found) == 1 else []
        return around[depth] if len(around) > depth else ""

    def depth_of_text(self, path: str) -> tuple[str, int] | None:
        """The first text in an element that the page has once, and how many levels below it; None without."""
        for _, part, _ in self._parts(path, "", path, 0):
            text = self._elements[part].text[:_TEXT_LENGTH]
            if text and not self._quiet.covers(part) and self.find_text(text, depth=0):
                return text, list(self.around(part)).index(path)
        return None

    def read_row(self, path: str) -> Row:
        """The element at this path as an item."""
        texts: dict[str, str] = {}
        cells: dict[str, Bounds] = {}
        states: list[str] = []
        inner = self.children(path)
        for place, part, cell in self._parts(path, "", path, 0):
            element = self._elements[part]
            is_quiet = self._quiet.covers(part)
            if element.text:
                texts[place] = "" if is_quiet else element.text[:_TEXT_LENGTH]
                cells[place] = self._elements[cell].box
            states += [] if is_quiet else [element.state]
            if len(states) > _MAX_PARTS:
                break
        return Row(path, self._elements[path].box, texts, cells, len(inner), "\n".join(states))

    def _parts(self, path: str, place: str, cell: str, depth: int) -> Iterator[tuple[str, str, str]]:
        """Its elements: where in the item, path, and path of the item's child that holds it."""
        yield place, path, cell
        numbers: Counter[str] = Counter()
        for child in self.children(path) if depth < _MAX_DEPTH else ():
            make = self._elements[child].make
            numbers[make] += 1
            yield from self._parts(child, f"{place}/{make}{numbers[make]}", child if depth == 0 else cell, depth + 1)


_LEAST_ROWS = 4  # three rows are in order by chance in one of six cases
_LEAST_PARTS = 2  # a single column has no head
_MAX_COLUMNS = 12
_ARROW = re.compile(r"[▲▼△▽▴▾▵▿↑↓⇑⇓⬆⬇🔼🔽⯅⯆⌃⌄˄˅⏶⏷]")
_SORTED = re.compile(r"\baria-sort=(?:ascending|descending)\b")
_HEADS = frozenset({"th", "columnheader"})
_TABLES = frozenset({"table", "grid", "treegrid"})
_ABOVE_PX = 4  # boxes are rounded and borders overlap


def find_ordering(path: str, before: PageTree, after: PageTree) -> tuple[str, Ordering] | None:
    """The order of the items that a press on the control at `path` sorted, with the path of what holds them.

    These are the rows below the head of a column, or else items around another control that it only reordered. Tables
    with rows of other lengths in between are left out: groups, details, trees.
    """
    found = []
    around = frozenset(before.around(path))
    for parent in after.parents:
        if len(after.items(parent)) < _LEAST_ROWS:
            continue
        rows = [row for row in after.rows(parent) if row.path not in around]
        rows = _even(rows) if len(rows) >= _LEAST_ROWS else []
        if len(rows) < _LEAST_ROWS:
            continue
        earlier = before.rows(parent)
        reordered = _is_reordered(earlier, rows)
        head = _find_head(path, before, rows)
        changed = [row.key for row in earlier] != [row.key for row in after.rows(parent)]
        claimed = bool(head) and _claims(head, before, after)
        if (head and (changed or claimed)) or reordered:
            columns = _read_columns(rows)
            below = _below(head, before, rows)
            pressed = tuple(index for index, name in enumerate(columns) if name in below)
            order = Ordering(
                columns=tuple(columns.values()), pressed=pressed, claimed=claimed, reordered=reordered
            )  # fmt: skip
            found.append((bool(pressed), len(rows), parent, order))
    return max(found, key=lambda one: one[:2])[2:] if found else None


def _even(rows: list[Row]) -> list[Row]:
    """The rows that have as many parts as most; none if others are in between."""
    parts = Counter(row.parts for row in rows).most_common(1)[0][0]
    inner = [index for index, row in enumerate(rows) if row.parts == parts and row.key]
    return rows[inner[0] : inner[-1] + 1] if inner and inner[-1] - inner[0] + 1 == len(inner) else []


def _is_reordered(earlier: Sequence[Row], rows: Sequence[Row]) -> bool:
    """Whether the same items are in another order."""
    then = [row.key for row in rows]
    there = frozenset(then)
    first = [row.key for row in earlier if row.key in there]
    return first != then and Counter(first) == Counter(then)


def _find_head(path: str, tree: PageTree, rows: Sequence[Row]) -> str:
    """The head of a column around the pressed control, "" if it is none.

    It is above the rows, and is a table's head or part of a row with as many parts, each above one of theirs.
    """
    for place in tree.around(path):
        element = tree.element(place)
        if element is None or element.make in _TABLES or element.box[1] + element.box[3] > rows[0].box[1] + _ABOVE_PX:
            return ""
        beside = tree.children(element.parent)
        if element.make in _HEADS and _below(place, tree, rows):
            return place
        if len(beside) == rows[0].parts >= _LEAST_PARTS and _is_above_each(beside, tree, rows):
            return place
    return ""


def _is_above_each(heads: Sequence[str], tree: PageTree, rows: Sequence[Row]) -> bool:
    cells = list(dict.fromkeys(max((row.cells for row in rows), key=len).values()))
    return len(cells) == len(heads) and all(
        _middle(head, tree, cell) for head, cell in zip(heads, cells, strict=True)
    )  # fmt: skip


def _middle(head: str, tree: PageTree, cell: tuple[int, int, int, int]) -> bool:
    """Whether the middle of the head is above the cell."""
    element = tree.element(head)
    return element is not None and cell[0] <= element.box[0] + element.box[2] / 2 <= cell[0] + cell[2]


def _below(head: str, tree: PageTree, rows: Sequence[Row]) -> frozenset[str]:
    """The names of the columns below a head; a row may lack the value."""
    cells = [cell for row in rows for cell in row.cells.items()] if head else []
    return frozenset(name for name, cell in cells if _middle(head, tree, cell))


def _claims(head: str, before: PageTree, after: PageTree) -> bool:
    """Whether the head marks its column as sorted: by `aria-sort`, or by an arrow that came or turned."""
    then = after.element(head)
    if then and _SORTED.search(then.state):
        return True
    arrows = [_ARROW.findall(" ".join(tree.texts_in(head))) for tree in (before, after)]
    return bool(arrows[1]) and arrows[0] != arrows[1] and len(set(arrows[1])) == 1


def _read_columns(rows: Sequence[Row]) -> dict[str, tuple[str, ...]]:
    """The texts of the items by their place in them, from the first to the last item."""
    names = dict.fromkeys(name for row in rows for name in row.texts)
    columns = {name: tuple(row.texts.get(name, "") for row in rows) for name in names}
    common = sorted(columns, key=lambda name: columns[name].count(""))[:_MAX_COLUMNS]
    return {name: columns[name] for name in columns if name in common}
