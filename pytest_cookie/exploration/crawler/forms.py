"""How a tester works through a form: nothing at all first, then something wrong, then everything right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_cookie.core.labels import Language
from pytest_cookie.core.page import Control
from pytest_cookie.core.patterns import is_understood
from pytest_cookie.core.trace import InputIntent
from pytest_cookie.exploration.agent_protocol import Decision
from pytest_cookie.exploration.crawler.plan import called, is_field, on
from pytest_cookie.exploration.crawler.test_data import (
    WrongValue,
    earlier_value,
    further_value,
    is_dated,
    meaning_of,
    other_value,
    search_term,
    valid_value,
    wrong_value,
)
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.page_facts import Detail, PageFacts

_ROOM_FOR_WRONG = 5
_MAX_FIELDS = 8
_FEWEST_FIELDS_OF_A_STEP = 2
_RIGHT_BELOW_PX = 200
_MIN_TERM, _MAX_TERM = 3, 40


@dataclass(frozen=True)
class Form:
    """The fields that belong together, the ticks that they wait for, and the control that sends them."""

    fields: tuple[tuple[Control, Detail], ...]
    submit: Control | None
    ticks: tuple[Control, ...] = ()


@dataclass(frozen=True)
class Page:
    """What filling in asks of the page: its language, its visible text, and what stands in its lists and tables."""

    language: Language
    text: str = ""
    cells: tuple[str, ...] = ()


def form_around(control: Control, controls: Sequence[Control], surroundings: PageFacts) -> Form:
    """The form, or box of the page, that `control` belongs to; the field alone where it stands alone."""
    own = surroundings.of(control)
    members = [one for one in controls if own.group and surroundings.of(one).group == own.group and not one.disabled]
    submit = _submit(members, surroundings)
    if submit is None and own.in_dialog and not own.form and meaning_of(control, own) != "search":
        members, submit = _asked_by_dialog(controls, surroundings)
    fields = [one for one in members if is_field(one) or one.tag == "select"] or [control]
    with_details = tuple((one, surroundings.of(one)) for one in fields)
    if submit is None and not own.in_dialog:
        submit = _button_below(fields, controls)
    return Form(
        fields=tuple(pair for pair in with_details if not pair[1].readonly),
        submit=_nearer(submit, fields, controls),
        ticks=_ticks(members, surroundings),
    )


def _asked_by_dialog(controls: Sequence[Control], surroundings: PageFacts) -> tuple[list[Control], Control | None]:
    """All that a dialog asks for, in whatever boxes, and the button at its foot that sends it: the lowest first."""
    inside = [one for one in controls if surroundings.of(one).in_dialog and not one.disabled]
    inside = [one for one in inside if not surroundings.of(one).form]
    fields = [one for one in inside if is_field(one) or one.tag == "select"]
    bottom = max((one.box.y + one.box.height for one in fields), default=0.0)
    at_its_foot = sorted((one for one in inside if one.box.y >= bottom), key=lambda one: -one.box.y)
    return inside, _submit(at_its_foot, surroundings)


def _button_below(fields: Sequence[Control], controls: Sequence[Control]) -> Control | None:
    """The button of a step that stands outside of the fields' box, right below it: "Next", "Save"."""
    if len(fields) < _FEWEST_FIELDS_OF_A_STEP:
        return None
    bottom = max(one.box.y + one.box.height for one in fields)
    buttons = [one for one in controls if one.role == "button" and not one.covered]
    below = [one for one in buttons if 0 <= one.box.y - bottom <= _RIGHT_BELOW_PX]
    return next((one for one in below if means(one.name, "onward") or means(one.name, "submit")), None)


def _nearer(submit: Control | None, fields: Sequence[Control], controls: Sequence[Control]) -> Control | None:
    """Where "Add" stands right below the fields, they are for what is added, and "Next" does not ask for them.

    To the right of "Save & exit", in one row with it, "Next" is what a step leads to.
    """
    if submit is None:
        return None
    if not means(submit.name, "onward"):
        row = [one for one in controls if abs(one.box.y - submit.box.y) < submit.box.height / 2 and not one.disabled]
        right = [one for one in row if one.role == "button" and one.box.x > submit.box.x and means(one.name, "onward")]
        return max(right, key=lambda one: one.box.x, default=submit)
    top, bottom = min(one.box.y for one in fields), max(one.box.y + one.box.height for one in fields)
    buttons = [one for one in controls if one.role == "button" and not one.disabled and one.ref != submit.ref]
    between = [one for one in buttons if means(one.name, "submit") and top <= one.box.y <= bottom + _RIGHT_BELOW_PX]
    return next(iter(between), submit)


def _ticks(members: Sequence[Control], surroundings: PageFacts) -> tuple[Control, ...]:
    """Boxes that must be ticked, or the only one, which is mostly a consent."""
    boxes = [one for one in members if one.role == "checkbox" and one.checked is False]
    return tuple(one for one in boxes if surroundings.of(one).required or len(boxes) == 1)


def _submit(members: Sequence[Control], surroundings: PageFacts) -> Control | None:
    buttons = [
        one
        for one in members
        if one.role == "button" and not any(means(one.name, word) for word in ("cancel", "backward", "destroy"))
    ]
    sending = [one for one in buttons if not means(one.name, "close")]
    declared = [one for one in sending if surroundings.of(one).submits]
    spoken = [one for one in sending if means(one.name, "submit")]
    onward = [one for one in sending if means(one.name, "onward")]
    # "OK" closes a message, but it sends a form
    agreed = [one for one in buttons if means(one.name, "confirm")]
    return next(iter(declared or spoken or onward or agreed), None)


def errands(form: Form, page: Page, *, room: int) -> list[Decision]:
    """What to do with the form, in order, in about `room` actions."""
    fields = _chosen(form, room)
    steps: list[Decision] = []
    ample = room >= len(fields) + _ROOM_FOR_WRONG
    empty = all(not one.value for one, _ in fields if is_field(one))
    if form.submit and ample and empty and any(_asks(*pair) for pair in fields):
        steps.append(_send(form.submit, "invalid", "Send the form with nothing in it: does it say what is missing?"))
    spoiled = _spoiled(fields, page) if ample or (room >= len(fields) + 2 and not form.submit) else None
    for control, detail in fields:
        wrong = spoiled[1] if spoiled and spoiled[0] is control else None
        steps.append(_wrong(control, wrong) if wrong else _right(control, detail, fields, page))
    if spoiled:
        steps += _mend(form, spoiled, _right(*_pair(form, spoiled[0]), fields, page))
    if form.submit:
        steps += [Decision(on(tick, "click"), f"Tick the {called(tick)}, as it asks.") for tick in form.ticks]
        steps.append(
            _send(form.submit, _intent(fields), "Everything is filled in sensibly: send it. Does the page answer?")
        )
    elif _wants_enter(form, fields):
        last = fields[-1][0]
        steps.append(
            Decision(on(last, "press", "Enter"), f"There is no button beside the {called(last)}: does Enter do?")
        )
    searches = [one for one, detail in fields if is_field(one) and meaning_of(one, detail) == "search"]
    if searches and not form.submit:
        steps += [back for one, detail in fields if (back := _unfiltered(one, detail))]
    return steps + [_emptied(one) for one in searches]


def search_again(field: Control, before: Sequence[str], now: Sequence[str]) -> list[Decision]:
    """From a later page of a list (`now` in its cells) search for what stood on the page before."""
    lost = [text for text in before if text not in now and _MIN_TERM <= len(text) <= _MAX_TERM and text[0].isalpha()]
    if not lost:
        return []
    action = on(field, "type", lost[0]).model_copy(update={"intent": "valid"})
    what = f"“{lost[0]}” stood on the page before: does the {called(field)} find it from here?"
    return [Decision(action, what), _emptied(field)]


def second_try(form: Form, page: Page) -> list[Decision]:
    """The form was refused though it was filled in sensibly: once more with other values, then it is let be."""
    values = {one.ref: other_value(one, detail, page.language) for one, detail in form.fields}
    return _sent_again(
        form,
        values,
        "It was refused: does the {} rather take this?",
        "Send it again with other values: is it taken now?",
    )


def second_entry(form: Form, page: Page) -> list[Decision]:
    """The form was taken, and an entry of it stands on the page: another one, if there is something else to enter."""
    values, first = (
        {one.ref: value_of(one, detail, page.language, nth=_nth(one, form.fields)) for one, detail in form.fields}
        for value_of in (further_value, valid_value)
    )
    if values == first:
        return []
    return _sent_again(
        form,
        values,
        "That was taken. Something else in the {}: is it taken, too?",
        "A second entry: does it stand beside the first one?",
    )


def _sent_again(form: Form, values: Mapping[str, str], typing: str, sending: str) -> list[Decision]:
    typed = [one for one, _ in form.fields if is_field(one) and values[one.ref] not in ("", one.value)]
    if not typed:
        return []
    steps = [
        Decision(
            on(one, "type", values[one.ref]).model_copy(update={"intent": _intent(form.fields)}),
            typing.format(called(one)),
        )
        for one in typed
    ]
    if form.submit:
        return [*steps, _send(form.submit, _intent(form.fields), sending)]
    return [*steps, Decision(on(typed[-1], "press", "Enter"), sending)]


def choose_other(control: Control, detail: Detail, *, last: bool = False) -> Decision | None:
    """Another option of a `<select>` than the present one, the first or the last; None where there is no other."""
    others = [option for option in detail.options if not option.selected and (option.value or option.label)]
    if not others:
        return None
    option = others[-1 if last else 0]
    thought = f"Choose “{option.label[:40]}” in the {called(control)}: does anything follow?"
    return Decision(on(control, "select", option.label or option.value), thought)


def _chosen(form: Form, room: int) -> list[tuple[Control, Detail]]:
    """Required fields first where there is not room for all, else in the order of the page."""
    limit = max(1, min(_MAX_FIELDS, room - 1))
    if len(form.fields) <= limit:
        return list(form.fields)
    ranked = sorted(form.fields, key=lambda pair: not pair[1].required)[:limit]
    return [pair for pair in form.fields if pair in ranked]


def _asks(control: Control, detail: Detail) -> bool:
    """Whether it makes sense to miss it: a search or a remark may well be empty."""
    if detail.required or "*" in f"{control.name}{detail.label}":
        return True
    return is_field(control) and meaning_of(control, detail) not in ("search", "message", "text", "title", "color")


def _spoiled(fields: list[tuple[Control, Detail]], page: Page) -> tuple[Control, WrongValue] | None:
    """The first field that can be filled in wrongly; of dates in a row the second one, which then comes too early."""
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


def _mend(form: Form, spoiled: tuple[Control, WrongValue], mended: Decision) -> list[Decision]:
    if form.submit is None:
        return [mended]
    return [_send(form.submit, "invalid", f"Send it with {spoiled[1].why}: is it refused, and is it said why?"), mended]


def _pair(form: Form, control: Control) -> tuple[Control, Detail]:
    return next(pair for pair in form.fields if pair[0] is control)


def _send(submit: Control, intent: InputIntent, thought: str) -> Decision:
    return Decision(on(submit, "click").model_copy(update={"intent": intent}), thought)


def _intent(fields: Sequence[tuple[Control, Detail]]) -> InputIntent:
    """Where a field's pattern is not understood, nobody knows whether what is typed is right: nothing is measured."""
    return "valid" if all(is_understood(detail.pattern) for _, detail in fields) else ""


def _wrong(control: Control, wrong: WrongValue) -> Decision:
    action = on(control, "type", wrong.value).model_copy(update={"intent": "invalid"})
    return Decision(action, f"Type {wrong.why} into the {called(control)}: does the page object?")


def _right(control: Control, detail: Detail, fields: list[tuple[Control, Detail]], page: Page) -> Decision:
    if control.tag == "select" and (choice := choose_other(control, detail)):
        return choice
    if control.tag == "select":
        return Decision(on(control, "hover"), f"The {called(control)} offers nothing else to choose.")
    meaning = meaning_of(control, detail)
    found = search_term(page.text, page.cells) if meaning == "search" else ""
    value = found or valid_value(control, detail, page.language, nth=_nth(control, fields))
    action = on(control, "type", value).model_copy(update={"intent": _intent([(control, detail)])})
    return Decision(action, f"Fill the {called(control)} with a plausible {meaning}, as a visitor would.")


def _nth(control: Control, fields: Sequence[tuple[Control, Detail]]) -> int:
    """How many fields for dates or times of its kind come before it."""
    alike = [one.ref for one, _ in fields if is_dated(one) and one.input_type == control.input_type]
    return alike.index(control.ref) if control.ref in alike else 0


def _unfiltered(control: Control, detail: Detail) -> Decision | None:
    """A list beside a search that was set to something else: back to what it showed before."""
    before = next((option for option in detail.options if option.selected), None)
    if before is None or len(detail.options) < 2:
        return None
    thought = f"Back to “{before.label[:40]}” in the {called(control)}: is everything there again?"
    return Decision(on(control, "select", before.label or before.value), thought)


def _emptied(control: Control) -> Decision:
    """What a search has hidden would be missing for the rest of the exploration."""
    return Decision(on(control, "clear"), f"Empty the {called(control)} again: is everything back?")


def _wants_enter(form: Form, fields: list[tuple[Control, Detail]]) -> bool:
    if len(fields) != 1 or not is_field(fields[0][0]) or fields[0][0].tag == "textarea":
        return False
    return meaning_of(*fields[0]) not in ("number", "amount", "age", "date", "time", "color", "month", "week")
