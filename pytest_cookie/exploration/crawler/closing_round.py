"""The crawler's closing round: scroll, keyboard, narrow window, reload, finish."""

from collections.abc import Callable

from pytest_cookie.core.action import Finish, Press, Reload, Resize, Scroll
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import act_on, describe_control, is_off_site
from pytest_cookie.exploration.label_words import means

_FULL_ROUND = 12
_ROUND_AFTER_RELOAD = 9  # without the reload and its checks
_SHORT_ROUND = 2  # reload and finish
_SPARE = 2  # steps that a dialog or the way back may take
_RESERVED_SECONDS = 6.0
_SMALL_BUDGET = 16
_TOP_PX = 140
_CONCLUSIVE_TABS = 2  # one press may land on an element without a focus mark

_Turn = Callable[[View], Decision | None]


class ClosingRound:
    """A list of turns; each may find that it does not apply.

    `after_reload` asks the checks' tactics what else the round's reload calls for, two steps at most.
    """

    def __init__(self, after_reload: _Turn) -> None:
        self._ask_tactics = after_reload
        self._turns: list[_Turn] | None = None
        self._budget = 0
        self._refs_when_wide: set[str] = set()
        self._before_reload: set[str] = set()
        self._reloaded = False
        self._conclusive_tabs = 0

    def reserved_steps(self, view: View) -> int:
        """Return how many steps the round needs."""
        self._budget = self._budget or view.steps_left
        if self._budget <= _SMALL_BUDGET:
            return _SHORT_ROUND
        return _ROUND_AFTER_RELOAD if self._reloaded else _FULL_ROUND

    def spare_steps(self, view: View) -> int:
        """Return how many steps something under way may still take, without costing the round its looks."""
        if self._turns is not None or view.seconds_left < _RESERVED_SECONDS:
            return 0
        return view.steps_left - max(_SHORT_ROUND, self.reserved_steps(view) - _SPARE)

    def reload(self, view: View) -> Decision | None:
        """Reload before the round, and before entered data is removed; once."""
        if self._reloaded or self._turns is not None:
            return None
        return self._reload(view)

    def after_reload(self, view: View) -> Decision | None:
        """Return the step that a reload calls for."""
        return self._resume_session(view) if view.last and view.last.action.kind == "reload" else None

    def is_due(self, view: View) -> bool:
        """Whether the round has begun, or must begin now to finish in time."""
        return (
            self._turns is not None
            or view.steps_left <= self.reserved_steps(view)
            or view.seconds_left < _RESERVED_SECONDS
        )

    def next(self, view: View) -> Decision:
        """Return the next turn that applies; at last `finish`."""
        if self._turns is None:
            self._turns = self._plan_round(view)
        while self._turns:
            if decision := self._turns.pop(0)(view):
                return decision
        return Decision(Finish(), "All that was planned is done.")

    def _plan_round(self, view: View) -> list[_Turn]:
        short = view.steps_left < self.reserved_steps(view) - _SPARE or view.seconds_left < _RESERVED_SECONDS / 2
        if short:
            return [] if self._reloaded else [self._reload]
        keyboard: list[_Turn] = [_tab, self._tab_again, self._tab_again, self._tab_again, _press_focused]
        looks: list[_Turn] = [_scroll_on, _scroll_down, *keyboard, self._narrow, self._menu]
        reload: list[_Turn] = [self._widen, self._reload, self._ask_tactics, self._ask_tactics, self._resume_session]
        return [_leave_dialog, *looks, *([] if self._reloaded else reload)]

    def _tab_again(self, view: View) -> Decision | None:
        """Press Tab until two presses were conclusive: after a scroll, focus mark and new text look alike."""
        last = view.last
        if last is None or last.action.value != "Tab" or not view.observation.focus:
            return None
        self._conclusive_tabs += not last.change.scrolled_px
        if self._conclusive_tabs >= _CONCLUSIVE_TABS:
            return None
        if last.change.scrolled_px:
            thought = "That scrolled. Tab again: is the focus visible?"
        else:
            thought = "Tab again: does the focus move on in page order?"
        return Decision(Press(value="Tab"), thought)

    def _narrow(self, view: View) -> Decision:
        self._refs_when_wide = {control.ref for control in view.observation.inventory.controls}
        return Decision(Resize(value="375x812"), "How does it look on a phone, and is there a menu button?")

    def _menu(self, view: View) -> Decision | None:
        button = next(
            (control for control in view.observation.inventory.controls if self._is_menu(control, view)), None
        )
        if button is None:
            return None
        return Decision(
            act_on(button, "click"),
            f"On a phone the {describe_control(button)} replaces the navigation: does it open?",
        )

    def _is_menu(self, control: Control, view: View) -> bool:
        top = control.box.y - view.page_facts.scroll_y
        if control.disabled or (top > _TOP_PX and control.box.y > _TOP_PX):
            return False
        unnamed = (
            control.ref not in self._refs_when_wide
            and control.role == "button"
            and control.tag in ("button", "label", "div")
        )
        return means(control.name, "menu") or (unnamed and (control.expanded is not None or len(control.name) <= 2))

    def _widen(self, _: View) -> Decision:
        return Decision(Resize(value="1280x720"), "Back to a desktop window: does the layout follow?")

    def _reload(self, view: View) -> Decision:
        self._reloaded = True
        self._before_reload = {control.ref for control in view.observation.inventory.controls}
        return Decision(Reload(), "Reload: does the state survive?")

    def _resume_session(self, view: View) -> Decision | None:
        """Some pages save an unfinished session and offer to resume it."""
        fresh = [control for control in view.observation.inventory.controls if control.ref not in self._before_reload]
        button = next((other for other in fresh if means(other.name, "resume") and not other.disabled), None)
        if button is None:
            return None
        return Decision(
            act_on(button, "click"), f"The {describe_control(button)} is new: does it restore the saved session?"
        )


def _leave_dialog(view: View) -> Decision | None:
    if not (view.page_facts.has_modal or view.observation.dialog_open):
        return None
    return Decision(Press(value="Escape"), "A dialog is still open: does Escape close it?")


def _scroll_on(view: View) -> Decision | None:
    if not _can_scroll(view):
        return None
    return Decision(Scroll(value="700"), "Scroll one screen down: does everything appear as it should?")


def _scroll_down(view: View) -> Decision | None:
    if not _can_scroll(view):
        return None
    return Decision(Scroll(value="bottom"), "Scroll to the bottom: is the page complete to its end?")


def _can_scroll(view: View) -> bool:
    around = view.page_facts
    return around.scroll_y + 1.1 * around.window_height < around.document_height


def _tab(view: View) -> Decision | None:
    if not view.observation.inventory.controls:
        return None
    return Decision(Press(value="Tab"), "Tab: is the focus visible?")


def _press_focused(view: View) -> Decision | None:
    """Press Enter on the focused button unless that may do harm."""
    inventory = view.observation.inventory
    control = next((other for other in inventory.controls if other.selector == view.observation.focus), None)
    if control is None or control.role != "button" or means(control.name, "destroy"):
        return None
    if is_off_site(control, view.page_facts.of(control)):
        return None
    return Decision(Press(value="Enter"), f"Enter on the {describe_control(control)}: does it act as a click would?")
