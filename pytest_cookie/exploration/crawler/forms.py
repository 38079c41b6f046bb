"""Plans how to test a form: first empty, then with a wrong value, then with valid ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_cookie.core.action import InputIntent
from pytest_cookie.core.labels import Language
from pytest_cookie.core.page import Control
from pytest_cookie.core.patterns import is_understood
from pytest_cookie.exploration.agent_protocol import Decision
from pytest_cookie.exploration.crawler.pickers import choose, find_pickers
from pytest_cookie.exploration.crawler.plan import act_on, describe_control, is_field
from pytest_cookie.exploration.crawler.senders import (
    find_button_below,
    find_button_beside,
    find_only_button_after,
    find_sender,
    prefer_button,
    says_that_it_sends,
)
from pytest_cookie.exploration.crawler.test_data import (
    WrongValue,
    classify_field,
    earlier_value,
    further_value,
    is_dated,
    other_value,
    search_term,
    valid_value,
    value_instead,
    wrong_value,
)
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.page_facts import Detail, PageFacts

_ROOM_FOR_WRONG = 5  # empty submit, wrong value, submit, right value, submit
_MAX_FIELDS = 8
_STEPS_OF_A_PICKER = 2  # it opens, and something is chosen
_MIN_TERM, _MAX_TERM = 3, 40


@dataclass(frozen=True)
class PageForm:
    """Fields that belong together, checkboxes that they require, and the control that submits them.

    `pickers` are list boxes and calendars that the page draws itself; each opens when it is pressed. `submit` may be
    disabled until the fields have valid values. `is_guessed`: it only follows the field and may do anything, such as
    "Paste": it is no place to send wrong input, and it has yet to be tried by itself.
    """

    fields: tuple[tuple[Control, Detail], ...]
    submit: Control | None
    ticks: tuple[Control, ...] = ()
    is_guessed: bool = False
    pickers: tuple[Control, ...] = ()


@dataclass(frozen=True)
class PageContext:
    """What filling in a form needs to know of the page: language, visible text, and texts of lists and tables."""

    language: Language
    text: str = ""
    cells: tuple[str, ...] = ()


def find_form(control: Control, controls: Sequence[Control], page_facts: PageFacts) -> PageForm:
    """Return the form, or box of the page, that contains `control`; a form of the field alone if there is none."""
    own = page_facts.of(control)
    is_search = classify_field(control, own) == "search"
    members = [other for other in controls if own.group and page_facts.of(other).group == own.group]
    if is_search:  # “Next” beside it leads to the next page of its results, and “Add” opens something else
        members = [one for one in members if page_facts.of(one).submits or not _is_no_search(one)]
    submit = find_sender(members, page_facts)
    members = [member for member in members if not member.disabled]
    if submit is None and own.in_dialog and not own.form and not is_search:
        members, submit = _find_dialog_form(controls, page_facts)
    fields = [member for member in members if is_field(member) or member.tag == "select"] or [control]
    with_details = tuple((field, page_facts.of(field)) for field in fields)
    if submit is None and not own.in_dialog:
        below = find_button_below(fields, controls)
        submit = below if below and not (is_search and _is_no_search(below)) else find_button_beside(control, members)
    if submit is None and not is_search:
        submit = find_only_button_after(fields, members, page_facts)
    submit = prefer_button(submit, fields, controls)
    return PageForm(
        fields=tuple(pair for pair in with_details if not pair[1].readonly),
        submit=submit,
        ticks=_find_checkboxes(members, page_facts),
        is_guessed=submit is not None and not says_that_it_sends(submit, page_facts),
        pickers=() if is_search else find_pickers([one for one in members if one is not submit], page_facts),
    )


def _is_no_search(button: Control) -> bool:
    return means(button.name, "onward") or means(button.name, "create")


def _find_dialog_form(controls: Sequence[Control], page_facts: PageFacts) -> tuple[list[Control], Control | None]:
    """Return a dialog's controls, in whatever boxes, and the lowest button that submits them."""
    inside = [item for item in controls if page_facts.of(item).in_dialog and not page_facts.of(item).form]
    fields = [one for one in inside if is_field(one) or one.tag == "select"]
    bottom = max((field.box.y + field.box.height for field in fields), default=0.0)
    at_its_foot = sorted((one for one in inside if one.box.y >= bottom), key=lambda one: -one.box.y)
    return [one for one in inside if not one.disabled], find_sender(at_its_foot, page_facts)


def _find_checkboxes(members: Sequence[Control], page_facts: PageFacts) -> tuple[Control, ...]:
    """Return checkboxes that must be ticked, or the only one, which is mostly a consent."""
    boxes = [member for member in members if member.role == "checkbox" and member.checked is False]
    return tuple(box for box in boxes if page_facts.of(box).required or len(boxes) == 1)


def plan_form(form: PageForm, page: PageContext, *, room: int, may_be_empty: bool = False) -> list[Decision]:
    """Plan the steps for the form, in order, in about `room` actions. `may_be_empty`: the page takes the empty form."""
    fields = _choose_fields(form, room)
    choosing = _STEPS_OF_A_PICKER * len(form.pickers)
    pickers = form.pickers if form.submit and room > len(fields) + choosing else ()
    room -= choosing if pickers else 0
    steps: list[Decision] = []
    has_room = room >= len(fields) + _ROOM_FOR_WRONG
    empty = all(not one.value for one, _ in fields if is_field(one))
    tries_empty = has_room and empty and not may_be_empty
    can_be_empty = form.submit is not None and not form.submit.disabled and not form.is_guessed
    if form.submit and can_be_empty and tries_empty and any(_requires_value(*pair) for pair in fields):
        steps.append(_send(form.submit, "invalid", "Submit the empty form: does it say which fields are missing?"))
    may_be_wrong = not form.is_guessed and (has_room or (room >= len(fields) + 2 and not form.submit))
    spoiled = _choose_wrong_value(fields, page) if may_be_wrong else None
    for control, detail in fields:
        wrong = spoiled[1] if spoiled and spoiled[0] is control else None
        steps.append(_type_wrong(control, wrong) if wrong else _fill_in(control, detail, fields, page))
    if spoiled:
        steps += _plan_correction(form, spoiled, _fill_in(*_pair(form, spoiled[0]), fields, page))
    if form.submit:
        steps += [
            Decision(choose(one), f"The {describe_control(one)} belongs to the form: what can be chosen?")
            for one in pickers
        ]
        steps += [
            Decision(act_on(tick, "click"), f"Tick the {describe_control(tick)}, as it asks.") for tick in form.ticks
        ]
        steps.append(
            _send(form.submit, _intent(fields), f"The fields are filled in: press the {describe_control(form.submit)}.")
        )
    elif _wants_enter(form, fields):
        last = fields[-1][0]
        steps.append(
            Decision(
                act_on(last, "press", "Enter"),
                f"There is no button next to the {describe_control(last)}: does Enter submit it?",
            )
        )
    searches = [one for one, detail in fields if is_field(one) and classify_field(one, detail) == "search"]
    if searches and not form.submit:
        steps += [back for one, detail in fields if (back := _reset_select(one, detail))]
    return steps + [_clear(search) for search in searches]


def plan_search(field: Control, before: Sequence[str], now: Sequence[str]) -> list[Decision]:
    """From a later page of a list (`now` has its cells), search for an entry of the previous page."""
    lost = [text for text in before if text not in now and _MIN_TERM <= len(text) <= _MAX_TERM and text[0].isalpha()]
    if not lost:
        return []
    action = act_on(field, "type", lost[0]).model_copy(update={"intent": "valid"})
    what = f"“{lost[0]}” was on the previous page: does the {describe_control(field)} find it from here?"
    return [Decision(action, what), _clear(field)]


def plan_second_try(form: PageForm, page: PageContext) -> list[Decision]:
    """Plan a second attempt for a form that refused valid values: other values, once."""
    values = {one.ref: other_value(one, detail, page.language) for one, detail in form.fields}
    return _plan_resubmission(
        form,
        values,
        "The page did not take it: does the {} accept this value?",
        "Submit it again with other values: is it accepted now?",
    )


def plan_second_entry(form: PageForm, page: PageContext) -> list[Decision]:
    """Plan a second entry after the first was accepted; empty if no other values are known."""
    values, first = (
        {
            one.ref: value_of(one, detail, page.language, nth=_count_before(one, form.fields))
            for one, detail in form.fields
        }
        for value_of in (further_value, valid_value)
    )
    if values == first:
        return []
    return _plan_resubmission(
        form,
        values,
        "That was accepted. Another value in the {}: is it accepted, too?",
        "Submit a second entry: does it appear next to the first one?",
    )


def _plan_resubmission(form: PageForm, values: Mapping[str, str], typing: str, sending: str) -> list[Decision]:
    typed = [one for one, _ in form.fields if is_field(one) and values[one.ref] not in ("", one.value)]
    if not typed:
        return []
    steps = [
        Decision(
            act_on(control, "type", values[control.ref]).model_copy(update={"intent": _intent(form.fields)}),
            typing.format(describe_control(control)),
        )
        for control in typed
    ]
    if form.submit:
        return [*steps, _send(form.submit, _intent(form.fields), sending)]
    return [*steps, Decision(act_on(typed[-1], "press", "Enter"), sending)]


def choose_other(control: Control, detail: Detail, *, last: bool = False) -> Decision | None:
    """Choose another option of a `<select>`, the first or the last; None if there is no other."""
    others = [option for option in detail.options if not option.selected and (option.value or option.label)]
    if not others:
        return None
    option = others[-1 if last else 0]
    thought = f"Choose “{option.label[:40]}” in the {describe_control(control)}: does anything change?"
    return Decision(act_on(control, "select", option.label or option.value), thought)


def _choose_fields(form: PageForm, room: int) -> list[tuple[Control, Detail]]:
    """Choose required fields first if there is no room for all, in the order of the page."""
    limit = max(1, min(_MAX_FIELDS, room - 1))
    if len(form.fields) <= limit:
        return list(form.fields)
    ranked = sorted(form.fields, key=lambda pair: not pair[1].required)[:limit]
    return [pair for pair in form.fields if pair in ranked]


def _requires_value(control: Control, detail: Detail) -> bool:
    """Whether it makes sense to leave it empty as a test: a search or a remark may well be empty."""
    if detail.required or "*" in f"{control.name}{detail.label}":
        return True
    return is_field(control) and classify_field(control, detail) not in ("search", "message", "text", "title", "color")


def _choose_wrong_value(fields: list[tuple[Control, Detail]], page: PageContext) -> tuple[Control, WrongValue] | None:
    """Choose the first field that accepts invalid input; of several dates the second one, which is then too early."""
    for control, detail in fields:
        if is_field(control) and (wrong := wrong_value(control, detail)):
            return control, wrong
    dated = [pair for pair in fields if pair[0].input_type in ("date", "datetime-local") and not pair[0].value]
    if len(dated) < 2:
        return None
    control, detail = dated[1]
    value = earlier_value(control, detail, page.language)
    first = valid_value(*dated[0], page.language)
    return (control, WrongValue(value, "an end before the beginning")) if value < first else None


def _plan_correction(form: PageForm, spoiled: tuple[Control, WrongValue], mended: Decision) -> list[Decision]:
    steps: list[Decision] = []
    if (form.submit is None or form.submit.disabled) and form.fields[-1][0] is spoiled[0]:
        # else the next field, or the button, takes the focus
        steps.append(Decision(act_on(spoiled[0], "press", "Tab"), "Leave the field: is there a message beside it?"))
    if form.submit:
        question = f"Submit it with {spoiled[1].why}: is it rejected with a reason?"
        steps.append(_send(form.submit, "invalid", question))
    return [*steps, mended]


def _pair(form: PageForm, control: Control) -> tuple[Control, Detail]:
    return next(pair for pair in form.fields if pair[0] is control)


def _send(submit: Control, intent: InputIntent, thought: str) -> Decision:
    return Decision(act_on(submit, "click").model_copy(update={"intent": intent}), thought)


def _intent(fields: Sequence[tuple[Control, Detail]]) -> InputIntent:
    """If a pattern is not understood, the value may be wrong: the intent stays empty, and no check uses it."""
    return "valid" if all(is_understood(detail.pattern) for _, detail in fields) else ""


def _type_wrong(control: Control, wrong: WrongValue) -> Decision:
    action = act_on(control, "type", wrong.value).model_copy(update={"intent": "invalid"})
    return Decision(action, f"Type {wrong.why} into the {describe_control(control)}: does the page reject it?")


def _fill_in(control: Control, detail: Detail, fields: list[tuple[Control, Detail]], page: PageContext) -> Decision:
    if control.tag == "select" and (choice := choose_other(control, _without_placeholder(detail))):
        return choice
    if control.tag == "select":
        return Decision(act_on(control, "hover"), f"The {describe_control(control)} has no other option.")
    meaning = classify_field(control, detail)
    found = search_term(page.text, page.cells) if meaning == "search" else ""
    value = found or valid_value(control, detail, page.language, nth=_count_before(control, fields))
    if value == control.value:  # what is edited has to change, or nothing shows that it was saved
        value = value_instead(control, detail, page.language) or value
    action = act_on(control, "type", value).model_copy(update={"intent": _intent([(control, detail)])})
    return Decision(action, f"Fill the {describe_control(control)} with a plausible {meaning}, as a visitor would.")


def _without_placeholder(detail: Detail) -> Detail:
    """The options that are a choice: to fill in a form, “Please choose” is none."""
    return detail.model_copy(update={"options": tuple(option for option in detail.options if option.value)})


def _count_before(control: Control, fields: Sequence[tuple[Control, Detail]]) -> int:
    """Return how many date or time fields of the same type come before it."""
    alike = [one.ref for one, _ in fields if is_dated(one) and one.input_type == control.input_type]
    return alike.index(control.ref) if control.ref in alike else 0


def _reset_select(control: Control, detail: Detail) -> Decision | None:
    """Reset a `<select>` next to a search to its previous option."""
    before = next((option for option in detail.options if option.selected), None)
    if before is None or len(detail.options) < 2:
        return None
    thought = f"Back to “{before.label[:40]}” in the {describe_control(control)}: does everything return?"
    return Decision(act_on(control, "select", before.label or before.value), thought)


def _clear(control: Control) -> Decision:
    """Clear a search, since its hidden results would be missing for the rest of the exploration."""
    return Decision(act_on(control, "clear"), f"Clear the {describe_control(control)}: does everything return?")


def _wants_enter(form: PageForm, fields: list[tuple[Control, Detail]]) -> bool:
    if len(fields) != 1 or not is_field(fields[0][0]) or fields[0][0].tag == "textarea":
        return False
    return classify_field(*fields[0]) not in ("number", "amount", "age", "date", "time", "color", "month", "week")
