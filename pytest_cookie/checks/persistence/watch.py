"""`PersistenceWatch`: follows what a step moves or switches to the reload after it."""

import re
from dataclasses import dataclass

from pytest_cookie.checks.persistence.fact import PersistenceFact
from pytest_cookie.checks.row_actions.fact import RowChange
from pytest_cookie.checks.row_actions.watch import find_own_row
from pytest_cookie.core.action import Click, Drag, Reload, Select
from pytest_cookie.exploration.effects.row_groups import PageTree
from pytest_cookie.exploration.watch import Act

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

    def is_undone(self, tree: PageTree) -> bool:
        """Whether it is as it was before the step and not as after it."""
        path = tree.find_text(self.text, depth=self.depth)
        if not path:
            return False
        now = _read_place(tree, path)
        if self.is_moved:
            return now.is_at(self.before) and now.is_away_from(self.after)
        return now.ticks == self.before.ticks != self.after.ticks


class PersistenceWatch:
    """What each reload puts back. Call `compare` for every action, in order."""

    def __init__(self) -> None:
        self._arranged: _Arranged | None = None

    def compare(self, act: Act) -> PersistenceFact | None:
        """The fact, if the action is a reload that undid the step before."""
        arranged, self._arranged = self._arranged, None
        if isinstance(act.action, Reload):
            is_undone = arranged and arranged.is_undone(act.tree_after)
            return PersistenceFact(put_back=arranged.text) if arranged and is_undone else None
        if isinstance(act.action, Drag):
            self._arranged = _find_dragged(act, act.action)
        elif isinstance(act.action, Click | Select):
            self._arranged = _find_switched(act)
        elif act.action.is_idle:
            self._arranged = arranged
        return None


def _read_place(tree: PageTree, path: str) -> _Place:
    row = tree.read_row(path)
    element = tree.element(path)
    parent = element.parent if element else ""
    return _Place(parent, tree.children(parent).index(path), row.box[:2], tuple(_CHECKED.findall(row.state)))


def _find_dragged(act: Act, action: Drag) -> _Arranged | None:
    """The dragged item, if it is now in another place. A window of its own that only lies elsewhere does not count."""
    if action.x is None or action.y is None:
        return None
    tree, window = act.tree_before, act.before.window_at
    held = tree.find_at_middle(action.x + window[0], action.y + window[1], within=_AIM_PX)
    known = (path for path in list(tree.around(held))[:_MAX_CLIMB] if tree.depth_of_text(path))  # it may be a handle
    path = next(known, "")
    return _compare_places(path, act.tree_before, act.tree_after, is_moved=True) if path else None


def _find_switched(act: Act) -> _Arranged | None:
    """The item around the control, if it was only ticked or unticked.

    Where a like control outside of the items ticks all, ticks are a choice for the moment.
    """
    row = RowChange.of(act)
    if row is None or row.stays or row.gone or row.came:
        return None
    own = find_own_row(act)
    if own is None or own.has_master:
        return None
    return _compare_places(own.path, act.tree_before, act.tree_after, is_moved=False)


def _compare_places(path: str, first: PageTree, then: PageTree, *, is_moved: bool) -> _Arranged | None:
    known = first.depth_of_text(path)
    later = then.find_text(known[0], depth=known[1]) if known else ""
    if known is None or not later:
        return None
    old, new = _read_place(first, path), _read_place(then, later)
    differs = new.is_away_from(old) if is_moved else new.ticks != old.ticks
    is_alone = (old.parent, old.number) == (new.parent, new.number) and len(first.items(old.parent)) == 1
    return _Arranged(*known, old, new, is_moved) if differs and not (is_moved and is_alone) else None
