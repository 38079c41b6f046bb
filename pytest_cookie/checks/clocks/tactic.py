"""Tactic for clocks: a clock is run, paused and resumed."""

from pytest_cookie.core.action import Press, Wait
from pytest_cookie.core.page import Control
from pytest_cookie.core.pause_keys import find_pause_keys
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.label_words import Meaning, means
from pytest_cookie.exploration.tactic import Tactic, Turn

_CLOCK_MS = 5_000  # tells a clock that skips a second from one that is late by a frame
_CLOCK_ROOM = 8
_MIN_ROOM = 4  # a further step is worth less than the last first tries
_LAST_STAGE = 5  # wait, pause, wait, go on, wait
_MOST_BEGINS = 2


class ClockRound(Tactic):
    """Once per exploration: a wait while the clock runs, the pause, a wait, the way on, a wait.

    The pause is a button, or else the key that the page names for it.

    It begins after a press of "start", or one that sets something going or renames the button, such as "Start" to
    "Pause", on a page that shows a time; or sets a number going. It ends as soon as a step has not the effect that the
    next one needs; if the page stands still in the first wait, another press may begin it a second time.
    """

    worth = 65

    def __init__(self) -> None:
        self._ref = self._name = self._key = ""
        self._begun = 0
        self._stage = 0
        self._times: dict[str, str] = {}
        self._is_over = False

    def propose(self, turn: Turn) -> Decision | None:
        """Return the next step of the round, if it has begun or begins now.

        In a game it begins with the pause, after a wait during which a number moved: the keys come first.
        """
        view, room, last = turn.view, turn.room, turn.view.last
        if last is None or last.outcome != "done":
            return None
        if not turn.is_played and (room < _MIN_ROOM or last.page_errors):
            return None
        before, self._times = self._times, {reading.label: reading.text for reading in last.readings}
        if self._is_over or not self._times:
            return None
        has_moved = any(before.get(label) != text for label, text in self._times.items())
        if self._stage == 0 and turn.is_played:
            return self._begin_with_pause(last, view, room) if has_moved else None
        if self._stage == 0:
            counts = has_moved and last.change.motion == "started"
            return self._begin(last, view, room) if counts or any(other.is_time for other in last.readings) else None
        if self._stage == 1 and not has_moved:
            self._stage = 0
            return None
        runs_on = self._stage == 3 and has_moved
        self._stage += 1
        step = None if runs_on else self._continue(view)
        self._is_over = step is None or self._stage == _LAST_STAGE
        return step

    def _begin(self, last: Step, view: View, room: int) -> Decision | None:
        control = _pressed_button(last, view)
        moves = last.change.motion == "started" or (last.action.kind == "look" and view.restless)
        begins = control is not None and (control.name != last.action.target or means(control.name, "start"))
        if room < _CLOCK_ROOM or self._begun == _MOST_BEGINS or not (moves or begins):
            return None
        self._stage, self._begun = 1, self._begun + 1
        self._ref, self._name = (control.ref, control.name) if control else ("", "")
        seconds = f"{_CLOCK_MS // 1000} seconds"
        return _wait(f"The page shows a time: does it count {seconds} in {seconds}?")

    def _begin_with_pause(self, last: Step, view: View, room: int) -> Decision | None:
        control = self._find_button(view, "pause")
        if control is None or room < _CLOCK_ROOM or last.action.kind != "wait":
            return None  # the crawler's plan of a game has the keys
        self._stage, self._ref, self._name = 2, control.ref, control.name
        return self._continue(view)

    def _continue(self, view: View) -> Decision | None:
        if self._stage in (3, _LAST_STAGE):
            return _wait("Wait while the clock stands still." if self._stage == 3 else "Does it go on at its pace?")
        is_pause = self._stage == 2
        question = "does it stop?" if is_pause else "does the clock go on from where it stood?"
        self._key = _find_key(view) if is_pause else self._key
        if self._key:
            return Decision(Press(value=self._key), f"The key {self._key}: {question}")
        control = self._find_button(view, *(("pause",) if is_pause else ("resume", "start")))
        if control is None:
            return None
        return Decision(act_on(control, "click"), f"The {describe_control(control)}: {question}")

    def _find_button(self, view: View, *meanings: Meaning) -> Control | None:
        """Return a button with that meaning, best the one that began it; else that one if its name is unchanged."""
        buttons = [
            control for control in view.observation.inventory.controls if not control.disabled and not control.covered
        ]
        named = [
            button for word in meanings for button in buttons if button.role == "button" and means(button.name, word)
        ]
        own = [other for other in named if other.ref == self._ref]
        unchanged = [item for item in buttons if item.ref == self._ref and item.name == self._name]
        return next(iter((*own, *named, *unchanged)), None)


def _find_key(view: View) -> str:
    """The key that the page names for its pause, if no button is for it. A focused button would take the space bar."""
    if any(means(control.name, "pause") for control in view.observation.inventory.controls):
        return ""
    keys = find_pause_keys(view.observation.inventory.whole_text)
    return next((key for key in keys if key != "Space" or not view.observation.focus), "")


def _wait(thought: str) -> Decision:
    return Decision(Wait(value=str(_CLOCK_MS)), thought)


def _pressed_button(last: Step, view: View) -> Control | None:
    """Return the control of the last click, if it is still there."""
    if last.action.kind != "click" or not last.change.seen or last.action.intent:
        return None
    return next((control for control in view.observation.inventory.controls if control.ref == last.action.ref), None)
