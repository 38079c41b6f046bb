"""Steps that come back to what was entered: a step back and on again, and another value in place of the first."""

from pytest_cookie.core.action import Click, Select, Type
from pytest_cookie.core.case import Case
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.forms import find_form
from pytest_cookie.exploration.crawler.plan import act_on, describe_control, is_field
from pytest_cookie.exploration.crawler.test_data import further_value
from pytest_cookie.exploration.label_words import means

_MOST_RETURNS = 2
_MOST_REVISIONS = 2
_MOST_PRESSES = 4
_SHORTEST = 4
_CHOICES = frozenset({"radio", "checkbox", "option", "button", "switch", "menuitemradio"})


class Returns:
    """Goes back once after a step onward that took what was entered out of view, and on again."""

    def __init__(self) -> None:
        self._entered: dict[str, str] = {}
        self._done = 0
        self._kinds: set[str] = set()
        self._onward: tuple[str, str] | None = None

    def look(self, view: View) -> None:
        """Note what the last step entered or chose. Call it at every turn."""
        last = view.last
        if last is None or last.outcome != "done":
            return
        action = last.action
        if isinstance(action, Type | Select) and action.intent != "invalid" and action.ref:
            self._entered[action.ref] = "text"
        elif isinstance(action, Click) and action.ref and action.role in _CHOICES and _is_chosen(last):
            self._entered[action.ref] = "choice"

    def next(self, view: View, *, room: int) -> Decision | None:
        """Return the step back, or the one on again."""
        if self._onward is not None:
            return self._go_on(view)
        last = view.last
        if last is None or room < _MOST_PRESSES or not _leads_on(last) or view.page_facts.has_modal:
            return None
        there = {control.ref for control in view.observation.inventory.controls}
        gone = {kind for ref, kind in self._entered.items() if ref not in there}
        self._entered = {ref: kind for ref, kind in self._entered.items() if ref in there}
        back = next((one for one in view.observation.inventory.controls if _leads_back(one)), None)
        if back is None or not gone - self._kinds or self._done >= _MOST_RETURNS:
            return None
        self._kinds |= gone
        self._done += 1
        self._onward = last.action.ref, last.action.target
        thought = f"The {describe_control(back)}: is what was entered still there?"
        return Decision(act_on(back, "click"), thought)

    def _go_on(self, view: View) -> Decision | None:
        ref, name = self._onward or ("", "")
        self._onward = None
        controls = [one for one in view.observation.inventory.controls if not one.disabled and not one.covered]
        onward = next((one for one in controls if one.ref == ref or one.name == name), None)
        if onward is None:
            return None
        return Decision(act_on(onward, "click"), f"On again with the {describe_control(onward)}.")


class Revisions:
    """Changes an entry that was sent and is open for editing again, sends it, and looks where it was shown."""

    def __init__(self) -> None:
        self._shown: set[str] = set()
        self._typed: dict[str, str] = {}
        self._revised: set[str] = set()
        self._values: dict[str, str] = {}
        self._presses = 0
        self._field = ""

    def look(self, view: View) -> None:
        """Note typed values, and which of them the page shows outside of fields. Call it at every turn."""
        last = view.last
        if last and isinstance(last.action, Type) and last.action.intent == "valid" and last.outcome == "done":
            self._typed[last.action.ref] = last.action.value
        text = view.observation.inventory.whole_text
        held = {one.value for one in view.observation.inventory.controls}
        shown = {one for one in self._typed.values() if len(one) >= _SHORTEST and one not in held and one in text}
        self._shown |= shown

    def next(self, case: Case, view: View, *, room: int) -> Decision | None:
        """Return the next step of a revision, if there is one to make."""
        if room < 1:
            return None
        return self._send(view) or (self._revise(case, view) if room >= _MOST_PRESSES else None)

    def _revise(self, case: Case, view: View) -> Decision | None:
        last = view.last
        if last is None or last.action.kind != "click" or len(self._revised) >= _MOST_REVISIONS:
            return None
        before, self._values = self._values, {one.ref: one.value for one in view.observation.inventory.controls}
        for control in view.observation.inventory.controls:
            is_open = is_field(control) and not control.disabled and control.value in self._shown
            if not is_open or before.get(control.ref) == control.value or control.value in self._revised:
                continue
            value = further_value(control, view.page_facts.of(control), case.language)
            if value == control.value or not _is_telling(value):
                continue
            self._revised |= {control.value, value}
            self._field, self._presses = control.ref, _MOST_PRESSES
            action = act_on(control, "type", value).model_copy(update={"intent": "valid"})
            thought = f"The {describe_control(control)} has the earlier entry. Change it: is it then shown so?"
            return Decision(action, thought)
        return None

    def _send(self, view: View) -> Decision | None:
        """Press the button of the form, then what leads on, until the page shows the entry again."""
        if not self._presses:
            return None
        self._presses -= 1
        controls = view.observation.inventory.controls
        field = next((one for one in controls if one.ref == self._field), None)
        button = find_form(field, controls, view.page_facts).submit if field and field.value else None
        if button is None and not (field and field.value):
            shows = any(value in view.observation.inventory.whole_text for value in self._revised)
            button = None if shows else next((one for one in controls if _can_lead_on(one)), None)
        if button is None or button.disabled:
            self._presses = 0
            return None
        action = act_on(button, "click").model_copy(update={"intent": "valid"})
        return Decision(action, f"The {describe_control(button)}: does the page take the change everywhere?")


def _is_telling(value: str) -> bool:
    """Whether a value is long enough to be found on a page."""
    return len(value) >= _SHORTEST


def _is_chosen(last: Step) -> bool:
    states = [one for one in last.change.states if one.is_change_of(last.action.target)]
    if states:
        return any(one.property in ("checked", "selected") and one.after is True for one in states)
    return last.change.seen and not (last.change.appeared_text or last.change.vanished_text or last.change.url)


def _leads_on(last: Step) -> bool:
    """Whether the last step was one onward that the page took."""
    change = last.change
    went = bool(change.vanished_text and change.appeared_text) and not change.url
    return last.action.kind == "click" and means(last.action.target, "onward") and went and last.outcome == "done"


def _leads_back(control: Control) -> bool:
    return _can_be_pressed(control) and means(control.name, "backward")


def _can_lead_on(control: Control) -> bool:
    return _can_be_pressed(control) and means(control.name, "onward")


def _can_be_pressed(control: Control) -> bool:
    return control.role == "button" and not control.disabled and not control.covered
