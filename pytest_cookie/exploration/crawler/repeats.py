"""Steps after one that worked: a clock is run, paused and resumed, a view is left, keys move on."""

import re

from pytest_cookie.core.action import Back, Hold, Select, Wait
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Change, ControlProperty, Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.label_words import Meaning, means
from pytest_cookie.exploration.tactic import Tactic, Turn

CLOCK_MS = 5_000  # tells a clock that skips a second from one that is late by a frame
_CLOCK_ROOM = 8
_LAST_STAGE = 5  # wait, pause, wait, go on, wait
_MOST_BEGINS = 2


class ClockRound:
    """Once per exploration: a wait while the clock runs, the pause, a wait, the way on, a wait.

    It begins after a press of "start", or one that sets something going or renames the button, such as "Start" to
    "Pause", on a page that shows a time; or sets a number going. It ends as soon as a step has not the effect that the
    next one needs; if the page stands still in the first wait, another press may begin it a second time.
    """

    def __init__(self) -> None:
        self._ref = self._name = ""
        self._begun = 0
        self._stage = 0
        self._times: dict[str, str] = {}
        self._is_over = False

    def next(self, last: Step, view: View, *, room: int, is_game: bool = False) -> Decision | None:
        """Return the next step of the round, if it has begun or begins now.

        In a game it begins with the pause, after a wait during which a number moved: the keys come first.
        """
        before, self._times = self._times, {reading.label: reading.text for reading in last.readings}
        if self._is_over or not self._times:
            return None
        has_moved = any(before.get(label) != text for label, text in self._times.items())
        if self._stage == 0 and is_game:
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
        return _wait(f"The page shows a time: does it count {CLOCK_MS // 1000} seconds in {CLOCK_MS // 1000} seconds?")

    def _begin_with_pause(self, last: Step, view: View, room: int) -> Decision | None:
        control = self._find_button(view, "pause")
        if control is None or room < _CLOCK_ROOM or last.action.kind != "wait":
            return None
        self._stage, self._ref, self._name = 2, control.ref, control.name
        return self._continue(view)

    def _continue(self, view: View) -> Decision | None:
        if self._stage in (3, _LAST_STAGE):
            return _wait("Wait while the clock stands still." if self._stage == 3 else "Does it go on at its pace?")
        is_pause = self._stage == 2
        control = self._find_button(view, *(("pause",) if is_pause else ("resume", "start")))
        if control is None:
            return None
        question = "does it stop?" if is_pause else "does the clock go on from where it stood?"
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


def _wait(thought: str) -> Decision:
    return Decision(Wait(value=str(CLOCK_MS)), thought)


def _pressed_button(last: Step, view: View) -> Control | None:
    """Return the control of the last click, if it is still there."""
    if last.action.kind != "click" or not last.change.seen or last.action.intent:
        return None
    return next((control for control in view.observation.inventory.controls if control.ref == last.action.ref), None)


_MIN_ROOM = 4  # a repeat is worth less than the last first tries
_PRESSED_ROLES = frozenset(
    {"button", "generic", "link", "checkbox", "switch", "columnheader", "menuitemcheckbox", "tab"}
)
_ITEM_ROLES = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio", "option"})
_KEYS = {"tab": "ArrowRight"}
TOGGLED: tuple[ControlProperty, ...] = ("checked", "expanded")
"""States between which a toggle turns."""


class Repeats(Tactic):
    """Goes on from a step that worked: by the clock, the back button or the keyboard, once each."""

    worth = 65

    def __init__(self) -> None:
        self._clock = ClockRound()
        self._has_gone_back = False
        self._keyed_roles: set[str] = set()

    def propose(self, turn: Turn) -> Decision | None:
        """Return the step to take now, if any. In a game only a pause is tried."""
        view, room, last = turn.view, turn.room, turn.view.last
        if turn.is_played:
            return self._clock.next(last, view, room=room, is_game=True) if last and last.outcome == "done" else None
        if last is None or room < _MIN_ROOM or last.outcome != "done" or last.page_errors:
            return None
        return self._clock.next(last, view, room=room) or self._go_back(last) or self._by_keys(last, view)

    def _go_back(self, last: Step) -> Decision | None:
        """Leave a view with its own address by the browser's back button."""
        change = last.change
        routed = re.search(r"#[!/]|[?&]", change.url) and bool(change.appeared_text) and bool(change.vanished_text)
        if self._has_gone_back or not routed or last.action.kind != "click":
            return None
        self._has_gone_back = True
        return Decision(Back(), "This view has its own address: does the back button lead to the last one?")

    def _by_keys(self, last: Step, view: View) -> Decision | None:
        """Move through tabs and menus with the arrow keys, once each."""
        control = find_pressed(last, view) if last.change.seen else None
        if control is None or control.role in self._keyed_roles:
            return None
        key = _KEYS.get(control.role, "")
        opened = any(
            (state.property, state.before, state.after) == ("expanded", False, True) for state in last.change.states
        )
        items = any(other.role in _ITEM_ROLES for other in view.observation.inventory.controls)
        if control.role not in _KEYS and opened and items:
            key = "ArrowDown"
        if not key:
            return None
        self._keyed_roles.add(control.role)
        return Decision(
            act_on(control, "press", key), f"{key} on the {describe_control(control)}: does the keyboard work, too?"
        )


def is_productive(step: Step) -> bool:
    """Whether a step changed the page's data without side effects."""
    change, action = step.change, step.action
    away = change.url or change.dialogs or change.popups or change.downloads or change.fields_gone or action.purpose
    if step.outcome != "done" or away or not change.seen or action.intent or not action.ref:
        return False
    if isinstance(action, Select | Hold):
        return change.state_or_motion
    if action.kind != "click" or action.role not in _PRESSED_ROLES or means(action.target, "cancel"):
        return False
    toggled = any(state.property in TOGGLED for state in change.states)
    return toggled or has_new_numbers(change)


def find_pressed(last: Step, view: View) -> Control | None:
    """Return the pressed control, if it still exists and can be pressed again."""
    action = last.action
    if action.kind != "click" or not action.ref or action.intent or action.role not in _PRESSED_ROLES:
        return None
    found = next((control for control in view.observation.inventory.controls if control.ref == action.ref), None)
    return None if found is None or found.disabled or found.covered else found


def has_new_numbers(change: Change) -> bool:
    """Whether texts were replaced by ones that differ in their numbers only."""
    numbered = {_shape(text) for text in change.vanished_text if re.search(r"\d", text)}
    return bool(numbered & {_shape(text) for text in change.appeared_text})


def _shape(text: str) -> str:
    """Mask numbers and plurals in a text."""
    return re.sub(r"s\b", "", re.sub(r"-?\d+([.,]\d+)?", "0", text))
