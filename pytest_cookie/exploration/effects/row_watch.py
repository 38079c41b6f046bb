"""`RowWatch`: follows the equal items of a page through an exploration: their order, and what a reload puts back."""

import re
from collections import Counter
from dataclasses import dataclass

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.core.action import Action, Click, Drag, Reload, Select
from pytest_cookie.core.page import Control
from pytest_cookie.core.rows import Ordering, RowChange, Texts
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.effects.row_groups import PageTree, Row, find_ordering

_MAX_TOLD = 12
_LEAST_ROWS = 2  # a single item is no row
_PASSING = re.compile(
    r"(?:is-|menu-)?(?:open(?:ed)?|active|selected|current|expanded|focus(?:ed)?|hover|editing|show)|open=|"
    r"aria-(?:expanded|selected)=true|aria-current=\w+|data-state=open"
)
"""Words of a state that a row loses when another one is used: its menu closes, it is no longer the current one."""
_PASSED = frozenset(("aria-expanded=false", "aria-selected=false", "aria-current=false", "data-state=closed"))


@dataclass(frozen=True)
class OwnRow:
    """The item around a control: the element that holds the items, and the paths of those with a like control.

    `has_master`: there is such a control outside of the items, too.
    """

    parent: str
    path: str
    equals: frozenset[str]
    has_master: bool


def find_own_row(tree: PageTree, seen: Observation, ref: str) -> OwnRow | None:
    """The innermost item around a control, beside which others have a control of the same role and name.

    Parts of names that repeat their items' texts and numbers do not count. The item has a text outside of the control.
    """
    control = next((one for one in seen.inventory.controls if one.ref == ref), None)
    path = tree.path_of(control) if control else ""
    if control is None or not path:
        return None
    like = [other for other in seen.inventory.controls if (other.role, other.tag) == (control.role, control.tag)]
    places = [(list(tree.around(place)), one) for one in like if (place := tree.path_of(one))]
    for item in list(tree.around(path))[1:]:
        element = tree.element(item)
        parent = element.parent if element else ""
        items = tree.items(parent)
        if item not in items or len(items) < _LEAST_ROWS:
            continue
        rows = {row.path: row for row in tree.rows(parent)}
        if item not in rows or not _says_more(tree, rows[item], path):
            continue
        named = _bare_name(control, rows[item])
        equals = {
            held for around, one in places for held in around if held in rows and _bare_name(one, rows[held]) == named
        }
        if len(equals) >= _LEAST_ROWS:
            outside = [one for around, one in places if not rows.keys() & set(around)]
            is_master = any(one.kind == control.kind or one.role == "checkbox" for one in outside)
            return OwnRow(parent, item, frozenset(equals), is_master)
    return None


def compare_rows(own: OwnRow, before: PageTree, after: PageTree) -> RowChange | None:
    """What became of the items around a press; None if they cannot be compared."""
    first = [row for row in before.rows(own.parent) if row.path in own.equals]
    mine = next((row for row in first if row.path == own.path), None)
    then = [row for row in after.rows(own.parent) if row.key]
    if mine is None or not mine.key or not then:
        return None
    old, new = Counter(row.key for row in first), Counter(row.key for row in then)
    gone, came = list((old - new).elements()), list((new - old).elements())
    came = [key for key in came if key not in {row.key for row in before.rows(own.parent)}]
    return RowChange(
        own=mine.key,
        stays=_stays(mine, then),
        gone=tuple(gone[:_MAX_TOLD]),
        came=tuple(came[:_MAX_TOLD]),
        turned=tuple(_turned(first, then)[:_MAX_TOLD]),
        before=len(first),
        after=len(then),
    )


def _stays(mine: Row, then: list[Row]) -> bool:
    return any(row.key == mine.key and row.state == mine.state for row in then)


def _turned(first: list[Row], then: list[Row]) -> list[Texts]:
    """The items that were there once before and once after, in another state; not if they only closed."""
    states = {row.key: row.lasting_state for row in then}
    unique = {key for rows in (first, then) for key, number in Counter(row.key for row in rows).items() if number == 1}
    return [
        row.key
        for row in first
        if row.key in unique & states.keys()
        and states[row.key] != row.lasting_state
        and not _only_closed(row.lasting_state, states[row.key])
    ]


def _only_closed(old: str, new: str) -> bool:
    """Whether only passing words left a state."""
    before, after = (Counter(word.removeprefix("class=") for word in state.split()) for state in (old, new))
    lost, came = (before - after).keys() - {""}, (after - before).keys() - {""}
    return all(map(_PASSING.fullmatch, lost)) and came <= _PASSED


def _says_more(tree: PageTree, row: Row, control: str) -> bool:
    """Whether the item has a text that is not the control's."""
    return not set(row.key) <= set(tree.texts_in(control))


def _bare_name(control: Control, row: Row) -> str:
    """The control's name without the texts of its item, numbers and signs."""
    name = control.name.casefold()
    for text in sorted(row.key, key=len, reverse=True):
        if text.casefold() != name:
            name = name.replace(text.casefold(), " ")
    return " ".join(re.findall(r"[^\W\d_]+", name)) or re.sub(r"[\d\s]", "", name)


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
