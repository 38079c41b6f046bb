"""`OrderWatch`: reads the order of the equal items that an action sorted."""

import re
from collections import Counter
from collections.abc import Sequence

from pytest_cookie.checks.row_order.fact import Ordering
from pytest_cookie.core.action import Click, Select
from pytest_cookie.exploration.effects.row_groups import PageTree, Row, Texts
from pytest_cookie.exploration.watch import Act

_LEAST_ROWS = 4  # three rows are in order by chance in one of six cases
_LEAST_PARTS = 2  # a single column has no head
_MAX_COLUMNS = 12
_ARROW = re.compile(r"[▲▼△▽▴▾▵▿↑↓⇑⇓⬆⬇🔼🔽⯅⯆⌃⌄˄˅⏶⏷]")
_SORTED = re.compile(r"\baria-sort=(?:ascending|descending)\b")
_HEADS = frozenset({"th", "columnheader"})
_TABLES = frozenset({"table", "grid", "treegrid"})
_ABOVE_PX = 4  # boxes are rounded and borders overlap


class OrderWatch:
    """The order after each action on equal items. Call `compare` for every action, in order."""

    def __init__(self) -> None:
        self._orders: dict[str, tuple[Texts, ...]] = {}

    def compare(self, act: Act) -> Ordering | None:
        """The order of the items that a press or a choice sorted, if it sorted some."""
        path = act.control_path if isinstance(act.action, Click | Select) else ""
        found = _find_ordering(path, act.tree_before, act.tree_after) if path else None
        if found is None:
            return None
        parent, ordering = found
        at_first = self._orders.setdefault(parent, tuple(row.key for row in act.tree_before.rows(parent)))
        now = [row.key for row in act.tree_after.rows(parent)]
        is_as_at_first = [key for key in at_first if key in set(now)] == [key for key in now if key in set(at_first)]
        return ordering.model_copy(update={"as_at_first": is_as_at_first})


def _find_ordering(path: str, before: PageTree, after: PageTree) -> tuple[str, Ordering] | None:
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
