"""Judges whether controls keep working: they work again, and toggles turn back."""

import re
from collections.abc import Iterator
from itertools import groupby, pairwise

from pytest_cookie.core.parsing import parse_shown_number, parse_shown_whole
from pytest_cookie.core.shown_numbers import by_shape
from pytest_cookie.core.trace import MAX_CONTROL_NAME, Change, StateChange, Step
from pytest_cookie.judging.measures.breakdown import breaks_down
from pytest_cookie.judging.measures.find_interactions import find_moving_steps
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_subject, quote_names

STUCK_CONTROL = CheckKind("stuck-control", "A control that counts stops counting without a visible limit.")
WORKS_ONCE = CheckKind("works-once", "A button works once and has no effect after other input.")
ONE_WAY_TOGGLE = CheckKind("one-way-toggle", "A toggle cannot be turned back.")
TOGGLE_KEEPS_EFFECT = CheckKind("toggle-keeps-effect", "A toggle turns back, but the text that it hid stays hidden.")

_LEAST_PRESSES = 2
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
_LIMITS = frozenset({6, 8, 10, 12, 15, 20, 24, 25, 30, 31, 48, 50, 59, 60, 64, 90, 99, 100})
_PLACE = re.compile(r"(\d{1,15})\s?(?:/|of|von|de|sur|共)\s?(\d{1,15})", re.IGNORECASE)
_TEXTS_KEPT = 24  # the number of texts that a change keeps: a list of that length may be cut
_ANOTHERS_TEXTS = 3  # so many texts on both sides are the view of another thing
_TOGGLE_ROLES = frozenset({"checkbox", "switch"})
_CHOICES = 3  # two buttons alike may be a toggle and its opposite
_NUMBERED = ":nth-of-type("
_SENTENCE = 4
"""Words; captions of controls have fewer."""


def find_instabilities(context: RubricContext) -> list[Defect]:
    """One defect for each kind of instability; none for actions that were not tried or cannot be checked.

    A stuck control is major. A toggle that does not turn back is minor, or major if it removed content for good. On a
    page that breaks down, neither tells anything more.
    """
    lasting = [] if breaks_down(context) else [*_stuck(context), *_one_way(context)]
    return [*_again(context), *lasting]


def _again(context: RubricContext) -> Iterator[Defect]:
    """A button that worked once, and has no effect after other input that caused no response either; unless it is a
    choice, which may still be chosen. That it refused wrong input is no work."""
    answered: dict[str, Step] = {}
    fresh: set[str] = set()
    chosen: dict[str, bool] = {}
    for step in context.trace.steps:
        ref = step.action.ref
        was_chosen = chosen.get(step.action.target[:MAX_CONTROL_NAME], False)
        chosen |= {state.control: state.after is True for state in step.change.states if state.property == "checked"}
        if step.action.sets_value and step.outcome == "done" and step.action.intent != "invalid":
            own = any(state.property == "value" for state in step.change.states)
            fresh = set(answered) if own and not step.change.appeared_text else set()
        elif step.action.resets_page:
            answered, fresh = {}, set()
        elif step.action.kind == "click" and step.action.role == "button" and ref and step.outcome == "done":
            if step.action.intent != "invalid" and (step.change.seen or step.page_errors):
                answered.setdefault(ref, step)
            elif ref in fresh and not (step.action.intent == "invalid" or was_chosen or _is_choice(context, step)):
                title = f"{name_subject(step.action)} works only once"
                why = (
                    f"It worked in step {answered[ref].index}. After other input, a click on it has no effect. "
                    "Let it work each time."
                )
                yield step_defect(context, step, WORKS_ONCE, "minor", title, why)
                return


def _stuck(context: RubricContext) -> Iterator[Defect]:
    """A control that counted on when pressed, and has no effect when pressed again at once."""
    moving = find_moving_steps(context)
    for ref, run in groupby(context.trace.steps, key=_pressed_ref):
        presses = list(run)
        if not ref or len(presses) < _LEAST_PRESSES or not all(_is_plain(step) for step in presses):
            continue
        for earlier, step in pairwise(presses):
            if step.change.seen or step.problem or step.index in moving or not _counts_on(earlier.change):
                continue
            if _own_turn(earlier) is not None or _ticked_off(earlier) or _answers_later(context, step):
                continue  # it was selected and the figures belong to it, it is finished, or its state was there already
            if _is_choice(context, step) and any(map(str.isalpha, step.action.target)):
                continue  # "Done" of a row counts once; a sign such as "+" counts on
            if _leads_to_own_number(earlier):
                continue
            title = f"{name_subject(step.action)} stops working"
            what = quote_names(_numbered(earlier.change))
            why = (
                f"The click in step {earlier.index} led to {what}. The same click right after it had no effect, and "
                "the page shows no limit. Let it go on, or show the limit."
            )
            yield step_defect(context, step, STUCK_CONTROL, "major", title, why)
            return


def _answers_later(context: RubricContext, silent: Step) -> bool:
    """Whether the control answers once another one has changed the page, without a reset in between."""
    for step in context.trace.steps[silent.index + 1 :]:
        if step.action.resets_page or step.action.purpose in ("destroy", "undo"):
            return False
        if step.action.ref == silent.action.ref and step.change.seen:
            return True
    return False


def _pressed_ref(step: Step) -> str:
    return step.action.ref if step.action.kind == "click" else ""


def _numbered(change: Change) -> list[str]:
    """The new values of counts."""
    return [new for _, new in _pair_numbers(change) if _NUMBER.search(new)]


def _counts_on(change: Change) -> bool:
    """Whether a count went one step, and not to an end: down to one or zero, to the last of a total, to a limit."""
    pairs = [(old, new) for old, new in _pair_numbers(change) if _NUMBER.search(new)]
    locked = any(state.property == "disabled" and state.after is True for state in change.states)
    return bool(pairs) and not locked and not any(_is_end(old, new) for old, new in pairs)


def _leads_to_own_number(step: Step) -> bool:
    """Whether a new figure is one of the control's name: the day “2” of a calendar leads to “2 April”, and is there."""
    own = {_value(number) for number in _NUMBER.findall(step.action.target)}
    pairs = [(_NUMBER.findall(old), _NUMBER.findall(new)) for old, new in _pair_numbers(step.change)]
    return any(
        _value(then) in own for first, last in pairs for at, then in zip(first, last, strict=False) if at != then
    )


def _ticked_off(step: Step) -> bool:
    """Whether an entry that reads like a sentence lowered a count by one, as a message does that is read."""
    bare = [pair for pair in _pair_numbers(step.change) if all(_is_bare(text) for text in pair)]
    counts = [(_value(old), _value(new)) for old, new in bare]
    return len(step.action.target.split()) >= _SENTENCE and [old - new for old, new in counts] == [1]


def _is_bare(text: str) -> bool:
    return _NUMBER.fullmatch(text.strip()) is not None


def _is_end(old: str, new: str) -> bool:
    if place := _PLACE.search(new):
        return place[1] == place[2] or (parse_shown_whole(place[1]) or 0) <= 1
    numbers = [
        (_value(one), _value(other)) for one, other in zip(_NUMBER.findall(old), _NUMBER.findall(new), strict=False)
    ]
    return any((then < first and then <= 1) or then in _LIMITS for first, then in numbers if first != then)


def _one_way(context: RubricContext) -> Iterator[Defect]:
    """A toggle, pressed twice in a row, that stays as the first press made it, or turns back without its effect."""
    brought: set[str] = set()
    for first, then in pairwise(context.trace.steps):
        messages = frozenset(brought)
        brought.update(first.change.appeared_text)
        is_again = bool(_pressed_ref(then)) and _pressed_ref(first) == then.action.ref
        if not is_again or not (_is_plain(first) and _is_plain(then)):
            continue
        turned, back = _own_turn(first), _own_turn(then)
        if turned is None or len(_turns(first)) > 1 or then.problem or _is_choice(context, then):
            continue  # one of several that go together: the selected one stays selected
        if back is None and not then.change.seen and not _brought_another(first.change):
            state = "on" if turned[1] else "off"
            why = (
                f"The first click switched it {state}. A second click right after it had no effect. Let it switch back."
            )
            stays = f"{name_subject(then.action)} cannot be switched back"
            yield step_defect(context, then, ONE_WAY_TOGGLE, "minor", stays, why)
            return
        lost_texts = _kept_away(first.change, then.change, messages)
        if back == (turned[1], turned[0]) and lost_texts:
            title = f"{name_subject(then.action)} switches back but its effect stays"
            taken = quote_names(lost_texts, 100)
            why = f"The first click hid {taken}, and the second does not show it again. Restore it."
            yield step_defect(context, then, TOGGLE_KEEPS_EFFECT, "major", title, why)
            return


def _is_choice(context: RubricContext, step: Step) -> bool:
    """Whether it is one of three or more buttons alike, such as the days of a month: the chosen one may stay so.

    Of one that came later it is only known whether it is one of several.
    """
    kind = next((control.kind for control in context.controls if control.ref == step.action.ref), "")
    alike = sum(other.kind == kind for other in context.controls) if kind else 0
    is_one_of_several = alike >= _CHOICES or (not kind and _NUMBERED in step.action.selector)
    return step.action.role not in _TOGGLE_ROLES and is_one_of_several


def _turns(step: Step) -> list[StateChange]:
    """Toggles that went from one of two states to the other."""
    return [
        state
        for state in step.change.states
        if state.property in ("checked", "expanded") and None not in (state.before, state.after)
    ]


def _own_turn(step: Step) -> tuple[bool, bool] | None:
    own = next((turn for turn in _turns(step) if turn.is_change_of(step.action.target)), None)
    return (bool(own.before), bool(own.after)) if own else None


def _brought_another(change: Change) -> bool:
    """Whether several texts replaced several others: it was selected, so it is no toggle."""
    went, came = set(change.vanished_text), set(change.appeared_text)
    return min(len(went), len(came)) >= _ANOTHERS_TEXTS


def _kept_away(first: Change, then: Change, messages: frozenset[str]) -> list[str]:
    """Texts that vanished with the first press, if the second brought none of them back.

    `messages` came with earlier steps: a press that removes one, such as an error, does not owe it.
    """
    cut = max(len(first.vanished_text), len(then.appeared_text)) >= _TEXTS_KEPT
    is_back = bool(set(first.vanished_text) & set(then.appeared_text))
    return [] if cut or is_back else [text for text in first.vanished_text if text not in messages]


def _pair_numbers(change: Change) -> list[tuple[str, str]]:
    """Pairs of old and new texts that differ only in their numbers, if there is only one pair of that shape."""
    old, new = by_shape(change.vanished_text), by_shape(change.appeared_text)
    return [(old[shape][0], new[shape][0]) for shape in old if len(old[shape]) == len(new.get(shape, ())) == 1]


def _is_plain(step: Step) -> bool:
    """Whether it was a use without wrong input or a purpose of its own, and without errors."""
    done = step.outcome == "done" and not step.page_errors and not step.failed_requests
    return done and not step.action.intent and not step.action.purpose


def _value(text: str) -> float:
    """A number as shown, 0 if it is none."""
    return parse_shown_number(text) or 0.0
