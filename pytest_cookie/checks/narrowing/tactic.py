"""`SearchAgain`: searches a list for words that it has, for one that nothing has, and empties the field."""

from pytest_cookie.checks.narrowing.fact import NONSENSE, NarrowingFact
from pytest_cookie.core.action import Action, Wait
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.tactic import Phase, Tactic, Turn

_LATE_MS = 1_500  # results may come from a server
_MIN_ROOM = 5  # two words, nonsense, and the empty field


class SearchAgain(Tactic):
    """Goes on after the first search that narrows a list, when the field is empty again; once.

    From a later page of a list it searches for an entry of the page before, and goes one page back if that shows
    nothing.
    """

    worth = 92  # before the rest of what is planned
    phases: frozenset[Phase] = frozenset({"open", "closing"})

    def __init__(self) -> None:
        self._is_done = self._is_on_later_page = False
        self._field = ""
        self._awaited = 0
        self._words: list[str] | None = None
        self._trigger: Action | None = None
        self._latest: NarrowingFact | None = None
        self._is_found = self._is_answered = False

    def look(self, view: View) -> None:
        """Note which field is used, and what the list follows: typing, or the key or press after it."""
        last = view.last
        if last is None:
            return
        fact, action = NarrowingFact.of(last.change), last.action
        if action.kind == "type" and self._words is None:
            self._field, self._trigger, self._latest = action.ref, None, None
            self._is_found = self._is_answered = False
        if fact is None or not fact.run:
            return
        self._is_found = self._is_found or fact.is_found
        if not self._is_answered and action.kind != "type" and not action.is_idle:
            self._trigger = action
        self._is_answered, self._latest = True, fact

    def propose(self, turn: Turn) -> Decision | None:
        """Return the next step of a search."""
        last = turn.view.last
        if last is None or turn.spare < 1 or last.outcome != "done":
            self._words = None
            return None
        fact = NarrowingFact.of(last.change)
        if fact and fact.elsewhere and fact.is_empty and last.action.kind == "type":
            return _turn_back(turn)
        if fact and fact.is_doubtful and fact.run != self._awaited:
            self._awaited = fact.run
            return Decision(Wait(value=str(_LATE_MS)), "That is not what a search should show: does it come late?")
        if self._trigger and last.action.edits_field and last.action.ref == self._field:
            return self._press(turn, self._trigger)
        if fact and not fact.run:
            return self._search_on_later_page(turn, fact)
        if self._words is not None:
            return self._go_on(turn, last)
        is_cleared = last.action.kind == "clear" and last.action.ref == self._field and not self._trigger
        return self._begin(turn, self._latest if is_cleared else fact if fact and not fact.query else None)

    def _search_on_later_page(self, turn: Turn, fact: NarrowingFact) -> Decision | None:
        if self._is_on_later_page or turn.phase != "open" or turn.room < _MIN_ROOM:
            return None
        self._is_on_later_page, self._is_found, self._words = True, False, list(fact.words)
        return self._type(turn)

    def _press(self, turn: Turn, trigger: Action) -> Decision | None:
        control = turn.find_control(trigger.ref)
        is_mine = self._words is not None or (turn.view.last is not None and turn.view.last.action.kind == "clear")
        if control is None or control.disabled or not is_mine:
            return None
        return Decision(act_on(control, trigger.kind, trigger.value), "Does the list follow?")

    def _begin(self, turn: Turn, fact: NarrowingFact | None) -> Decision | None:
        if fact is None or self._is_done or turn.phase != "open" or turn.room < _MIN_ROOM:
            return None
        if not self._is_found and not fact.words:
            return None
        self._is_done = True
        self._words = list(fact.words)
        return self._type(turn)

    def _go_on(self, turn: Turn, last: Step) -> Decision | None:
        """Another word if the last was not found, then nonsense, at last the empty field."""
        field = turn.find_control(self._field)
        if field is None or not field.value or last.action.kind == "clear":
            self._words = None
            return None
        if field.value != NONSENSE and (self._words or (self._is_found and not self._is_on_later_page)):
            return self._type(turn)
        return Decision(act_on(field, "clear"), f"Empty the {describe_control(field)}: is everything as before?")

    def _type(self, turn: Turn) -> Decision | None:
        field = turn.find_control(self._field)
        if field is None or self._words is None or not (self._is_found or self._words):
            self._words = None
            return None
        word = NONSENSE if self._is_found else self._words.pop(0)
        thought = "No entry has this: does the page say so?" if self._is_found else "The list has this: is it found?"
        return Decision(act_on(field, "type", word), thought)


def _turn_back(turn: Turn) -> Decision | None:
    """The page before this one, to see whether the results are there."""
    controls = [one for one in turn.view.observation.inventory.controls if not one.disabled and not one.covered]
    back = next((one for one in controls if means(one.name, "backward") or one.name.strip() == "1"), None)
    if back is None:
        return None
    return Decision(act_on(back, "click"), f"No result on this page. Does the {describe_control(back)} lead to it?")
