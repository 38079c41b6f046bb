"""The closing round of the crawler: scroll, walk by keyboard, look at a narrow window, reload, finish."""

from collections.abc import Callable

from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Action
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import called, is_off_site, on
from pytest_cookie.exploration.label_words import means

_FULL_ROUND = 12
_ROUND_AFTER_RELOAD = 9
_SHORT_ROUND = 2
_SECONDS_KEPT = 6.0
_LITTLE_BUDGET = 16
_TOP_PX = 140
_TELLING_TABS = 2

_Turn = Callable[[View], Decision | None]


class Closing:
    """A list of turns, each of which may find that it does not apply."""

    def __init__(self) -> None:
        self._turns: list[_Turn] | None = None
        self._budget = 0
        self._wide: set[str] = set()
        self._before_reload: set[str] = set()
        self._reloaded = False
        self._telling_tabs = 0

    def steps_kept(self, view: View) -> int:
        """How many steps the round needs."""
        self._budget = self._budget or view.steps_left
        if self._budget <= _LITTLE_BUDGET:
            return _SHORT_ROUND
        return _ROUND_AFTER_RELOAD if self._reloaded else _FULL_ROUND

    def reload(self, view: View) -> Decision | None:
        """Reload ahead of the round, before what was entered is taken away again; once."""
        if self._reloaded or self._turns is not None:
            return None
        return self._reload(view)

    def after_reload(self, view: View) -> Decision | None:
        """What a reload calls for."""
        return self._resume(view) if view.last and view.last.action.kind == "reload" else None

    def is_due(self, view: View) -> bool:
        """Whether it has begun, or must begin now to be done in time."""
        return self._turns is not None or view.steps_left <= self.steps_kept(view) or view.seconds_left < _SECONDS_KEPT

    def next(self, view: View) -> Decision:
        """The next turn that applies; at last `finish`."""
        if self._turns is None:
            self._turns = self._round(view)
        while self._turns:
            if decision := self._turns.pop(0)(view):
                return decision
        return Decision(Action(kind="finish"), "There is nothing new left to try.")

    def _round(self, view: View) -> list[_Turn]:
        short = view.steps_left < self.steps_kept(view) - 2 or view.seconds_left < _SECONDS_KEPT / 2
        if short:
            return [] if self._reloaded else [self._reload]
        keyboard: list[_Turn] = [_tab, self._tab_on, self._tab_on, self._tab_on, _press_focused]
        looks: list[_Turn] = [_scroll_on, _scroll_down, *keyboard, self._narrow, self._menu]
        return [_leave_dialog, *looks, *([] if self._reloaded else [self._wide_again, self._reload, self._resume])]

    def _tab_on(self, view: View) -> Decision | None:
        """Until two have told: where a Tab scrolled, what it marks cannot be told from what came into sight."""
        last = view.last
        if last is None or last.action.value != "Tab" or not view.observation.focus:
            return None
        self._telling_tabs += not last.change.scrolled_px
        if self._telling_tabs >= _TELLING_TABS:
            return None
        if last.change.scrolled_px:
            thought = "That scrolled: once more, can one see where the keyboard is?"
        else:
            thought = "Tab again: does the mark move on, in the order of the page?"
        return Decision(Action(kind="press", value="Tab"), thought)

    def _narrow(self, view: View) -> Decision:
        self._wide = {control.ref for control in view.observation.inventory.controls}
        return Decision(
            Action(kind="resize", value="375x812"), "How does it look on a telephone, and is there a menu button?"
        )

    def _menu(self, view: View) -> Decision | None:
        button = next((one for one in view.observation.inventory.controls if self._is_menu(one, view)), None)
        if button is None:
            return None
        return Decision(
            on(button, "click"), f"On a telephone the {called(button)} stands for the navigation: does it open?"
        )

    def _is_menu(self, control: Control, view: View) -> bool:
        top = control.box.y - view.surroundings.scroll_y
        if control.disabled or (top > _TOP_PX and control.box.y > _TOP_PX):
            return False
        unnamed = (
            control.ref not in self._wide and control.role == "button" and control.tag in ("button", "label", "div")
        )
        return means(control.name, "menu") or (unnamed and (control.expanded is not None or len(control.name) <= 2))

    def _wide_again(self, _: View) -> Decision:
        return Decision(Action(kind="resize", value="1280x720"), "Back to a desktop window: does the layout follow?")

    def _reload(self, view: View) -> Decision:
        self._reloaded = True
        self._before_reload = {control.ref for control in view.observation.inventory.controls}
        return Decision(Action(kind="reload"), "Reload: does the state survive?")

    def _resume(self, view: View) -> Decision | None:
        """Some pages keep what was begun and ask whether to go on with it."""
        fresh = [one for one in view.observation.inventory.controls if one.ref not in self._before_reload]
        button = next((one for one in fresh if means(one.name, "resume") and not one.disabled), None)
        if button is None:
            return None
        return Decision(on(button, "click"), f"The {called(button)} is new: is what was begun there again?")


def _leave_dialog(view: View) -> Decision | None:
    if not (view.surroundings.has_modal or view.observation.dialog_open):
        return None
    return Decision(Action(kind="press", value="Escape"), "A dialog is open still: does Escape close it?")


def _scroll_on(view: View) -> Decision | None:
    if not _can_scroll_on(view):
        return None
    return Decision(Action(kind="scroll", value="700"), "Scroll on a screen: does everything appear as it should?")


def _scroll_down(view: View) -> Decision | None:
    if not _can_scroll_on(view):
        return None
    return Decision(Action(kind="scroll", value="bottom"), "To the very bottom: is the page complete to its end?")


def _can_scroll_on(view: View) -> bool:
    around = view.surroundings
    return around.scroll_y + 1.1 * around.window_height < around.document_height


def _tab(view: View) -> Decision | None:
    if not view.observation.inventory.controls:
        return None
    return Decision(Action(kind="press", value="Tab"), "Tab: can one see where the keyboard is?")


def _press_focused(view: View) -> Decision | None:
    """Enter, where it can do no harm."""
    inventory = view.observation.inventory
    control = next((one for one in inventory.controls if one.selector == view.observation.focus), None)
    if control is None or control.role != "button" or means(control.name, "destroy"):
        return None
    if is_off_site(control, view.surroundings.of(control)):
        return None
    return Decision(
        Action(kind="press", value="Enter"), f"Enter on the {called(control)}: does it act as a click would?"
    )
