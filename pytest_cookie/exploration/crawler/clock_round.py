"""`ClockRound`: how the crawler tries a clock that a press starts: let it run, pause it, wait, and go on."""

import re

from pytest_cookie.core.action import Wait
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import act_on, describe_control

CLOCK_MS = 5_000
_TIME = re.compile(r"\b\d{1,3}\s?[:：]\s?\d{2}(?:[.,]\d+)?\b|\b\d+(?:[.,]\d+)?\s?(?:s|sec|秒|초)\b")
_MIN_ROOM = 8


class ClockRound:
    """Once per exploration: a wait while the clock runs, the same button, a wait, the button again, a wait.

    It begins after a press that sets something going or takes another name, such as "Start" that becomes "Pause", on a
    page that shows a time, and ends as soon as a step has not the effect that the next one needs.
    """

    def __init__(self) -> None:
        self._ref = ""
        self._stage = 0
        self._times: list[str] = []
        self._is_over = False

    def next(self, last: Step, view: View, *, room: int) -> Decision | None:
        """Return the next step of the round, if it has begun or begins now."""
        text = view.observation.inventory.text
        times, before = _TIME.findall(text), self._times
        self._times = times
        if self._is_over or not times:
            return None
        control = next((one for one in view.observation.inventory.controls if one.ref == self._ref), None)
        if self._stage == 0:
            return self._begin(last, view, room)
        has_moved = times != before
        expected = {1: has_moved, 2: True, 3: not has_moved, 4: True}.get(self._stage, False)
        if not expected or control is None or control.disabled:
            self._is_over = True
            return None
        self._stage += 1
        return self._continue(control)

    def _begin(self, last: Step, view: View, room: int) -> Decision | None:
        control = _pressed_button(last, view)
        moves = last.change.motion == "started" or (last.action.kind == "look" and view.restless)
        if room < _MIN_ROOM or not (moves or (control and control.name != last.action.target)):
            return None
        self._stage, self._ref = 1, control.ref if control else ""
        return _wait(f"The page shows a time: does it count {CLOCK_MS // 1000} seconds in {CLOCK_MS // 1000} seconds?")

    def _continue(self, control: Control) -> Decision:
        what = describe_control(control)
        if self._stage == 2:
            return Decision(act_on(control, "click"), f"The clock runs. The {what}: does it stop?")
        if self._stage == 3:
            return _wait("Wait while the clock stands still.")
        if self._stage == 4:
            return Decision(act_on(control, "click"), f"The {what}: does the clock go on from where it stood?")
        self._is_over = True
        return _wait("Does it go on at its pace?")


def _wait(thought: str) -> Decision:
    return Decision(Wait(value=str(CLOCK_MS)), thought)


def _pressed_button(last: Step, view: View) -> Control | None:
    """Return the control of the last click, if it is still there."""
    if last.action.kind != "click" or not last.change.seen or last.action.intent:
        return None
    return next((one for one in view.observation.inventory.controls if one.ref == last.action.ref), None)
