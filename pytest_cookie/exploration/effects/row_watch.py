"""`RowWatch`: follows the equal items of a page through an exploration: their order, and what a reload puts back."""

import re
from dataclasses import dataclass

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.core.action import Action, Click, Drag, Reload, Select
from pytest_cookie.core.rows import Ordering, RowChange, Texts
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.effects.own_row import OwnRow, compare_rows, find_own_row
from pytest_cookie.exploration.effects.row_groups import PageTree
from pytest_cookie.exploration.effects.row_order import find_ordering

_MOVED_PX = 10
_SAME_PX = 4  # boxes are rounded
_AIM_PX = 2


_CHECKED = re.compile(r"\baria-(?:checked|pressed)=\w+|\bchecked\b")
_MAX_CLIMB = 4


@dataclass(frozen=True)
class _Place:
    """Where something is: the element around it, its number there, its corner; and whether it is ticked or pressed."""

    parent: str
    number: int
    corner: tuple[int, int]
    ticks: tuple[str, ...]

    def is_at(self, other: "_Place") -> bool:
        """Whether both are the same place."""
        return (self.parent, self.number) == (other.parent, other.number) or _apart(self, other) < _SAME_PX

    def is_away_from(self, other: "_Place") -> bool:
        """Whether they are different places, and it can be seen."""
        return (self.parent, self.number) != (other.parent, other.number) or _apart(self, other) >= _MOVED_PX


def _apart(one: _Place, other: _Place) -> int:
    return max(abs(a - b) for a, b in zip(one.corner, other.corner, strict=True))


@dataclass(frozen=True)
class _Arranged:
    """What a step moved or switched: its text and how deep in it that is, and its places before and after the step."""

    text: str
    depth: int
    before: _Place
    after: _Place
    is_moved: bool

    def is_undone(self, now: _Place) -> bool:
        """Whether it is as it was before the step and not as after it."""
        if self.is_moved:
            return now.is_at(self.before) and now.is_away_from(self.after)
        return now.ticks == self.before.ticks != self.after.ticks


class RowWatch:
    """What each action did to equal items. Call `compare` for every action, in order."""

    def __init__(self) -> None:
        self._orders: dict[str, tuple[Texts, ...]] = {}
        self._asked: tuple[OwnRow, frozenset[str]] | None = None
        self._arranged: _Arranged | None = None

    def compare(
        self, action: Action, before: Observation, after: Observation, quiet: BackgroundChanges
    ) -> dict[str, object]:
        """The fields of `Change` on equal items."""
        if isinstance(action, Reload):
            return {"put_back": self._find_put_back(PageTree(after, quiet))}
        if not isinstance(action, Click | Select | Drag):
            self._arranged = self._arranged if action.is_idle else None
            return {}
        first, then = PageTree(before, quiet), PageTree(after, quiet)
        if isinstance(action, Drag):
            self._arranged = _find_dragged(action, before, first, then)
            return {}
        control = next((other for other in before.inventory.controls if action.ref and other.ref == action.ref), None)
        path = first.path_of(control) if control else ""
        own = find_own_row(first, before, action.ref) if isinstance(action, Click) else None
        row = self._compare_own(own, path, first, then)
        self._arranged = _find_switched(own, row, first, then)
        return {"row": row, "ordering": self._find_ordering(path, first, then) if path else None}

    def _compare_own(self, own: OwnRow | None, path: str, first: PageTree, then: PageTree) -> RowChange | None:
        """What became of the items around the control, or around that of the step before, if this answers its question:
        the control was not there before it.
        """
        asked, self._asked = self._asked, None
        if own is None and asked and path and path not in asked[1]:
            own = asked[0]
        row = compare_rows(own, first, then) if own else None
        if own and row and row.stays and not row.gone:
            self._asked = own, first.paths
        return row

    def _find_ordering(self, path: str, first: PageTree, then: PageTree) -> Ordering | None:
        found = find_ordering(path, first, then)
        if found is None:
            return None
        parent, ordering = found
        at_first = self._orders.setdefault(parent, tuple(row.key for row in first.rows(parent)))
        now = [row.key for row in then.rows(parent)]
        is_as_at_first = [key for key in at_first if key in set(now)] == [key for key in now if key in set(at_first)]
        return ordering.model_copy(update={"as_at_first": is_as_at_first})

    def _find_put_back(self, now: PageTree) -> str:
        arranged, self._arranged, self._asked = self._arranged, None, None
        path = now.find_text(arranged.text, depth=arranged.depth) if arranged else ""
        return arranged.text if arranged and path and arranged.is_undone(_read_place(now, path)) else ""


def _read_place(tree: PageTree, path: str) -> _Place:
    row = tree.read_row(path)
    element = tree.element(path)
    parent = element.parent if element else ""
    return _Place(parent, tree.children(parent).index(path), row.box[:2], tuple(_CHECKED.findall(row.state)))


def _find_dragged(action: Drag, seen: Observation, first: PageTree, then: PageTree) -> _Arranged | None:
    """The dragged item, if it is now in another place. A window of its own that only lies elsewhere does not count."""
    if action.x is None or action.y is None:
        return None
    x, y = action.x + seen.window_at[0], action.y + seen.window_at[1]
    held = first.find_at_middle(x, y, within=_AIM_PX)
    known = (path for path in list(first.around(held))[:_MAX_CLIMB] if first.depth_of_text(path))  # it may be a handle
    path = next(known, "")
    return _compare_places(path, first, then, is_moved=True) if path else None


def _find_switched(own: OwnRow | None, row: RowChange | None, first: PageTree, then: PageTree) -> _Arranged | None:
    """The item around the control, if it was only ticked or unticked.

    Where a like control outside of the items ticks all, ticks are a choice for the moment.
    """
    if own is None or own.has_master or row is None or row.stays or row.gone or row.came:
        return None
    return _compare_places(own.path, first, then, is_moved=False)


def _compare_places(path: str, first: PageTree, then: PageTree, *, is_moved: bool) -> _Arranged | None:
    known = first.depth_of_text(path)
    later = then.find_text(known[0], depth=known[1]) if known else ""
    if known is None or not later:
        return None
    old, new = _read_place(first, path), _read_place(then, later)
    differs = new.is_away_from(old) if is_moved else new.ticks != old.ticks
    is_alone = (old.parent, old.number) == (new.parent, new.number) and len(first.items(old.parent)) == 1
    return _Arranged(*known, old, new, is_moved) if differs and not (is_moved and is_alone) else None
