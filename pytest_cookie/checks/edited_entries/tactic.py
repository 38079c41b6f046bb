"""`EndEdits`: cancels one edit of an entry, and saves one without a change."""

from pytest_cookie.checks.edited_entries.fact import EditFact
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.forms import find_form
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.crawler.test_data import value_instead
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.tactic import Tactic, Turn


class EndEdits(Tactic):
    """Ends an edit by “Cancel” after a change, and one by saving it as it is, once each.

    The first edit is left to those who change and save it.
    """

    worth = 82  # before a revision, which is done by then

    def __init__(self) -> None:
        self._is_first = True
        self._done: set[str] = set()
        self._cancel = ""
        self._was: frozenset[tuple[str, str]] = frozenset()
        self._is: frozenset[tuple[str, str]] = frozenset()

    def look(self, view: View) -> None:
        """Note which controls the last step brought or renamed."""
        controls = view.observation.inventory.controls
        self._was, self._is = self._is, frozenset((one.ref, one.name) for one in controls)

    def propose(self, turn: Turn) -> Decision | None:
        """Return the entry of another value, the press of “Cancel”, or that of the button that saves."""
        last = turn.view.last
        if last is None or last.outcome != "done":
            return None
        if self._cancel:
            button, self._cancel = turn.find_control(self._cancel), ""
            return _press(button, "is the entry as it was?") if button and last.action.kind == "type" else None
        fact = EditFact.of(last.change)
        if fact is None or fact.event != "opened":
            return None
        is_first, self._is_first = self._is_first, False
        field = turn.find_control(fact.field)
        return None if is_first or field is None else self._change(turn, field) or self._save(turn, field)

    def _change(self, turn: Turn, field: Control) -> Decision | None:
        usable = [one for one in turn.view.observation.inventory.controls if _is_button(one)]
        cancels = [one for one in usable if means(one.name, "cancel") and not means(one.name, "backward")]
        cancel = next((one for one in cancels if self._is_new(one)), None)
        value = value_instead(field, turn.view.page_facts.of(field), turn.case.language)
        if "cancel" in self._done or cancel is None or not value or turn.room <= 1:
            return None
        self._done.add("cancel")
        self._cancel = cancel.ref
        action = act_on(field, "type", value).model_copy(update={"intent": "valid"})
        return Decision(action, f"Change the {describe_control(field)}, and then cancel that.")

    def _save(self, turn: Turn, field: Control) -> Decision | None:
        """Only a button that came with the edit: another one may stay as it is, and rightly have no effect."""
        form = find_form(field, turn.view.observation.inventory.controls, turn.view.page_facts)
        submit = None if form.is_guessed else form.submit
        if (
            "save" in self._done
            or submit is None
            or not _is_button(submit)
            or turn.room < 1
            or not self._is_new(submit)
        ):
            return None
        self._done.add("save")
        return _press(submit, "without a change, does everything stay as it was?")

    def _is_new(self, control: Control) -> bool:
        return (control.ref, control.name) not in self._was


def _press(button: Control, question: str) -> Decision:
    return Decision(act_on(button, "click"), f"The {describe_control(button)}: {question}")


def _is_button(control: Control) -> bool:
    return control.role == "button" and not control.disabled and not control.covered
