"""`Settings`: finds settings that the crawler changed and that nothing needs any longer, and how to put them back.

A volume at its minimum, a filter, a search without results or a pause would silence every later test.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pytest_cookie.core.action import Action
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.exploration.crawler.forms import find_form
from pytest_cookie.exploration.crawler.plan import act_on, is_field
from pytest_cookie.exploration.crawler.test_data import classify_field
from pytest_cookie.exploration.label_words import means

_TIMES_EACH = 2
"""A control that returns to its changed state by itself is left there."""
_TIMES_ALL = 12
"""They take page time, though no steps."""
_VIEWS = frozenset({"tab", "option", "link", "menuitem"})
"""Roles that choose a view or a place rather than a setting."""


@dataclass(frozen=True)
class _State:
    """What of a control is a setting. `chosen`: ticked, pressed, or the current one of its group."""

    value: str
    chosen: bool
    open: bool
    pauses: bool
    """Whether its name offers a pause."""


class Settings:
    """Compares controls with their state when they were first seen. A reload begins anew.

    A setting is a slider, a choice, a toggle, a search or a number field with a value, outside forms that are sent and
    outside rows of entries, whose state is data.
    """

    def __init__(self) -> None:
        self._turn = 0
        self._first: dict[str, _State] = {}
        self._met_at: dict[str, int] = {}
        self._used_at: dict[str, list[int]] = {}
        self._times: Counter[str] = Counter()

    def look(self, view: View) -> None:
        """Note the states and what the last step used. Call it at every turn."""
        last = view.last
        if last and last.action.resets_page:
            self._first.clear()
            self._met_at.clear()
            self._used_at.clear()
        self._turn += 1
        for control in view.observation.inventory.controls:
            self._first.setdefault(control.ref, _read_state(control, view))
            self._met_at.setdefault(control.ref, self._turn)
        if last and last.action.ref and last.action.uses_control and last.outcome == "done":
            self._used_at.setdefault(last.action.ref, []).append(self._turn)

    def plan(self, view: View, wanted: Sequence[Control]) -> tuple[Action, ...]:
        """The inputs that put settings back before the first of the `wanted` controls is tried.

        What the next control is alike stays: the test of such a group goes on. So does a setting by which a wanted
        control came.
        """
        if view.page_facts.has_modal or view.observation.dialog_open or not wanted:
            return ()
        controls = {control.ref: control for control in view.observation.inventory.controls}
        actions: dict[str, Action] = {}
        for ref, used_at in self._used_at.items():
            used = controls.get(ref)
            if used is None or used.kind == wanted[0].kind or not self._is_setting(used, view):
                continue
            met_at = [self._met_at.get(control.ref, self._turn) for control in wanted]
            if met_at[0] >= used_at[0] or not set(used_at).isdisjoint(met_at):
                continue
            for action in self._put_back(used, view):
                actions.setdefault(f"{action.ref} {action.kind}", action)
        return self._limit(list(actions.values()))

    def find_paused(self, view: View) -> Control | None:
        """The button by which the crawler paused the page, if its name offers to go on now. Twice at most each."""
        for control in view.observation.inventory.controls:
            is_ours = control.ref in self._used_at and self._times[control.ref] < _TIMES_EACH
            is_paused = self._first[control.ref].pauses and not _read_state(control, view).pauses
            if is_ours and is_paused and not control.disabled and not control.covered:
                self._times[control.ref] += 1
                return control
        return None

    def _limit(self, actions: Sequence[Action]) -> tuple[Action, ...]:
        kept = [action for action in actions if self._times[action.ref] < _TIMES_EACH]
        kept = kept[: max(0, _TIMES_ALL - self._times.total())]
        self._times.update({action.ref for action in kept})
        for action in kept:
            self._used_at.pop(action.ref, None)
        return tuple(kept)

    def _is_setting(self, control: Control, view: View) -> bool:
        detail = view.page_facts.of(control)
        if control.disabled or control.covered or control.role in _VIEWS or detail.within or detail.readonly:
            return False
        form = find_form(control, view.observation.inventory.controls, view.page_facts)
        is_sent = form.submit is not None and not form.is_guessed
        return not is_sent or not _is_entered(control) or classify_field(control, detail) == "search"

    def _put_back(self, control: Control, view: View) -> Iterator[Action]:
        first, now = self._first[control.ref], _read_state(control, view)
        if control.tag == "select":
            if now.value != first.value:
                yield act_on(control, "select", first.value)
        elif is_field(control) or control.input_type == "range":
            yield from self._put_text_back(control, first.value, view) if now.value != first.value else ()
        elif first.open and not now.open:
            yield act_on(control, "click")
        else:
            yield from self._choose_again(control, view)

    def _put_text_back(self, field: Control, value: str, view: View) -> Iterator[Action]:
        """Only a search is emptied: without an entry, other controls may have nothing to work on."""
        if value:
            yield act_on(field, "type", value)
        elif classify_field(field, view.page_facts.of(field)) == "search":
            yield act_on(field, "clear")
            if find_form(field, view.observation.inventory.controls, view.page_facts).submit:
                yield act_on(field, "press", "Enter")

    def _choose_again(self, used: Control, view: View) -> Iterator[Action]:
        """Press the one of its group that was chosen at first; without such a one, the control itself."""
        alike = [control for control in view.observation.inventory.controls if control.kind == used.kind]
        known = [(one, self._first[one.ref].chosen, _read_state(one, view).chosen) for one in alike if not one.disabled]
        lost = next((one for one, was, now in known if was and not now), None)
        is_chosen_now = any(now and not was for _, was, now in known)
        if lost is not None and (is_chosen_now or lost.ref == used.ref):
            yield act_on(lost, "click")
        elif self._first[used.ref].chosen != _read_state(used, view).chosen and used.role != "radio":
            yield act_on(used, "click")


def _read_state(control: Control, view: View) -> _State:
    is_current = not control.href and view.page_facts.of(control).current
    chosen = bool(control.checked) or bool(control.selected) or is_current
    return _State(control.value, chosen, control.expanded is True, means(control.name, "pause"))


def _is_entered(control: Control) -> bool:
    """Whether it is part of what a form sends."""
    return is_field(control) or control.tag in ("select", "input")


def describe_put_back(actions: Sequence[Action]) -> str:
    """A sentence for the thought of the next step; "" without actions."""
    names = ", ".join(dict.fromkeys(f"“{action.target[:30] or action.role}”" for action in actions))
    return f"First put {names} back, which earlier steps changed. " if names else ""
