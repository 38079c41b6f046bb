"""Tactics for restarts: a restart after the page was used, and the first presses once more after it."""

from pytest_cookie.checks.restart.fact import RestartFact
from pytest_cookie.checks.restart.words import starts_new_game
from pytest_cookie.core.action import Wait
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.games import GAME_DOMAIN
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.crawler.repeats import has_new_numbers
from pytest_cookie.exploration.label_words import Meaning, means
from pytest_cookie.exploration.tactic import Tactic, Turn

_LATE_MS = 1_500  # figures may count down to their start
_BEGIN_MS = 4_000  # a countdown, or a look at the cards, may come first
_MOST_NOTED = 6
_MOST_PRESSES = 2  # the second tells a control that is done from a page that is
_LEAST_MOVES = 2
_ROOM = 4  # the restart, a wait, two presses
_LATE_ROOM = 8  # an end that comes by itself was due before
_NO_PLAY: tuple[Meaning, ...] = ("pause", "resume", "close", "cancel", "menu", "destroy", "undo", "backward", "accept")


class PlayAgain(Tactic):
    """After a restart, presses what answered first before it, until something answers: twice at most, once.

    Not on a page with a canvas, where the place of things decides what answers.
    """

    worth = 96  # right after the restart

    def __init__(self) -> None:
        self._first: list[str] = []
        self._next: list[str] | None = None
        self._presses = 0
        self._pressed = self._kind = ""
        self.moves = 0
        """Steps so far that changed figures."""
        self.has_restarted = False

    def look(self, view: View) -> None:
        """Note what answers before the first restart."""
        last = view.last
        if last is None or self.has_restarted or last.outcome != "done" or last.action.sets_value:
            return
        if last.action.resets_page:
            self._first, self.moves = [], 0
        self.moves += has_new_numbers(last.change)
        if _plays(last) and len(self._first) < _MOST_NOTED and last.action.ref not in self._first:
            self._first.append(last.action.ref)

    def propose(self, turn: Turn) -> Decision | None:
        """Return the wait, or the next press."""
        last = turn.view.last
        if last is None or turn.room < 1:
            return None
        fact = RestartFact.of(last.change)
        if fact and not self.has_restarted and not last.action.is_idle:
            self.has_restarted = True
            self._next = None if turn.view.observation.inventory.canvases else list(self._first)
            if fact.kept:
                return Decision(Wait(value=str(_LATE_MS)), "Some figures are not at their start: do they follow?")
        if self._next is None or self._presses >= _MOST_PRESSES:
            return None
        if self._presses and not last.action.is_idle:
            if last.change.seen or last.page_errors or turn.room <= 1:
                self._next = None
                return None
            return Decision(Wait(value=str(_BEGIN_MS)), "No effect after the restart. Does the game begin a bit later?")
        control = self._find_next(turn)
        if control is None:
            self._next = None
            return None
        self._presses += 1
        thought = f"The {describe_control(control)} answered before the restart: does it again?"
        return Decision(act_on(control, "click"), thought)

    def _find_next(self, turn: Turn) -> Control | None:
        """What answered before; the second time another one, best of those, or else of the kind of the first."""
        known = [control for ref in self._next or () if (control := turn.find_control(ref))]
        alike = [one for one in turn.view.observation.inventory.controls if one.kind == self._kind]
        usable = [one for one in (*known, *alike) if not (one.disabled or one.covered or one.checked)]
        control = next((one for one in usable if one.ref != self._pressed), next(iter(usable), None))
        if control:
            self._pressed, self._kind = control.ref, control.kind
        return control


class Restart(Tactic):
    """Presses a restart once figures have changed, if none was pressed since."""

    def __init__(self, game: PlayAgain, *, worth: int, most_room: int) -> None:
        """Only with at most `most_room` steps left."""
        self.worth = worth
        self._game = game
        self._most_room = most_room
        self._is_done = False

    def propose(self, turn: Turn) -> Decision | None:
        """Return the press."""
        is_due = _ROOM <= turn.room <= self._most_room and self._game.moves >= _LEAST_MOVES
        if not is_due or self._is_done or self._game.has_restarted or turn.view.page_facts.has_modal:
            return None
        controls = (one for one in turn.view.observation.inventory.controls if not one.disabled and not one.covered)
        named = (one for one in controls if one.role == "button" and starts_new_game(one.name))
        control = next(
            (one for one in named if turn.case.domain == GAME_DOMAIN or not means(one.name, "destroy")), None
        )
        if control is None:
            return None
        self._is_done = True
        return Decision(act_on(control, "click"), f"The {describe_control(control)}: does all begin anew?")


def make_tactics() -> list[Tactic]:
    """New ones for an exploration: a restart when few steps are left, or when nothing else is."""
    game = PlayAgain()
    return [game, Restart(game, worth=17, most_room=_LATE_ROOM), Restart(game, worth=3, most_room=10_000)]


def _plays(last: Step) -> bool:
    """Whether the last step was a press that answered, and may be one of a game or quiz."""
    action, change = last.action, last.change
    away = change.url or change.dialogs or change.popups or change.downloads or action.purpose or action.intent
    if action.kind != "click" or not action.ref or not change.seen or away or last.page_errors:
        return False
    return not starts_new_game(action.target) and not any(means(action.target, word) for word in _NO_PLAY)
