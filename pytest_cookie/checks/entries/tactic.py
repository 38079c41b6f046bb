"""Tactics for entries: a step back and on again, and another value in place of the first."""

from pytest_cookie.core.action import Action, Click, Select, Type
from pytest_cookie.core.case import Case
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.forms import find_form
from pytest_cookie.exploration.crawler.plan import act_on, describe_control, is_field
from pytest_cookie.exploration.crawler.second_tries import reload_after
from pytest_cookie.exploration.crawler.test_data import classify_field, value_instead
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.tactic import Phase, Tactic, Turn

_MOST_RETURNS = 2
_MOST_REVISIONS = 2
_MOST_PRESSES = 4  # back, look, on, look
_SHORTEST = 4  # shorter texts appear on a page by chance
_CHOICES = frozenset({"radio", "checkbox", "option", "button", "switch", "menuitemradio"})


class Returns(Tactic):
    """Goes back once after a step onward that took the entries out of view, and on again."""

    worth = 75

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

    def propose(self, turn: Turn) -> Decision | None:
        """Return the step back, or the one on again."""
        view = turn.view
        if self._onward is not None:
            return self._go_on(view)
        last = view.last
        if last is None or turn.room < _MOST_PRESSES or not _leads_on(last) or view.page_facts.has_modal:
            return None
        there = {control.ref for control in view.observation.inventory.controls}
        gone = {kind for ref, kind in self._entered.items() if ref not in there}
        self._entered = {ref: kind for ref, kind in self._entered.items() if ref in there}
        back = next((other for other in view.observation.inventory.controls if _leads_back(other)), None)
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
        controls = [
            control for control in view.observation.inventory.controls if not control.disabled and not control.covered
        ]
        onward = next((other for other in controls if other.ref == ref or other.name == name), None)
        if onward is None:
            return None
        return Decision(act_on(onward, "click"), f"On again with the {describe_control(onward)}.")


class Revisions(Tactic):
    """Changes an entry that was sent and is open for editing again, sends it, and looks at the place that showed it."""

    worth = 80
    phases: frozenset[Phase] = frozenset({"open", "closing"})

    def __init__(self) -> None:
        self._shown: set[str] = set()
        self._typed: dict[str, str] = {}
        self._revised: set[str] = set()
        self._revisions = 0
        self._values: dict[str, str] = {}
        self._presses = 0
        self._field = ""
        self._figures: Decision | None = None
        self.is_sent = False
        """Whether the last step sent a change, its form is empty or gone, and the page shows the entry."""

    def look(self, view: View) -> None:
        """Note typed values, and which of them the page shows outside of fields. Call it at every turn."""
        last = view.last
        if last and isinstance(last.action, Type) and last.action.intent == "valid" and last.outcome == "done":
            self._typed[last.action.ref] = last.action.value
        text = view.observation.inventory.whole_text
        held = {control.value for control in view.observation.inventory.controls}
        shown = {item for item in self._typed.values() if len(item) >= _SHORTEST and item not in held and item in text}
        self._shown |= shown
        was_sent = last is not None and last.action.kind == "click" and last.action.intent == "valid"
        self.is_sent = was_sent and not held & self._revised and self._shows_entry(view)

    def propose(self, turn: Turn) -> Decision | None:
        """Return the next step of a revision, if there is one to make."""
        if turn.spare < 1:
            return None
        return self._send(turn.view) or (self._revise(turn.case, turn.view) if turn.spare >= _MOST_PRESSES else None)

    def _revise(self, case: Case, view: View) -> Decision | None:
        last = view.last
        if last is None or last.action.kind != "click" or self._revisions >= _MOST_REVISIONS:
            return None
        before, self._values = self._values, {other.ref: other.value for other in view.observation.inventory.controls}
        for control in view.observation.inventory.controls:
            is_open = is_field(control) and not control.disabled and control.value in self._shown
            value = (
                value_instead(control, view.page_facts.of(control), case.language)
                if is_open and before.get(control.ref) != control.value
                else ""
            )
            if len(value) < _SHORTEST or {control.value, value} & self._revised:
                continue
            self._revised |= {control.value, value}
            self._revisions += 1
            self._field, self._presses = control.ref, _MOST_PRESSES
            self._figures = _change_figures(control, case, view)
            thought = f"The {describe_control(control)} has the earlier entry. Change it: is it then shown so?"
            return Decision(_type(control, value), thought)
        return None

    def _send(self, view: View) -> Decision | None:
        """Press the button of the form, then what leads on, until the page shows the entry again."""
        if not self._presses:
            return None
        if figures := self._figures:
            self._figures = None
            return figures
        self._presses -= 1
        controls = view.observation.inventory.controls
        field = next((control for control in controls if control.ref == self._field), None)
        form = find_form(field, controls, view.page_facts) if field and field.value else None
        button = form.submit if form and not form.is_guessed else None
        if button is None and not (field and field.value):
            button = (
                None if self._shows_entry(view) else next((other for other in controls if _can_lead_on(other)), None)
            )
        pressed = view.last.action.ref if view.last else ""
        is_refused = bool(field and field.value and button and button.ref == pressed)
        if button is None or button.disabled or is_refused:
            self._presses = 0
            return None
        action = act_on(button, "click").model_copy(update={"intent": "valid"})
        return Decision(action, f"The {describe_control(button)}: does the page take the change everywhere?")

    def _shows_entry(self, view: View) -> bool:
        return any(value in view.observation.inventory.whole_text for value in self._revised)


class ReloadRevision(Tactic):
    """Reloads a page that stores something, once, after an earlier entry was changed and sent."""

    worth = 100

    def __init__(self, revisions: Revisions) -> None:
        self._revisions = revisions
        self._done = False

    def propose(self, turn: Turn) -> Decision | None:
        """Return the reload."""
        last = turn.view.last
        if last is None or turn.room < 1 or not turn.view.page_facts.stores or self._done:
            return None
        if not self._revisions.is_sent or last.change.url or last.change.dialogs:
            return None
        self._done = True
        return reload_after("changed")


def make_tactics() -> list[Tactic]:
    """New ones for an exploration."""
    revisions = Revisions()
    return [Returns(), revisions, ReloadRevision(revisions)]


def _change_figures(control: Control, case: Case, view: View) -> Decision | None:
    """Another number in the first field of numbers in the form of `control`."""
    form = find_form(control, view.observation.inventory.controls, view.page_facts)
    for one, detail in form.fields:
        if is_field(one) and one.ref != control.ref and classify_field(one, detail) in ("amount", "number"):
            value = value_instead(one, detail, case.language)
            thought = f"Another number in the {describe_control(one)}: do totals follow?"
            return Decision(_type(one, value), thought) if value and one.value and not one.disabled else None
    return None


def _type(control: Control, value: str) -> Action:
    return act_on(control, "type", value).model_copy(update={"intent": "valid"})


def _is_chosen(last: Step) -> bool:
    states = [state for state in last.change.states if state.is_change_of(last.action.target)]
    if states:
        return any(other.property in ("checked", "selected") and other.after is True for other in states)
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
