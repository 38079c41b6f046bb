"""`Pickers`: chooses in the list or calendar that the last press opened, which would cover everything else."""

import re
from collections.abc import Sequence

from pytest_cookie.core.action import Action, Press
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.page_facts import PageFacts
from pytest_cookie.exploration.tactic import Tactic, Turn

_OPTION = frozenset({"option", "menuitemradio"})
_CELL = frozenset({"gridcell", "button"})
_DAY = 15
"""Day of the month: the page's clock begins on the 5th, so it is to come, and no other month beside it has it."""
_MOST_PICKERS = 4
_LEAST_DAYS = 20
"""A month has 28; some may be named otherwise, such as today."""


class Pickers(Tactic):
    """Chooses one of the options or days that a press has just made appear. Escape, if it stays open."""

    worth = 92

    def __init__(self) -> None:
        self._known: frozenset[str] = frozenset()
        self._before: frozenset[str] = frozenset()
        self._chosen = ""
        self._opener = ""

    def look(self, view: View) -> None:
        """Note what is there."""
        self._before, self._known = self._known, frozenset(one.ref for one in view.observation.inventory.controls)

    def propose(self, turn: Turn) -> Decision | None:
        """The choice; what closes the list if it is still open after that, or has nothing to choose."""
        last, chosen = turn.view.last, self._chosen
        self._chosen = ""
        if last is None or not last.action.is_click or last.outcome != "done" or turn.is_played:
            return None
        controls = turn.view.observation.inventory.controls
        if chosen and last.action.ref == chosen:
            is_open = any(one.ref == self._opener and (one.covered or one.expanded) for one in controls)
            return Decision(Press(value="Escape"), "It stays open: does Escape close it?") if is_open else None
        appeared = [one for one in controls if one.ref not in self._before]
        if not self._before or last.action.resets_page or last.change.url or last.action.role in _OPTION:
            return None
        choice, options = find_choice(appeared), [one for one in appeared if one.role in _OPTION]
        if choice is None and not options:
            return None
        if choice is None:
            return Decision(Press(value="Escape"), "There is nothing to choose: does Escape close it?")
        self._chosen, self._opener = choice.ref, last.action.ref
        what = f"The {describe_control(choice)} can be chosen now: is it taken?"
        return Decision(choose(choice), what)


def find_pickers(members: Sequence[Control], page_facts: PageFacts) -> tuple[Control, ...]:
    """The list boxes and calendars of a form that the page draws itself: they look like buttons and open something."""
    drawn = [one for one in members if one.tag not in ("input", "select", "textarea") and not one.disabled]
    return tuple(one for one in drawn if one.role == "combobox" or _opens_a_choice(one, page_facts))[:_MOST_PICKERS]


def _opens_a_choice(button: Control, page_facts: PageFacts) -> bool:
    detail = page_facts.of(button)
    return button.role == "button" and detail.hidden_menu and button.expanded is False and detail.form


def choose(control: Control) -> Action:
    """A press on a list, a calendar, or what they offer."""
    return act_on(control, "click").model_copy(update={"purpose": "choose"})


def is_choice(step: Step) -> bool:
    """Whether a step chose something: what it takes away belonged to another choice."""
    return step.action.purpose == "choose"


def find_choice(appeared: Sequence[Control]) -> Control | None:
    """What a visitor would choose of the controls that a press made appear: an option that is not chosen, or a day."""
    usable = [one for one in appeared if not one.disabled and not one.covered and one.name]
    options = [one for one in usable if one.role in _OPTION and not (one.selected or one.checked)]
    if options:
        return options[0]
    return find_day(usable, _DAY) if is_calendar(appeared) else None


def is_calendar(appeared: Sequence[Control]) -> bool:
    """Whether controls are the days of a month."""
    return sum(find_day(appeared, day) is not None for day in range(1, 29)) >= _LEAST_DAYS


def find_day(controls: Sequence[Control], day: int) -> Control | None:
    """The first control that names a day of a month, such as `15` or `Thursday, January 15th, 2026`."""
    named = re.compile(rf"(?<!\d){day}(?:st|nd|rd|th)?(?!\w)")
    cells = [one for one in controls if one.role in _CELL and named.search(one.name)]
    return next((one for one in cells if one.role == "gridcell"), next(iter(cells), None))
