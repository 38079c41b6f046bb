"""`FollowUps`: what the crawler owes to what just happened: confirm, take back, search from here, try once more."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pytest_cookie.core.case import Case
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.dialogs import DialogManners
from pytest_cookie.exploration.crawler.forms import Form, Page, search_again, second_entry, second_try
from pytest_cookie.exploration.crawler.plan import Memory, called, is_field, on
from pytest_cookie.exploration.crawler.test_data import meaning_of, valid_value
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.page_facts import Detail

_LISTED = re.compile(r">(td|li|dd)(:\d+)?(>|$)")
_MAX_CELLS = 300
_MAX_SECOND_ENTRIES = 2
_SHORTEST_ENTRY = 3


class FollowUps:
    """Looks at the step before; most steps have no sequel. `sent` is the form that was last worked through."""

    def __init__(self, memory: Memory, dialogs: DialogManners) -> None:
        self._memory = memory
        self._dialogs = dialogs
        self._cells: tuple[str, ...] = ()
        self._searched = False
        self._taken_back: set[str] = set()
        self._retried: set[str] = set()
        self._entered_twice: set[str] = set()
        self.sent: Form | None = None

    def at_once(self, view: View) -> list[Decision]:
        """What comes before all that is under way."""
        return self._confirm(view) or self._undo(view) or self._search(view)

    def _confirm(self, view: View) -> list[Decision]:
        """Whether to remove something was asked: yes, or nothing would be learned."""
        last = view.last
        if last is None or last.action.purpose != "destroy" or last.action.kind != "click":
            return []
        inside = self._dialogs.inside(view)
        if inside is None or last.action.ref in {control.ref for control in inside}:
            return []
        yes = self._dialogs.agree(inside)
        if yes is None:
            return []
        action = on(yes, "click").model_copy(update={"purpose": "destroy"})
        return [Decision(action, f"It asks first. Yes, {called(yes)}: is it gone?")]

    def _undo(self, view: View) -> list[Decision]:
        """What was just taken away can be had back where the page says so."""
        last = view.last
        if last is None or last.action.purpose != "destroy" or not last.change.vanished_text:
            return []
        for control in view.observation.inventory.controls:
            if means(control.name, "undo") and not control.disabled and control.ref not in self._taken_back:
                self._taken_back.add(control.ref)
                self._memory.try_now(control)
                return [Decision(on(control, "click"), f"The {called(control)} promises it back: does it come?")]
        return []

    def _search(self, view: View) -> list[Decision]:
        """Searches go wrong on the later pages of a list."""
        last, before, now = view.last, self._cells, cells_of_lists(view)
        self._cells = now
        if self._searched or last is None or not means(last.action.target, "onward") or now == before:
            return []
        field = next((one for one in view.observation.inventory.controls if _searches(one, view)), None)
        self._searched = field is not None
        return search_again(field, before, now) if field else []

    def retry(self, case: Case, view: View) -> list[Decision]:
        """A form that refuses what seems plausible is given something else, once."""
        form, last = self.sent, view.last
        if form is None or form.submit is None or last is None or last.action.intent != "valid":
            return []
        if last.action.kind != "click" or form.submit.ref != last.action.ref or form.submit.ref in self._retried:
            return []
        if not (last.change.dialogs or _is_marked(form, view)) or not _is_there(form, view):
            return []
        self._retried.add(form.submit.ref)
        return second_try(form, Page(case.language))

    def enter_another(self, case: Case, view: View) -> list[Decision]:
        """What makes an entry of what it is given gets a second one, so that there is one row to take away and one
        to keep, and it is seen whether the form works more than once."""
        form, last = self.sent, view.last
        if form is None or last is None or not _has_sent(form, last):
            return []
        name = form.fields[0][0].ref
        if name in self._entered_twice or len(self._entered_twice) >= _MAX_SECOND_ENTRIES:
            return []
        first = [valid_value(*pair, case.language) for pair in form.fields if is_field(pair[0])]
        if not _has_entered(last.change, first) or view.surroundings.has_modal or not _is_there(form, view):
            return []
        self._entered_twice.add(name)
        return second_entry(_as_it_is_now(form, view), Page(case.language))


def cells_of_lists(view: View) -> tuple[str, ...]:
    """What stands in the page's lists and tables, in their order."""
    listed: Sequence[str] = [state.text for path, state in view.observation.elements.items() if _LISTED.search(path)]
    return tuple(text for text in listed if text)[:_MAX_CELLS]


def _searches(control: Control, view: View) -> bool:
    return is_field(control) and meaning_of(control, view.surroundings.of(control)) == "search"


def _has_sent(form: Form, last: Step) -> bool:
    """Whether the last step sent it, filled in sensibly: by its button, or by Enter where it has none."""
    if last.outcome != "done" or last.page_errors:
        return False
    if form.submit:
        return last.action.intent == "valid" and last.action.ref == form.submit.ref
    return last.action.value == "Enter" and last.action.ref in {one.ref for one, _ in form.fields}


def _has_entered(change: Change, values: Sequence[str]) -> bool:
    """Whether something came to the page that says what was typed, and nothing else happened with it."""
    away = change.url or change.dialogs or change.popups or change.downloads or change.fields_gone
    told = [value for value in values if len(value) >= _SHORTEST_ENTRY]
    return bool(not away and change.dom_added and any(one in text for text in change.appeared_text for one in told))


def _as_it_is_now(form: Form, view: View) -> Form:
    now = {control.ref: control for control in view.observation.inventory.controls}
    return replace(form, fields=tuple((now[one.ref], detail) for one, detail in form.fields))


def _is_marked(form: Form, view: View) -> bool:
    return any(view.surroundings.details.get(one.ref, Detail()).invalid for one, _ in form.fields)


def _is_there(form: Form, view: View) -> bool:
    there = {control.ref for control in view.observation.inventory.controls}
    return all(one.ref in there for one, _ in form.fields)
