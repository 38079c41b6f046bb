"""Steps that the crawler takes again in another state: silent controls, tools of a canvas, a reload after a change."""

from collections import Counter

from pytest_cookie.core.action import Drag, Reload
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.games import GAME_DOMAIN, drag_on_canvas
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.tactic import Tactic, Turn

_PRESSED_ROLES = frozenset({"button", "menuitem", "link"})
_TRIES_OF_ONE = 2
_TRIES_OF_ALL = 8
_STEPS_BETWEEN = 4  # the page has to be in another state
_LEAST_TOOLS = 3  # two like buttons may be undo and redo
_MAX_DRAWS = 6
_ENOUGH_DRAWN = 3


class SilentControls(Tactic):
    """Presses a control that had no effect again when another one has brought the page to another state.

    A calculator's operator needs a number, a preset another choice, a reset something to reset. A third press follows a
    checkbox that was switched: "select all" has no effect if all are selected.
    """

    worth = 40

    def __init__(self) -> None:
        self._silent: dict[str, int] = {}
        self._tries: Counter[str] = Counter()

    def look(self, view: View) -> None:
        """Note what the last step did. Call it at every turn."""
        last = view.last
        if last is None or last.action.kind != "click" or not last.action.ref or last.outcome != "done":
            return
        if last.change.seen or last.page_errors or last.action.intent == "invalid" or last.press_went_to:
            self._silent.pop(last.action.ref, None)
        elif last.action.role in _PRESSED_ROLES and last.action.purpose not in ("destroy", "move"):
            self._silent[last.action.ref] = last.index

    def propose(self, turn: Turn) -> Decision | None:
        """Return the next press, if the last step changed something and a silent control is there; not in games."""
        view, last = turn.view, turn.view.last
        if last is None or turn.is_played or turn.room < 1 or not _is_effective(last) or view.page_facts.has_modal:
            return None
        is_switched = any(state.property == "checked" for state in last.change.states)
        for control in view.observation.inventory.controls:
            since = last.index - self._silent.get(control.ref, last.index)
            tries = self._tries[control.ref]
            is_due = since >= (_STEPS_BETWEEN if tries else 1) and tries < _TRIES_OF_ONE + is_switched
            if is_due and self._tries.total() < _TRIES_OF_ALL and _can_be_pressed(control):
                self._tries[control.ref] += 1
                thought = f"The {describe_control(control)} changed nothing last time. The page has changed since."
                return Decision(act_on(control, "click"), thought)
        return None


def _is_effective(last: Step) -> bool:
    """Whether a control or a text changed the words of the page, and the page is still there."""
    change = last.change
    told = change.states or change.appeared_text or change.vanished_text
    away = change.url or change.dialogs or change.popups or change.fields_gone or last.page_errors
    return bool(last.action.uses_control and last.outcome == "done" and change.seen and told and not away)


def _can_be_pressed(control: Control) -> bool:
    return not (control.disabled or control.covered or control.href.strip("#"))


def reload_after(kind: str) -> Decision:
    """A reload after something was moved, switched, removed or changed."""
    return Decision(Reload(), f"Something was {kind} on a page that stores things: is it still so after a reload?")


class CanvasTools(Tactic):
    """Draws with some tools of a page on whose canvas a drag has made an entry, so that there are several."""

    worth = 45

    def __init__(self) -> None:
        self._draws = self._drawn = 0

    def look(self, view: View) -> None:
        """Note what the last step did. Call it at every turn."""
        last = view.last
        if last and isinstance(last.action, Drag) and last.action.target == "canvas":
            self._drawn += bool(last.change.dom_added and last.change.appeared_text)

    def propose(self, turn: Turn) -> Decision | None:
        """Return the next drag on the canvas, after a press on one of several equal controls."""
        view, last = turn.view, turn.view.last
        if (
            not self._drawn
            or self._drawn > _ENOUGH_DRAWN
            or self._draws >= _MAX_DRAWS
            or turn.case.domain == GAME_DOMAIN
        ):
            return None
        if last is None or last.action.kind != "click" or not last.change.seen or last.change.dialogs or turn.room < 1:
            return None
        pressed = next(
            (control for control in view.observation.inventory.controls if control.ref == last.action.ref), None
        )
        if pressed is None or means(pressed.name, "destroy") or means(pressed.name, "undo"):
            return None
        if sum(other.kind == pressed.kind for other in view.observation.inventory.controls) < _LEAST_TOOLS:
            return None
        self._draws += 1
        return drag_on_canvas(view, self._draws)
