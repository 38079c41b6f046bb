"""`complete`: fills in a whole form on a fresh page, also the list boxes and calendars that the page draws itself."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pytest_cookie.core.action import Action, Press, Type
from pytest_cookie.core.labels import Language
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.crawler.forms import PageForm, find_form
from pytest_cookie.exploration.crawler.pickers import find_choice, find_day, is_calendar
from pytest_cookie.exploration.crawler.plan import act_on
from pytest_cookie.exploration.crawler.test_data import classify_field, is_dated, valid_value
from pytest_cookie.exploration.page_facts import Detail, PageFacts, read_page_facts
from pytest_cookie.protocols.webtestbench.probing.fresh_page import FreshPage
from pytest_cookie.protocols.webtestbench.probing.paths import SentForm, find_openers
from pytest_cookie.protocols.webtestbench.probing.variants import DATED_TYPES

_MOST_ATTEMPTS = 3
"""Forms that are completed: each takes three or more fresh pages."""
_CALENDAR = re.compile(r"\b(pick|select|choose)\b.{0,20}\b(date|day)\b", re.IGNORECASE)
"""How the button of a calendar is called; English only, as the rules."""
_PAST_DAY = 2
"""Day of the month: the page's clock begins on the 5th."""


@dataclass(frozen=True)
class Attempt:
    """A form that the page did not take, or that the explorer did not find: what opens it, and its first field."""

    openers: tuple[Action, ...]
    first: Action
    step: int | None
    """The step of the exploration that filled it in. None if it was not."""
    is_guessed: bool = False
    """As in `Completion`."""


@dataclass(frozen=True)
class Day:
    """A day that was chosen in a calendar: the place of the press among the entries, and a day in the past there.

    `earlier` is None if the calendar does not let it be pressed.
    """

    number: int
    label: str
    earlier: Action | None


@dataclass
class Completion:
    """A form with typed entries. `fill` does them, then chooses in lists and calendars, whose presses join the form."""

    form: SentForm
    pickers: list[Control]
    days: list[Day] = field(default_factory=list)
    is_guessed: bool = False
    """Whether its button is known only by its place: it sends if what was entered is shown after its press."""

    def fill(self, page: FreshPage) -> bool:
        """Whether all fields took an entry."""
        if not all(page.do(action) for action in self.form.entries):
            return False
        page.look()
        return all(self._choose(page, one) for one in self.pickers)

    def _choose(self, page: FreshPage, picker: Control) -> bool:
        opened = act_on(picker, "click")
        known = {one.ref for one in page.now.inventory.controls}
        if not page.shows([opened]):
            return True  # another choice has taken it away
        if page.step(opened, index=0) is None:
            return False
        appeared = [one for one in page.now.inventory.controls if one.ref not in known]
        kept = next((one for one in appeared if one.role == "option" and (one.selected or one.checked)), None)
        if kept is not None:  # it has a choice: the same again closes the list
            return page.step(act_on(kept, "click"), index=0) is not None
        choice = find_choice(appeared)
        if choice is None:
            return False
        earlier = find_day(appeared, _PAST_DAY) if is_calendar(appeared) else None
        chosen, past = act_on(choice, "click"), act_on(earlier, "click") if earlier and not earlier.disabled else None
        if page.step(chosen, index=0) is None:
            return False
        self.form = replace(self.form, entries=(*self.form.entries, opened, chosen))
        if is_calendar(appeared):
            self.days.append(Day(len(self.form.entries) - 1, picker.name, past))
            if page.find(chosen) is not None:  # the calendar stays open, and may cover the button
                close = Press(value="Escape")
                page.step(close, index=0)
                self.form = replace(self.form, entries=(*self.form.entries, close))
        return True


def find_attempts(steps: Sequence[Step], sent: Sequence[SentForm]) -> list[Attempt]:
    """The forms without a success, each once: runs of entries on one view, of which none is in a form of `sent`."""
    known = {action.target for form in sent for action in form.entries}
    known |= {step.action.target for step in steps if step.action.kind == "clear"}  # searches, which are emptied again
    found: dict[tuple[str, str], Attempt] = {}
    run: list[Step] = []
    for step in [*steps, None]:
        if step is not None and not _ends_view(step):
            if step.action.edits_field and step.outcome == "done" and step.action.role != "searchbox":
                run.append(step)
            continue
        if run and not any(one.action.target in known for one in run if one.action.target):
            openers = find_openers(steps, run[0].index)
            opened = openers[-1].target if openers else ""
            found.setdefault((opened, run[0].action.target), Attempt(openers, run[0].action, run[0].index))
        run = []
    return list(found.values())[:_MOST_ATTEMPTS]


def _ends_view(step: Step) -> bool:
    return bool(step.action.resets_page or step.change.url or step.change.fields_gone)


def complete(page: FreshPage, attempt: Attempt, language: Language) -> Completion | None:
    """Plan the form around the first field of an attempt. None if it is a search, or has no button that sends it."""
    control = page.find(attempt.first)
    if control is None:
        return None
    controls = page.now.inventory.controls
    facts = read_page_facts(page.session, controls)
    form = find_form(control, controls, facts)
    if form.submit is None or not may_be_form(form, control, facts):
        return None
    entries = [*_type_in(form.fields, language), *(act_on(tick, "click") for tick in form.ticks)]
    beside = [one for one in controls if not one.covered and not one.disabled and _belongs(one, control, facts)]
    pickers = list(form.pickers)
    pickers += [one for one in beside if one not in pickers and one.role == "button" and _CALENDAR.search(one.name)]
    sent = SentForm(attempt.openers, tuple(entries), act_on(form.submit, "click"), attempt.step)
    return Completion(sent, pickers, is_guessed=form.is_guessed)


def may_be_form(form: PageForm, control: Control, facts: PageFacts) -> bool:
    """Whether it can be sent and is no search. With an unknown button, it has more than one line to fill in."""
    if form.submit is None or classify_field(control, facts.of(control)) == "search":
        return False
    return not form.is_guessed or len(form.fields) > 1 or control.tag == "textarea"


def _type_in(fields: Sequence[tuple[Control, Detail]], language: Language) -> list[Action]:
    actions, seen = list[Action](), list[str]()
    for control, detail in fields:
        if control.tag == "select":
            choice = next((one for one in detail.options if not one.selected and one.value), None)
            if choice is not None:
                actions.append(act_on(control, "select", choice.label or choice.value))
            continue
        meaning = classify_field(control, detail)
        value = valid_value(control, detail, language, nth=seen.count(meaning))
        seen.append(meaning)
        actions.append(act_on(control, "type", value).model_copy(update={"intent": "valid"}))
    return actions


def _belongs(one: Control, field: Control, facts: PageFacts) -> bool:
    """Whether a control is in the form or dialog of a field."""
    own, other = facts.of(field), facts.of(one)
    return bool(own.group and own.group == other.group) or (own.in_dialog and other.in_dialog)


def with_valid(page: FreshPage, form: SentForm, language: Language) -> SentForm:
    """The form with plausible values for what was wrong on purpose."""
    if not form.has_wrong:
        return form
    facts = read_page_facts(page.session, page.look().inventory.controls)
    entries = []
    for action in form.entries:
        control = page.find(action) if action.intent == "invalid" and isinstance(action, Type) else None
        value = valid_value(control, facts.of(control), language) if control else action.value
        entries.append(action.model_copy(update={"value": value, "intent": "valid" if control else action.intent}))
    return replace(form, entries=tuple(entries))


def with_dates(page: FreshPage, form: SentForm, *, language: Language) -> SentForm:
    """The form with a plausible value for each native date field that is empty, at most three."""
    page.look()
    facts = read_page_facts(page.session, page.now.inventory.controls)
    filled = {found.ref for action in form.entries if (found := page.find(action))}
    empty = [
        one
        for one in page.now.inventory.controls
        if is_dated(one) and one.input_type in DATED_TYPES and one.ref not in filled and not one.value
        and not one.disabled and not one.covered
    ]  # fmt: skip
    added = [
        act_on(one, "type", valid_value(one, facts.of(one), language, nth=nth)) for nth, one in enumerate(empty[:3])
    ]
    return replace(form, entries=(*form.entries, *added))
