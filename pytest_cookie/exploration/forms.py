"""How a tester works through a form: nothing at all first, then something wrong, then everything right."""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.labels import Language
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import InputIntent
from pytest_cookie.exploration.plan import called, is_field, on
from pytest_cookie.exploration.plausible import WrongValue, meaning_of, search_term, valid_value, wrong_value
from pytest_cookie.exploration.policy import Decision
from pytest_cookie.exploration.surroundings import Detail, Surroundings
from pytest_cookie.exploration.words import means

_ROOM_FOR_WRONG = 6
_MAX_FIELDS = 8


@dataclass(frozen=True)
class Form:
    """The fields that belong together and the control that sends them."""

    fields: tuple[tuple[Control, Detail], ...]
    submit: Control | None


def form_around(control: Control, controls: Sequence[Control], surroundings: Surroundings) -> Form:
    """The form, or box of the page, that `control` belongs to; the field alone where it stands alone."""
    group = surroundings.of(control).group
    members = [one for one in controls if group and surroundings.of(one).group == group and not one.disabled]
    fields = [one for one in members if is_field(one) or one.tag == "select"] or [control]
    with_details = tuple((one, surroundings.of(one)) for one in fields)
    return Form(
        fields=tuple(pair for pair in with_details if not pair[1].readonly), submit=_submit(members, surroundings)
    )


def _submit(members: Sequence[Control], surroundings: Surroundings) -> Control | None:
    buttons = [
        one
        for one in members
        if one.role == "button" and not any(means(one.name, word) for word in ("close", "cancel", "destroy"))
    ]
    declared = [one for one in buttons if surroundings.of(one).submits]
    spoken = [one for one in buttons if means(one.name, "submit")]
    return next(iter(declared or spoken), None)


def errands(form: Form, language: Language, *, room: int, text: str = "") -> list[Decision]:
    """What to do with the form, in order, in about `room` actions. `text` is the page's: it says what can be found."""
    fields = _chosen(form, room)
    steps: list[Decision] = []
    ample = room >= len(fields) + _ROOM_FOR_WRONG
    if form.submit and ample and all(not one.value for one, _ in fields if is_field(one)):
        steps.append(_send(form.submit, "invalid", "Send the form with nothing in it: does it say what is missing?"))
    spoiled = _spoiled(fields) if ample or (room >= len(fields) + 2 and not form.submit) else None
    for control, detail in fields:
        wrong = spoiled[1] if spoiled and spoiled[0] is control else None
        steps.append(_wrong(control, wrong) if wrong else _right(control, detail, language, text))
    if spoiled:
        steps += _mend(form, spoiled, _right(*_pair(form, spoiled[0]), language, text))
    if form.submit:
        steps.append(_send(form.submit, "valid", "Everything is filled in sensibly: send it. Does the page answer?"))
    elif _wants_enter(form, fields):
        last = fields[-1][0]
        steps.append(
            Decision(on(last, "press", "Enter"), f"There is no button beside the {called(last)}: does Enter do?")
        )
    steps += [
        _emptied(control) for control, detail in fields if is_field(control) and meaning_of(control, detail) == "search"
    ]
    return steps


def choose_other(control: Control, detail: Detail) -> Decision | None:
    """Another option of a `<select>` than the present one; None where there is no other."""
    others = [option for option in detail.options if not option.selected and (option.value or option.label)]
    if not others:
        return None
    option = others[0]
    thought = f"Choose “{option.label[:40]}” in the {called(control)}: does anything follow?"
    return Decision(on(control, "select", option.label or option.value), thought)


def _chosen(form: Form, room: int) -> list[tuple[Control, Detail]]:
    """Required fields first where there is not room for all, else in the order of the page."""
    limit = max(1, min(_MAX_FIELDS, room - 1))
    if len(form.fields) <= limit:
        return list(form.fields)
    ranked = sorted(form.fields, key=lambda pair: not pair[1].required)[:limit]
    return [pair for pair in form.fields if pair in ranked]


def _spoiled(fields: list[tuple[Control, Detail]]) -> tuple[Control, WrongValue] | None:
    for control, detail in fields:
        if is_field(control) and (wrong := wrong_value(control, detail)):
            return control, wrong
    return None


def _mend(form: Form, spoiled: tuple[Control, WrongValue], mended: Decision) -> list[Decision]:
    if form.submit is None:
        return [mended]
    return [_send(form.submit, "invalid", f"Send it with {spoiled[1].why}: is it refused, and is it said why?"), mended]


def _pair(form: Form, control: Control) -> tuple[Control, Detail]:
    return next(pair for pair in form.fields if pair[0] is control)


def _send(submit: Control, intent: InputIntent, thought: str) -> Decision:
    return Decision(on(submit, "click").model_copy(update={"intent": intent}), thought)


def _wrong(control: Control, wrong: WrongValue) -> Decision:
    action = on(control, "type", wrong.value).model_copy(update={"intent": "invalid"})
    return Decision(action, f"Type {wrong.why} into the {called(control)}: does the page object?")


def _right(control: Control, detail: Detail, language: Language, text: str) -> Decision:
    if control.tag == "select" and (choice := choose_other(control, detail)):
        return choice
    if control.tag == "select":
        return Decision(on(control, "hover"), f"The {called(control)} offers nothing else to choose.")
    meaning = meaning_of(control, detail)
    value = (search_term(text) if meaning == "search" else "") or valid_value(control, detail, language)
    action = on(control, "type", value).model_copy(update={"intent": "valid"})
    return Decision(action, f"Fill the {called(control)} with a plausible {meaning}, as a visitor would.")


def _emptied(control: Control) -> Decision:
    """What a search has hidden would be missing for the rest of the exploration."""
    return Decision(on(control, "clear"), f"Empty the {called(control)} again: is everything back?")


def _wants_enter(form: Form, fields: list[tuple[Control, Detail]]) -> bool:
    if len(fields) != 1 or not is_field(fields[0][0]) or fields[0][0].tag == "textarea":
        return False
    return meaning_of(*fields[0]) not in ("number", "amount", "age", "date", "time", "color", "month", "week")
