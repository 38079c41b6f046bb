"""`PageTree` and `Row`: the equal items that a page repeats, such as rows of a table or cards. Pure."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges

Bounds = tuple[int, int, int, int]
Texts = tuple[str, ...]
"""The texts of an item, in the document's order."""
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

    @cached_property
    def boxes(self) -> Mapping[str, Bounds]:
        """The box of every element, in the document."""
        return {path: element.box for path, element in self._elements.items()}

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
