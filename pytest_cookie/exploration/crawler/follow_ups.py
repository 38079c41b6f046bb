"""`FollowUps`: steps that the previous one calls for: confirm, undo, search, retry."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pytest_cookie.core.action import Type
from pytest_cookie.core.case import Case
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.dialogs import DialogHandler
from pytest_cookie.exploration.crawler.forms import (
    PageContext,
    PageForm,
    plan_search,
    plan_second_entry,
    plan_second_try,
)
from pytest_cookie.exploration.crawler.plan import Memory, act_on, describe_control, is_field
from pytest_cookie.exploration.crawler.test_data import classify_field, valid_value
from pytest_cookie.exploration.crawler.trial_steps import describe_row
from pytest_cookie.exploration.label_words import means, removes
from pytest_cookie.exploration.page_facts import Detail

_LISTED = re.compile(r">(td|li|dd)(:\d+)?(>|$)")
_MAX_CELLS = 300
_MAX_SECOND_ENTRIES = 2
_SHORTEST_ENTRY = 3  # shorter texts appear on a page by chance
_MAX_OWN_REMOVALS = 2
_MOST_TYPED = 8  # older entries have left the view
_PRESSED = frozenset({"button", "link", "generic"})


class FollowUps:
    """Derives steps from the previous step; most steps have none. `sent` is the form that was last filled in."""

    def __init__(self, memory: Memory, dialogs: DialogHandler) -> None:
        self._memory = memory
        self._dialogs = dialogs
        self._cells: tuple[str, ...] = ()
        self._searched = False
        self._undone: set[str] = set()
        self._retried: set[str] = set()
        self._entered_twice: set[str] = set()
        self._typed_otherwise: set[str] = set()
        self._removed_again: set[str] = set()
        self._typed: list[str] = []
        self._refusals: dict[str, str] = {}
        self.sent: PageForm | None = None

    def look(self, view: View) -> None:
        """Note what the last step typed, and what a button says of wrong input. Call it at every turn."""
        last = view.last
        if last and last.action.kind == "click" and last.action.intent == "invalid":
            known = self._refusals.get(last.action.ref, "")
            self._refusals[last.action.ref] = "\n".join((known, *last.change.appeared_text))
        if last and last.action.kind == "type" and last.action.intent == "valid":
            long_enough = [last.action.value] if len(last.action.value) >= _SHORTEST_ENTRY else []
            self._typed = [*self._typed, *long_enough][-_MOST_TYPED:]

    def plan_urgent(self, view: View) -> list[Decision]:
        """Return steps that come before everything already planned."""
        return self._confirm(view) or self._undo(view) or self._type_otherwise(view) or self._search(view)

    def _confirm(self, view: View) -> list[Decision]:
        """Confirm a removal if the page asks."""
        last = view.last
        if last is None or last.action.purpose != "destroy" or last.action.kind != "click":
            return []
        inside = self._dialogs.inside(view)
        if inside is None or last.action.ref in {control.ref for control in inside}:
            return []
        yes = self._dialogs.agree(inside)
        if yes is None:
            return []
        action = act_on(yes, "click").model_copy(update={"purpose": "destroy"})
        return [Decision(action, f"The page asks first. Confirm with the {describe_control(yes)}: is it gone?")]

    def _undo(self, view: View) -> list[Decision]:
        """Undo a removal if the page offers that."""
        last = view.last
        if last is None or last.action.purpose != "destroy" or not last.change.vanished_text:
            return []
        control = self.find_undo(view)
        if control is None:
            return []
        self._undone.add(control.ref)
        self._memory.try_now(control)
        thought = f"The {describe_control(control)} offers to undo that: does it come back?"
        return [Decision(act_on(control, "click"), thought)]

    def find_undo(self, view: View) -> Control | None:
        """Return a control that undoes and was not used for that yet."""
        controls = view.observation.inventory.controls
        offered = (control for control in controls if means(control.name, "undo") and not control.disabled)
        return next((other for other in offered if other.ref not in self._undone), None)

    def _type_otherwise(self, view: View) -> list[Decision]:
        """Type figures in place of letters, or letters in place of figures, if a field refused the others."""
        last = view.last
        if last is None or not isinstance(last.action, Type) or last.action.intent or last.outcome != "done":
            return []
        value, change = last.action.value, last.change
        if change.states or change.appeared_text or change.vanished_text or not value:
            return []
        field = next(
            (control for control in view.observation.inventory.controls if control.ref == last.action.ref), None
        )
        if field is None or field.value == value or field.ref in self._typed_otherwise or not is_field(field):
            return []
        if len(self._typed_otherwise) >= _MAX_SECOND_ENTRIES:
            return []
        self._typed_otherwise.add(field.ref)
        has_letters = any(map(str.isalpha, value))
        other, kind = ("7", "figures") if has_letters else ("abc", "letters")
        thought = f"The {describe_control(field)} did not take “{value[:20]}”: does it take {kind}?"
        return [Decision(act_on(field, "type", other), thought)]

    def _search(self, view: View) -> list[Decision]:
        """Search from a later page of a list, where searches often fail."""
        last, before, now = view.last, self._cells, list_cells(view)
        self._cells = now
        if self._searched or last is None or not means(last.action.target, "onward") or now == before:
            return []
        field = next(
            (control for control in view.observation.inventory.controls if _is_search_field(control, view)), None
        )
        self._searched = field is not None
        return plan_search(field, before, now) if field else []

    def plan_retry(self, case: Case, view: View) -> list[Decision]:
        """Fill in a form with other values, once, if it refused plausible ones."""
        form, last = self.sent, view.last
        if form is None or form.submit is None or last is None or last.action.intent != "valid":
            return []
        if last.action.kind != "click" or form.submit.ref != last.action.ref or form.submit.ref in self._retried:
            return []
        if not (self._is_refused(last) or _is_marked(form, view)) or not _is_there(form, view):
            return []
        self._retried.add(form.submit.ref)
        return plan_second_try(_refresh(form, view), PageContext(case.language))

    def _is_refused(self, last: Step) -> bool:
        """Whether a submit got a dialog, the browser's message, or a text that the same button had for wrong input."""
        told = self._refusals.get(last.action.ref, "")
        again = any(text in told for text in last.change.appeared_text)
        return bool(last.change.dialogs) or last.change.is_refused or again

    def plan_another_entry(self, case: Case, view: View) -> list[Decision]:
        """Enter a second entry into a form that creates entries, so that one can be removed and one kept, and to see
        whether the form works more than once."""
        form, last = self.sent, view.last
        if form is None or not form.fields or last is None or not _submitted(form, last):
            return []
        name = form.fields[0][0].ref
        if name in self._entered_twice or len(self._entered_twice) >= _MAX_SECOND_ENTRIES:
            return []
        first = [valid_value(*pair, case.language) for pair in form.fields if is_field(pair[0])]
        if not _shows_entry(last.change, first) or view.page_facts.has_modal or not _is_there(form, view):
            return []
        self._entered_twice.add(name)
        return plan_second_entry(_refresh(form, view), PageContext(case.language))

    def plan_own_removal(self, view: View) -> list[Decision]:
        """Remove an entry that was just added: afterwards the page must be as it was before."""
        form, last = self.sent, view.last
        if form is None or not form.fields or last is None or not _submitted(form, last) or view.page_facts.has_modal:
            return []
        name = form.fields[0][0].ref
        if name in self._removed_again or len(self._removed_again) >= _MAX_OWN_REMOVALS:
            return []
        entries = [item for item in self._typed if any(item in text for text in last.change.appeared_text)]
        for control in view.observation.inventory.controls:
            if entries and _removes(control, entries, view):
                self._removed_again.add(name)
                within = describe_row(view.page_facts.of(control), view)
                action = act_on(control, "click").model_copy(update={"purpose": "destroy", "within": within})
                thought = f"The {describe_control(control)} removes what was just added: is all as it was before?"
                return [Decision(action, thought)]
        return []


def _removes(control: Control, entries: Sequence[str], view: View) -> bool:
    """Whether it removes one of these entries: its row or its name has the entry's text."""
    if control.disabled or control.covered or control.role not in _PRESSED or control.href.strip("#"):
        return False
    if not removes(control.name):
        return False
    texts = (control.name, *view.page_facts.of(control).within)
    return any(entry in text for entry in entries for text in texts)


def list_cells(view: View) -> tuple[str, ...]:
    """Return the texts of the page's lists and tables, in order."""
    listed: Sequence[str] = [state.text for path, state in view.observation.elements.items() if _LISTED.search(path)]
    return tuple(text for text in listed if text)[:_MAX_CELLS]


def _is_search_field(control: Control, view: View) -> bool:
    return is_field(control) and classify_field(control, view.page_facts.of(control)) == "search"


def _submitted(form: PageForm, last: Step) -> bool:
    """Whether the last step submitted the form with valid values: by its button, or by Enter if it has none."""
    if last.outcome != "done" or last.page_errors:
        return False
    if form.submit:
        return last.action.intent == "valid" and last.action.ref == form.submit.ref
    return last.action.value == "Enter" and last.action.ref in {one.ref for one, _ in form.fields}


def _shows_entry(change: Change, values: Sequence[str]) -> bool:
    """Whether the typed values appeared on the page, without side effects."""
    away = change.url or change.dialogs or change.popups or change.downloads or change.fields_gone
    long_enough = [value for value in values if len(value) >= _SHORTEST_ENTRY]
    return bool(
        not away and change.dom_added and any(item in text for text in change.appeared_text for item in long_enough)
    )


def _refresh(form: PageForm, view: View) -> PageForm:
    """The form as it is now: with its values, and with messages beside its fields."""
    now = {control.ref: control for control in view.observation.inventory.controls}
    return replace(
        form, fields=tuple((now[one.ref], view.page_facts.details.get(one.ref, detail)) for one, detail in form.fields)
    )


def _is_marked(form: PageForm, view: View) -> bool:
    return any(view.page_facts.details.get(one.ref, Detail()).invalid for one, _ in form.fields)


def _is_there(form: PageForm, view: View) -> bool:
    there = {control.ref for control in view.observation.inventory.controls}
    return all(one.ref in there for one, _ in form.fields)
