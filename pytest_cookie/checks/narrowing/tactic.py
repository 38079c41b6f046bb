"""`SearchAgain`: searches a list for words that it has, for one that nothing has, and empties the field."""

from pytest_cookie.checks.narrowing.fact import NONSENSE, NarrowingFact
from pytest_cookie.core.action import Action, Wait
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.tactic import Phase, Tactic, Turn

_LATE_MS = 1_500  # results may come from a server
_MIN_ROOM = 4  # a word, nonsense, and the empty field


class SearchAgain(Tactic):
    """Goes on after the first search that narrows a list, when the field is empty again; once."""

    worth = 92  # before the rest of what is planned
    phases: frozenset[Phase] = frozenset({"open", "closing"})

    def __init__(self) -> None:
        self._is_done = self._is_mine = False
        self._field = self._word = ""
        self._awaited = 0
        self._trigger: Action | None = None
        self._latest: NarrowingFact | None = None
        self._is_found = self._is_answered = False

    def look(self, view: View) -> None:
        """Note which field is used, and what the list follows: typing, or the key or press after it."""
        last = view.last
        if last is None:
            return
        fact, action = NarrowingFact.of(last.change), last.action
        if action.kind == "type" and not self._is_mine:
            self._field, self._trigger, self._latest = action.ref, None, None
            self._is_found = self._is_answered = False
        if fact is None:
            return
        self._is_found = self._is_found or fact.is_found
        if not self._is_answered and action.kind != "type" and not action.is_idle:
            self._trigger = action
        self._is_answered, self._latest = True, fact

    def propose(self, turn: Turn) -> Decision | None:
        """Return the next step of a search."""
        last = turn.view.last
        if last is None or turn.spare < 1 or last.outcome != "done":
            self._is_mine = False
            return None
        fact = NarrowingFact.of(last.change)
        if fact and fact.is_doubtful and fact.run != self._awaited:
            self._awaited = fact.run
            return Decision(Wait(value=str(_LATE_MS)), "That is not what a search should show: does it come late?")
        if self._trigger and last.action.edits_field and last.action.ref == self._field:
            return self._press(turn, self._trigger)
        if self._is_mine:
            return self._go_on(turn, last)
        is_cleared = last.action.kind == "clear" and last.action.ref == self._field and not self._trigger
        return self._begin(turn, self._latest if is_cleared else fact if fact and not fact.query else None)

    def _press(self, turn: Turn, trigger: Action) -> Decision | None:
        control = turn.find_control(trigger.ref)
        is_mine = self._is_mine or (turn.view.last is not None and turn.view.last.action.kind == "clear")
        if control is None or control.disabled or not is_mine:
            return None
        return Decision(act_on(control, trigger.kind, trigger.value), "Does the list follow?")

    def _begin(self, turn: Turn, fact: NarrowingFact | None) -> Decision | None:
        if fact is None or self._is_done or turn.phase != "open" or turn.room < _MIN_ROOM:
            return None
        self._word = "".join(fact.words)
        if not self._is_found and not self._word:
            return None
        self._is_done = self._is_mine = True
        return self._type(turn)

    def _go_on(self, turn: Turn, last: Step) -> Decision | None:
        """Nonsense once a word was found, at last the empty field."""
        field = turn.find_control(self._field)
        if field is None or not field.value or last.action.kind == "clear":
            self._is_mine = False
            return None
        if field.value != NONSENSE and self._is_found:
            return self._type(turn)
        return Decision(act_on(field, "clear"), f"Empty the {describe_control(field)}: is everything as before?")

    def _type(self, turn: Turn) -> Decision | None:
        field = turn.find_control(self._field)
        if field is None:
            self._is_mine = False
            return None
        if self._is_found:
            return Decision(act_on(field, "type", NONSENSE), "No entry has this: does the page say so?")
        return Decision(act_on(field, "type", self._word), "The list has this: is it found?")
