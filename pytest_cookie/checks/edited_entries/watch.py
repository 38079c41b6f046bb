"""`EditWatch`: follows an entry of a list from the press that opens it for editing to the end of the edit."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.edited_entries.fact import EditFact, Texts
from pytest_cookie.checks.row_actions.watch import find_own_row
from pytest_cookie.exploration.crawler.plan import is_field
from pytest_cookie.exploration.effects.row_groups import MAX_ROWS, PageTree
from pytest_cookie.exploration.label_words import Meaning, means
from pytest_cookie.exploration.watch import Act

_SHORTEST = 3  # shorter values are in texts by chance
_LONGEST = 30  # texts of rows are cut, so longer values are compared by their beginning
_MOST_PRESSES = 4  # a choice in the form, a dialog that asks, a view between
_SENDS: tuple[Meaning, ...] = ("submit", "confirm", "edit")


@dataclass(frozen=True)
class _Edit:
    """An open edit: where the list is, its entries before, the entry's texts, and its fields' values by reference.

    `offered` are names of the buttons that came with it. `given` are the latest values of the fields, `acts` the
    actions since it was opened, `presses` those of them that could have ended it.
    """

    parent: str
    entries: Counter[Texts]
    own: Texts
    opened: Mapping[str, str]
    offered: frozenset[str]
    given: Mapping[str, str] = field(default_factory=dict)
    acts: int = 0
    presses: int = 0

    @property
    def is_changed(self) -> bool:
        """Whether a field has another value than at first."""
        return any(value != self.opened[ref] for ref, value in self.given.items())

    @property
    def new_values(self) -> list[str]:
        """Values that were entered and that the entry did not show."""
        changed = [value for ref, value in self.given.items() if value != self.opened[ref]]
        return [value for value in changed if len(value) >= _SHORTEST and not _holds(self.own, value)]

    def is_shown_by(self, entry: Texts) -> bool:
        """Whether an entry shows what the fields had."""
        if values := self.new_values:
            return any(_holds(entry, value) for value in values)
        known = [value for value in {**self.opened, **self.given}.values() if len(value) >= _SHORTEST]
        return bool(known) and all(_holds(entry, value) for value in known)


class EditWatch:
    """What the end of each edit made of the list. Call `compare` for every action, in order."""

    def __init__(self) -> None:
        self._edit: _Edit | None = None

    def compare(self, act: Act) -> EditFact | None:
        """The fact, if an entry was opened, or its edit ended wrongly."""
        fact = self._end(self._edit, act) if self._edit else None
        if fact is None and (opened := _find_opened(act)):
            self._edit = opened
            return EditFact(event="opened", own=opened.own, field=next(iter(opened.opened)))
        return fact

    def _end(self, edit: _Edit, act: Act) -> EditFact | None:
        """The fact of an edit that ends with this action; it goes on where the list cannot be seen yet."""
        now = _values(act.before)
        edit = replace(edit, given={**edit.given, **{ref: now[ref] for ref in edit.opened if ref in now}})
        is_press = act.action.is_click or act.action.key == "Enter"
        self._edit = replace(edit, acts=edit.acts + 1, presses=edit.presses + is_press)
        if act.action.resets_page or edit.presses >= _MOST_PRESSES or (is_press and _sends_otherwise(edit, act)):
            self._edit = None
        entries = _read_entries(act.tree_after, edit.parent) if is_press else Counter()
        if self._edit is None or not entries or edit.entries.total() >= MAX_ROWS:
            return None
        then = _values(act.after)
        is_closed = all(then.get(ref) != edit.given.get(ref) for ref in edit.opened)
        fact = _judge(edit, entries, act.control.name if act.control else "", is_closed=is_closed)
        if fact or is_closed:
            self._edit = None
        return fact


def _judge(edit: _Edit, entries: Counter[Texts], pressed: str, *, is_closed: bool) -> EditFact | None:
    """What became of the list when `pressed` was used, if that is not what an edit does."""
    gone, came = edit.entries - entries, entries - edit.entries
    if came.total() != 1 or gone - Counter([edit.own]) or means(pressed, "copy"):
        return None
    result = next(iter(came))
    told = EditFact(event="copied", own=edit.own, result=result, is_changed=edit.is_changed)
    if means(pressed, "cancel"):
        is_kept = is_closed and bool(edit.new_values) and edit.is_shown_by(result)
        is_of_edit = pressed in edit.offered and not means(pressed, "backward")
        return told.model_copy(update={"event": "cancelled"}) if is_kept and is_of_edit else None
    if not gone:
        return told if edit.is_shown_by(result) else None
    words = (value for value in edit.opened.values() if sum(map(str.isalpha, value)) >= _SHORTEST)  # no dates
    lost = next((value for value in words if not _holds(result, value)), "")
    is_spoiled = is_closed and not edit.acts and not edit.is_changed and bool(lost)
    return told.model_copy(update={"event": "spoiled", "lost": lost}) if is_spoiled else None


def _find_opened(act: Act) -> _Edit | None:
    """The edit that a press in an entry opens: fields have texts of the entry, and had not before."""
    control = act.control
    if control is None or not means(control.name, "edit") or means(control.name, "copy"):
        return None
    own = find_own_row(act)
    row = next((one for one in act.tree_before.rows(own.parent) if one.path == own.path), None) if own else None
    if own is None or row is None or not row.key:
        return None
    before, after = _values(act.before), _values(act.after)
    opened = {
        ref: value
        for ref, value in after.items()
        if len(value) >= _SHORTEST and before.get(ref) != value and _holds(row.key, value)
    }
    if not opened:
        return None
    offered = frozenset(_button_names(act.after) - _button_names(act.before))
    return _Edit(own.parent, _read_entries(act.tree_before, own.parent), row.key, opened, offered)


def _sends_otherwise(edit: _Edit, act: Act) -> bool:
    """Whether another button than the pressed one may send the edit: “Update” beside an “Add” that was there before."""
    control = act.control
    if control is None or not act.action.is_click or control.name in edit.offered or not _sends(control.name):
        return False
    others = (name for name in _button_names(act.before) - {control.name} if _sends(name))
    return any(not _is_in_list(name, act, edit) for name in others)


def _is_in_list(name: str, act: Act, edit: _Edit) -> bool:
    """Whether all buttons of that name are in the list."""
    named = [control for control in act.before.inventory.controls if control.name == name]
    paths = (act.tree_before.path_of(control) for control in named)
    return all(edit.parent in set(act.tree_before.around(path)) for path in paths)


def _sends(name: str) -> bool:
    return any(means(name, word) for word in _SENDS)


def _button_names(seen: Observation) -> set[str]:
    controls = (one for one in seen.inventory.controls if not one.disabled and not one.covered)
    return {one.name for one in controls if one.role == "button"}


def _values(seen: Observation) -> dict[str, str]:
    """The texts of fields by their reference."""
    return {one.ref: one.value.strip() for one in seen.inventory.controls if is_field(one)}


def _read_entries(tree: PageTree, parent: str) -> Counter[Texts]:
    return Counter(row.key for row in tree.rows(parent) if row.key)


def _holds(texts: Texts, value: str) -> bool:
    plain = _plain(value[:_LONGEST])
    return bool(plain) and any(plain in _plain(text) for text in texts)


def _plain(text: str) -> str:
    """Its letters and digits: another notation is no other value."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())
