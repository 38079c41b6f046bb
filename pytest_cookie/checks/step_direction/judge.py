"""Compares the direction that a control promises (more, less, on, back, its own state) with what changed."""

import re
from collections.abc import Iterator

from pytest_cookie.core.action import Click
from pytest_cookie.core.page import Control
from pytest_cookie.core.parsing import parse_shown_number, parse_shown_whole
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import MAX_CONTROL_NAME, Change, Step
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_subject

WRONG_DIRECTION = CheckKind("wrong-direction", "A control for more, less, next or previous does the opposite.")
ACTS_ON_OTHER_CONTROL = CheckKind(
    "acts-on-other-control", "A control changes another control's state instead of its own."
)

_MORE = re.compile(
    r"[+＋➕]\s?\d*|(increase|increment|zoom in|erhöhen|augmenter|aumentar|incrementar)\b.*|(plus|more|mehr|más|mais)|"
    r"(增加|加|放大|増やす|プラス|拡大|늘리기|증가|확대).{0,6}",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"[-−–－➖]\s?\d*|(decrease|decrement|reduce|zoom out|verringern|diminuer|disminuir|diminuir|reduzir)\b.*|"
    r"(minus|less|fewer|weniger|moins|menos)|(减少|减|缩小|減らす|マイナス|縮小|줄이기|감소|축소).{0,6}",
    re.IGNORECASE,
)
_ON = re.compile(
    r"[›»→▶]|(next|weiter|nächste[rsn]?|suivante?|siguiente|próxim[oa]|seguinte)( (page|month|week|day|slide|seite))?"
    r"( ?[›»→])?|下一[页頁个月步张周]?|次へ|次|다음",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"[‹«←◀]|([‹«←] ?)?(previous|prev|vorherige[rsn]?|précédente?|anterior)( (page|month|week|day|slide|seite))?|"
    r"上一[页頁个月步张周]?|前へ|前|이전",
    re.IGNORECASE,
)
_PLACE = re.compile(r"(\d{1,5})\s?(?:/|of|von|de|sur)\s?(\d{1,5})", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\d.,:])-?\d+(?:[.,]\d+)?(?![\d:]|[.,]\d)")
_STATES_KEPT = 12
"""The number of lines that a change keeps: a list of that length may be cut."""


def find_wrong_directions(context: RubricContext) -> list[Defect]:
    """One major defect for each kind of wrong direction; uncertain cases give none."""
    return [*_wrong_sign(context), *_wrong_turn(context), *_another_ones_state(context)]


def _wrong_sign(context: RubricContext) -> Iterator[Defect]:
    """A control for more that makes the only changing figure smaller, or one for less that makes it greater."""
    for step in _presses(context):
        way = 1 if _MORE.fullmatch(_said(step)) else -1 if _LESS.fullmatch(_said(step)) else 0
        figures = _figures(step.change) if way else []
        if len(figures) == 1 and (figures[0][1] - figures[0][0]) * way < 0:
            old, new = figures[0]
            made = f"A click changed {old:g} to {new:g}, and no other number changed. Reverse the sign."
            title = f"{name_subject(step.action)} {'lowers' if way > 0 else 'raises'} the value"
            yield step_defect(context, step, WRONG_DIRECTION, "major", title, made)
            return


def _wrong_turn(context: RubricContext) -> Iterator[Defect]:
    """A control for next or previous that goes the other way, by the page number; last to first does not count."""
    for step in _presses(context):
        way = 1 if _ON.fullmatch(_said(step)) else -1 if _BACK.fullmatch(_said(step)) else 0
        places = _places(step.change) if way else None
        if places is None:
            continue
        (old, of), (new, of_new) = places
        if of == of_new and (new - old) * way < 0 and {old, new} != {1, of}:
            made = f"A click led from {old} to {new} of {of}. Reverse the direction."
            title = f"{name_subject(step.action)} goes {'backwards' if way > 0 else 'forwards'}"
            yield step_defect(context, step, WRONG_DIRECTION, "major", title, made)
            return


def _another_ones_state(context: RubricContext) -> Iterator[Defect]:
    """A control that leaves its own state and changes that of another control of its type."""
    used: set[str] = set()
    for step in _presses(context):
        control = context.controls_by_ref.get(step.action.ref)
        first = step.action.ref not in used
        used.add(step.action.ref)
        cut = len(step.change.states) >= _STATES_KEPT
        if control is None or not first or cut or control.disabled or not (what := _own_state(control)):
            continue
        turns = [
            state for state in step.change.states if state.property == what and None not in (state.before, state.after)
        ]
        names = {
            other.name[:MAX_CONTROL_NAME]
            for other in context.controls
            if other.kind == control.kind and other.ref != control.ref
        }
        others = [turn for turn in turns if turn.after is True and turn.control in names]
        if (
            not others
            or control.name[:MAX_CONTROL_NAME] in names
            or any(turn.is_change_of(control.name) for turn in turns)
        ):
            continue
        made = (
            f"After the click, “{shorten(others[0].control, 40)}” is {what}, and the "
            "control that was clicked is not. Change its own state."
        )
        title = f"{name_subject(step.action)} changes another control instead"
        yield step_defect(context, step, ACTS_ON_OTHER_CONTROL, "major", title, made)
        return


def _own_state(control: Control) -> str:
    """The state that a first press must turn on, "" for none."""
    states = {"checked": control.checked, "expanded": control.expanded, "selected": control.selected}
    return next((name for name, value in states.items() if value is False), "")


def _presses(context: RubricContext) -> Iterator[Step]:
    for step in context.trace.steps:
        if (
            isinstance(step.action, Click)
            and step.outcome == "done"
            and not step.action.intent
            and not step.page_errors
        ):
            yield step


def _figures(change: Change) -> list[tuple[float, float]]:
    """Old and new number of every text or value that differs only in one number."""
    pairs = [values for state in change.states if (values := state.texts)]
    came: dict[str, list[str]] = {}
    for new in change.appeared_text:
        came.setdefault(_NUMBER.sub("0", new), []).append(new)
    alike = {(old, new) for old, new in pairs if _NUMBER.sub("0", old) == _NUMBER.sub("0", new)}
    alike |= {(old, new) for old in change.vanished_text for new in came.get(_NUMBER.sub("0", old), ())}
    numbers = [(_NUMBER.findall(old), _NUMBER.findall(new)) for old, new in alike]
    return [(_value(old[0]), _value(new[0])) for old, new in numbers if len(old) == len(new) == 1]


def _places(change: Change) -> tuple[tuple[int, int], tuple[int, int]] | None:
    old = [match for text in change.vanished_text if (match := _PLACE.search(text))]
    new = [match for text in change.appeared_text if (match := _PLACE.search(text))]
    if len(old) != 1 or len(new) != 1:
        return None
    return _numbers_of(old[0]), _numbers_of(new[0])


def _numbers_of(place: re.Match[str]) -> tuple[int, int]:
    return parse_shown_whole(place[1]) or 0, parse_shown_whole(place[2]) or 0


def _value(text: str) -> float:
    return parse_shown_number(text) or 0.0


def _said(step: Step) -> str:
    return step.action.target.strip()
