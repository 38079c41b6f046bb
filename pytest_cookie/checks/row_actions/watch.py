"""`RowWatch`: follows the item around each control that is used, and the items beside it."""

import re
from collections import Counter
from dataclasses import dataclass

from pytest_cookie.checks.row_actions.fact import RowChange, Texts
from pytest_cookie.core.action import Click, Reload, Select
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.effects.row_groups import PageTree, Row
from pytest_cookie.exploration.label_words import removes
from pytest_cookie.exploration.watch import Act

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


class RowWatch:
    """What each action did to the items around its control. Call `compare` for every action, in order."""

    def __init__(self) -> None:
        self._asked: tuple[OwnRow, frozenset[str]] | None = None

    def compare(self, act: Act) -> RowChange | None:
        """What became of the items around the control, or around that of the step before, if this answers its question:
        the control was not there before it.
        """
        if not isinstance(act.action, Click | Select):
            self._asked = None if isinstance(act.action, Reload) else self._asked
            return None
        asked, self._asked = self._asked, None
        own = find_own_row(act)
        if own is None and asked and act.control_path and act.control_path not in asked[1]:
            own = asked[0]
        row = _compare_rows(own, act.tree_before, act.tree_after) if own else None
        row = row.model_copy(update={"deletes": removes(act.action.target)}) if row else None
        if own and row and row.stays and not row.gone:
            self._asked = own, act.tree_before.paths
        return row


def find_own_row(act: Act) -> OwnRow | None:
    """The innermost item around a control that is clicked, beside which others have a control of the same role and
    name.

    Parts of names that repeat their items' texts and numbers do not count. The item has a text outside of the control.
    Items in the same place are the two sides of one card.
    """
    control, path, tree = act.control, act.control_path, act.tree_before
    if control is None or not path or not isinstance(act.action, Click):
        return None
    controls = act.before.inventory.controls
    like = [other for other in controls if (other.role, other.tag) == (control.role, control.tag)]
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
        sides = {rows[one].box for one in equals}
        if len(equals) >= _LEAST_ROWS and len(sides) >= _LEAST_ROWS:
            outside = [one for around, one in places if not rows.keys() & set(around)]
            is_master = any(one.kind == control.kind or one.role == "checkbox" for one in outside)
            return OwnRow(parent, item, frozenset(equals), is_master)
    return None


def _compare_rows(own: OwnRow, before: PageTree, after: PageTree) -> RowChange | None:
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
