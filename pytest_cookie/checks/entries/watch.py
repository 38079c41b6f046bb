"""`EntryWatch`: follows values that were entered: whether they are there on the way back and shown elsewhere."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.entries.fact import EntryFact, ForgottenEntry, OutdatedEntry
from pytest_cookie.core.action import Action
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.effects.row_groups import PageTree
from pytest_cookie.exploration.label_words import Meaning, means
from pytest_cookie.exploration.watch import Act

_MOST_TOLD = 4
_MOST_LEFT = 6
_SHORTEST = 3  # shorter texts appear on a page by chance
_SAME_SHARE = 0.75  # a view may change a quarter of its lines, such as times and counts
_GRID = 15  # so many like controls are a board or a sheet, not a form
_FIELDS = frozenset({"input", "select", "textarea"})
_SECRET = frozenset({"password", "file", "search", "hidden"})
_ENDS: tuple[Meaning, ...] = ("start", "submit", "destroy")
_DISCARDS: tuple[Meaning, ...] = ("cancel", "backward", "destroy", "undo")
_IN_TABLE = re.compile(r"(?:^|[\s>])t[dr]\b")


@dataclass(frozen=True)
class Value:
    """What a control shows: its text, whether it is chosen (None if unknown), and its classes and states."""

    text: str = ""
    chosen: bool | None = None
    look: str = ""


@dataclass(frozen=True)
class Moment:
    """The lines of a page, and what its controls show, by reference."""

    lines: tuple[str, ...]
    values: Mapping[str, Value]


@dataclass(frozen=True)
class _Entry:
    control: str
    before: Value
    given: Value


@dataclass(frozen=True)
class _LeftView:
    """Entries that went out of view together, and the lines that went with them."""

    entries: Mapping[str, _Entry]
    lines: frozenset[str]


@dataclass(frozen=True)
class _Revision:
    """A value that replaced another one, and the lines that showed the other one elsewhere."""

    control: str
    old: str
    new: str
    lines: frozenset[str]
    is_sent: bool = False


class EntryWatch:
    """What became of entered values in each step."""

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}
        self._left: list[_LeftView] = []
        self._typed: dict[str, tuple[str, frozenset[str]]] = {}
        self._shown: dict[str, frozenset[str]] = {}
        self._revised: dict[str, _Revision] = {}

    def compare(self, act: Act) -> EntryFact | None:
        """What became of them; None if nothing."""
        action, controls = act.action, act.after.inventory.controls
        control = next((other for other in controls if action.ref and other.ref == action.ref), None)
        if control and action.is_click and sum(item.kind == control.kind for item in controls) >= _GRID:
            control = None  # a day of a calendar, a cell of a board: a choice for the view
        followed = frozenset((action.ref, *self._entries, *(ref for view in self._left for ref in view.entries)))
        before, after = (_read(seen, act.quiet, followed) for seen in (act.before, act.after))
        found = self.follow(action, before, after, control)
        return found if found != EntryFact() else None

    def follow(self, action: Action, before: Moment, after: Moment, control: Control | None = None) -> EntryFact:
        """As `compare`, from what the page showed; `control` is the action's own after the action."""
        if action.kind == "reload":
            self._entries, self._left, self._revised = {}, [], {}
            return EntryFact()
        forgotten = tuple(self._come_back(action, before, after))
        self._note_entry(action, before, after, control)
        self._leave(action, before, after)
        self._note_shown(after)
        outdated = tuple(self._check_revised(action, after))
        return EntryFact(forgotten=forgotten[:_MOST_TOLD], outdated=outdated[:_MOST_TOLD])

    # --- there and back ---

    def _note_entry(self, action: Action, before: Moment, after: Moment, control: Control | None) -> None:
        """Note a control that the action has given another value."""
        old, new = before.values.get(action.ref), after.values.get(action.ref)
        if control is None or old is None or new is None or old == new or control.input_type in _SECRET:
            return
        if control.role == "searchbox" or not (action.edits_field or action.is_click):
            return
        if action.edits_field:
            self._note_text(action.ref, control.name, old, new, before)
        self._entries[action.ref] = _Entry(control.name, old, new)
        if action.is_click and (new.chosen is False or _IN_TABLE.search(control.selector)):
            del self._entries[action.ref]

    def _leave(self, action: Action, before: Moment, after: Moment) -> None:
        """Note entries that a step onward takes out of view. A form that is sent may well be empty the next time."""
        if action.is_click and any(means(action.target, word) for word in _ENDS):
            self._entries, self._left = {}, []
        if not action.is_click or not means(action.target, "onward"):
            return
        gone = {ref: one for ref, one in self._entries.items() if ref in before.values and ref not in after.values}
        same = {ref: one for ref, one in gone.items() if not _differs(one, before.values[ref])}
        lines = frozenset(before.lines) - frozenset(after.lines)
        if same and lines:
            self._left = [*self._left, _LeftView(same, lines)][-_MOST_LEFT:]

    def _come_back(self, action: Action, before: Moment, after: Moment) -> Iterator[ForgottenEntry]:
        """The entries of a view that comes back with this step and are no longer as they were left."""
        if not (action.is_click or action.kind == "back") or any(means(action.target, word) for word in _ENDS):
            return
        for view in list(self._left):
            is_back = view.entries.keys() <= after.values.keys() and not view.entries.keys() & before.values.keys()
            if not is_back or len(view.lines & set(after.lines)) < _SAME_SHARE * len(view.lines):
                continue
            self._left.remove(view)
            for ref, one in view.entries.items():
                if _differs(one, after.values[ref]):
                    is_text = one.given.text != one.before.text
                    entered, shown = (one.given.text, after.values[ref].text) if is_text else ("", "")
                    yield ForgottenEntry(control=one.control, entered=entered, shown=shown)

    # --- shown elsewhere ---

    def _note_text(self, ref: str, name: str, old: Value, new: Value, before: Moment) -> None:
        """Note a text that a field was given, and that it replaces one which other lines show."""
        lines = frozenset(line for line in self._shown.get(ref, ()) if _holds(line, old.text))
        if lines and _revises(old, new) and not any(_holds(line, new.text) for line in lines):
            self._revised[ref] = _Revision(name, old.text, new.text, lines)
        self._typed[ref] = new.text, frozenset(line for line in before.lines if _holds(line, new.text))

    def _note_shown(self, after: Moment) -> None:
        """Note the lines that show an entered text, and did not before, while its field does not hold it."""
        for ref, (text, known) in self._typed.items():
            if len(text) >= _SHORTEST and (ref not in after.values or after.values[ref].text != text):
                found = frozenset(line for line in after.lines if _holds(line, text)) - known
                self._shown[ref] = found or self._shown.get(ref, frozenset())

    def _check_revised(self, action: Action, after: Moment) -> Iterator[OutdatedEntry]:
        """Lines that still show the old value when the new one was sent and its field is out of view again."""
        if any(means(action.target, word) for word in _DISCARDS) or action.key == "Escape" or action.kind == "back":
            self._revised = {}
        for ref, one in list(self._revised.items()):
            sent = one.is_sent or (action.is_click and action.ref != ref) or action.key == "Enter"
            self._revised[ref] = replace(one, is_sent=sent)
            if not sent or (ref in after.values and after.values[ref].text == one.new):
                continue
            held = any(_holds(line, one.new) for line in after.lines)
            held = held or any(_holds(value.text, one.new) for value in after.values.values())
            old = sorted(one.lines & set(after.lines))
            if held or old:
                del self._revised[ref]
            if old and not held:
                yield OutdatedEntry(control=one.control, entered=one.new, line=old[0])


def _read(seen: Observation, quiet: BackgroundChanges, followed: frozenset[str]) -> Moment:
    """What a page shows; the looks only of the `followed` controls whose choice is not in their state."""
    looks = _read_looks(seen, quiet, followed)
    values = {
        control.ref: Value(
            control.value,
            control.checked if control.checked is not None else control.selected,
            looks.get(control.ref, ""),
        )
        for control in seen.inventory.controls
    }
    return Moment(tuple(line.strip() for line in seen.inventory.whole_text.splitlines() if line.strip()), values)


def _read_looks(seen: Observation, quiet: BackgroundChanges, followed: frozenset[str]) -> dict[str, str]:
    """The classes and states of controls, without inline styles."""
    silent = (control for control in seen.inventory.controls if control.checked is None and control.selected is None)
    controls = [other for other in silent if other.ref in followed and other.tag not in _FIELDS]
    if not controls:
        return {}
    tree = PageTree(seen, quiet)
    paths = ((item.ref, tree.path_of(item)) for item in controls)
    return {ref: tree.read_row(path).lasting_state for ref, path in paths if path}


def _differs(entry: _Entry, now: Value) -> bool:
    """Whether a control lost its entry. Another notation of a text is no loss."""
    given = entry.given
    if given.text != entry.before.text:
        old, new = _plain(given.text), _plain(now.text)
        return bool(old) and (not new or (old not in new and new not in old))
    if given.chosen is not None:
        return given.chosen and now.chosen is False
    return now.look == entry.before.look != given.look


def _revises(old: Value, new: Value) -> bool:
    """Whether one telling text replaced another."""
    first, then = _plain(old.text), _plain(new.text)
    return min(len(first), len(then)) >= _SHORTEST and first not in then and then not in first


def _plain(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _holds(line: str, text: str) -> bool:
    """Whether a line contains a text, and not as a part of a longer word or number."""
    place = line.find(text)
    around = line[max(0, place - 1) : place] + line[place + len(text) : place + len(text) + 1]
    return bool(text) and place >= 0 and not any(sign.isascii() and sign.isalnum() for sign in around)
