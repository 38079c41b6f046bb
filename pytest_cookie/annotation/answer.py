"""Checks answers against their questions, and translates the slots that a rater saw into the task's own."""

from collections.abc import Mapping, Sequence

from pytest_cookie.annotation.form import SLOTS, TIE, AnyQuestion, Form, Values

MAX_TEXT = 4_000


class AnswerError(ValueError):
    """An answer that does not fit its question. The message is shown to the rater."""


def check_answer(questions: Sequence[AnyQuestion], values: Mapping[str, object], slots: str) -> Values:
    """The answers to the form's questions. Raises `AnswerError` for a missing or impossible one."""
    known = {question.id for question in questions}
    if unknown := [name for name in values if name not in known]:
        raise AnswerError(f"there is no question {unknown[0][:60]!r}")
    checked: Values = {}
    for question in questions:
        if not is_asked(question, values):
            continue
        value = values.get(question.id)
        if value is None or value in ("", []):
            if question.required:
                raise AnswerError(f"“{question.label}” has no answer")
            continue
        checked[question.id] = _check(question, value, slots)
    return checked


def is_asked(question: AnyQuestion, values: Mapping[str, object]) -> bool:
    """Whether the answers so far lead to this question."""
    return all(values.get(name) in wanted for name, wanted in question.when.items())


def _check(question: AnyQuestion, value: object, slots: str) -> object:
    fits = False
    if question.kind == "choice":
        fits = value in question.values
    elif question.kind == "many":
        fits = isinstance(value, list) and len(set(map(str, value))) == len(value) <= len(question.values)
        fits = fits and all(choice in question.values for choice in value)  # type: ignore[attr-defined]
    elif question.kind == "scale":
        fits = isinstance(value, int) and not isinstance(value, bool) and question.low <= value <= question.high
    elif question.kind == "preference":
        fits = isinstance(value, str) and value in (*slots, TIE)
    elif question.kind == "rank":
        fits = isinstance(value, dict) and set(value) == set(slots) and _are_places(list(value.values()))
    elif isinstance(value, str):
        return value.replace("\0", "").encode(errors="replace").decode()[:MAX_TEXT]
    if not fits:
        raise AnswerError(f"“{question.label}” cannot have this answer")
    return value


def _are_places(places: Sequence[object]) -> bool:
    """Whether these are places with ties, such as 1, 2, 2, 4: the place is 1 plus the number of better artifacts."""
    if not all(isinstance(place, int) and not isinstance(place, bool) for place in places):
        return False
    return all(place == 1 + sum(other < place for other in places) for place in places)  # type: ignore[operator]


def to_own_slots(questions: Sequence[AnyQuestion], values: Mapping[str, object], order: str) -> Values:
    """Answers with the task's own slots. `order` has these slots in display order: A, B, …"""
    return _rename(questions, values, dict(zip(SLOTS, order, strict=False)))


def to_shown_slots(questions: Sequence[AnyQuestion], values: Mapping[str, object], order: str) -> Values:
    """The inverse of `to_own_slots`, to show an earlier answer again."""
    return _rename(questions, values, dict(zip(order, SLOTS, strict=False)))


def _rename(questions: Sequence[AnyQuestion], values: Mapping[str, object], names: Mapping[str, str]) -> Values:
    kinds = {question.id: question.kind for question in questions}
    renamed: Values = {}
    for name, value in values.items():
        if kinds.get(name) == "preference" and isinstance(value, str):
            renamed[name] = names.get(value, value)
        elif kinds.get(name) == "rank" and isinstance(value, dict):
            renamed[name] = {names.get(slot, slot): place for slot, place in value.items()}
        else:
            renamed[name] = value
    return renamed


def differ(
    form: Form, questions: Sequence[AnyQuestion], one: Mapping[str, object], other: Mapping[str, object]
) -> bool:
    """Whether a third rater should decide: a required answer differs, points by more than the form allows."""
    for question in questions:
        a, b = one.get(question.id), other.get(question.id)
        if not question.required or question.kind == "text" or a == b:
            continue
        if question.kind == "scale" and isinstance(a, int) and isinstance(b, int) and abs(a - b) <= form.apart:
            continue
        return True
    return False
