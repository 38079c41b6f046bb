"""Checks whether things keep working: clocks keep time, controls work again, toggles turn back. Item 3 counts it."""

import re
from collections.abc import Iterator
from itertools import groupby, pairwise

from pytest_cookie.core.action import Wait
from pytest_cookie.core.parsing import parse_shown_number, parse_shown_whole
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Change, StateChange, Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.checks.find_interactions import find_moving_steps
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import Defect
from pytest_cookie.judging.rubric.names import name_subject, quote_names

_TIME = re.compile(
    r"(?:(?P<hours>\d{1,2})\s?[:：]\s?)?(?<![\d:：])(?P<minutes>\d{1,3})\s?[:：]\s?(?P<seconds>[0-5]\d)(?P<part>[.,]\d{1,3})?(?!\d|\s?[:：])"
    r"|(?P<alone>\d{1,15}(?:[.,]\d{1,3})?)\s?(?:seconds?|secs?|s|sek\w{0,9}|segundos?|secondes?|秒|초)(?![a-z])",
    re.IGNORECASE,
)
_LONG_LOOK_MS = 3_000
_LOOKED_ON_MS, _LOOKED_LONGER_MS = 300, 1_200
"""The longest time, in ms, between reading a step's texts and its `page_ms`, during which the page is still observed.

It is longer if the first change came late.
"""
_LATE_MS = 700
_DRIFT = 0.1
_OTHER_TIME = 4.0
"""A clock this many times too fast or too slow is no real-time clock: a simulated day, a film at another speed."""
_PACED = re.compile(
    r"\b(speed|pace|tempo|simulat\w*|time.?lapse|geschwindigkeit|zeitraffer|vitesse|velocidade?s?|rapid\w*)\b|"
    r"(?<![\d.])\d+(\.\d+)? ?[x×](?![ \w])|(?<![\d ])[x×] ?\d+(?! ?[x×\d])|倍速|速度|快进|倍率|スピード|속도|배속",
    re.IGNORECASE,
)
_AGO = re.compile(r"\bago\b|\bvor\b|\bhace\b|il y a|\bhá\b|前|전", re.IGNORECASE)

_PAUSES = re.compile(
    r"\b(pause|stop|halt|stopp|pausieren|anhalten|arrêter|parar|pausar?|detener)\b|"
    r"暂停|停止|一時停止|ストップ|일시 ?정지|정지|멈춤",
    re.IGNORECASE,
)
_LEAST_PRESSES = 2
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
_LIMITS = frozenset({6, 8, 10, 12, 15, 20, 24, 25, 30, 31, 48, 50, 59, 60, 64, 90, 99, 100})
_PLACE = re.compile(r"(\d{1,15})\s?(?:/|of|von|de|sur|共)\s?(\d{1,15})", re.IGNORECASE)
_TEXTS_KEPT = 24
_ANOTHERS_TEXTS = 3
_SENTENCE = 4
"""Words; captions of controls have fewer."""


def find_instabilities(context: RubricContext) -> list[Defect]:
    """One defect for each kind of instability; what was not tried or cannot be checked gives none.

    A clock that goes wrong or does not pause and a stuck control are major. A toggle that does not turn back is minor,
    or major if what it took away stays away.
    """
    return [*_adrift(context), *_unpaused(context), *_stuck(context), *_one_way(context)]


def _adrift(context: RubricContext) -> Iterator[Defect]:
    """A clock that counts more or fewer seconds than passed while the page was observed without any action."""
    said = context.inventory.text if context.inventory else ""
    names = " ".join(control.name for control in context.controls)
    if _PACED.search(said) or _PACED.search(names):
        return
    for before, step in pairwise(context.trace.steps):
        passed = step.page_ms - before.page_ms
        if not isinstance(step.action, Wait) or passed < _LONG_LOOK_MS:
            continue
        for old, new in _alike(step.change):
            counted = _counted(old, new)
            looked_on = _LOOKED_LONGER_MS if (step.change.latency_ms or 0) >= _LATE_MS else _LOOKED_ON_MS
            if counted is not None and _is_wrong(counted, (passed - looked_on) / 1000, passed / 1000):
                pace = "fast" if counted * 1000 > passed else "slowly"
                title = f"A clock runs too {pace}: it counts {counted:g} s in {passed / 1000:.1f} s"
                why = (
                    f"It went from “{shorten(old, 30)}” to “{shorten(new, 30)}” without any action. Compute the time "
                    "from `performance.now()` or `Date.now()`."
                )
                yield _defect(context, FindingKind.CLOCK_DRIFT, step, title, why)
                return


def _unpaused(context: RubricContext) -> Iterator[Defect]:
    """A pause button after which time only goes on."""
    paused: set[str] = set()
    for step in context.trace.steps:
        change, ref = step.change, step.action.ref
        if change.motion == "stopped":
            paused.add(ref)
        elif change.motion != "started" or not _PAUSES.search(step.action.target) or ref in paused:
            continue
        elif _is_plain(step) and _only_ticks(change):
            went = f"“{change.vanished_text[0]}” became “{change.appeared_text[0]}”"
            why = f"After the click, {went}, and the clock kept running. Stop its timer."
            yield _defect(
                context, FindingKind.CLOCK_NOT_PAUSED, step, f"{name_subject(step.action)} does not stop the clock", why
            )
            return


def _only_ticks(change: Change) -> bool:
    alike = _alike(change)
    ticks = [pair for pair in alike if _counted(*pair) is not None]
    rest = change.dom_added or change.dom_removed or len(change.appeared_text) > len(ticks)
    return bool(ticks) and not rest and not change.states and change.motion == "started"


def _alike(change: Change) -> list[tuple[str, str]]:
    """Pairs of old and new texts that differ only in their numbers, if there is only one pair of that shape."""
    old, new = _by_shape(change.vanished_text), _by_shape(change.appeared_text)
    return [(old[shape][0], new[shape][0]) for shape in old if len(old[shape]) == len(new.get(shape, ())) == 1]


def _by_shape(texts: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for text in texts:
        found.setdefault(re.sub(r"\d+", "0", text), []).append(text)
    return found


def _counted(old: str, new: str) -> float | None:
    """How many seconds a text went up or down; None if it shows no time, or reached its end."""
    first, then = _TIME.search(old), _TIME.search(new)
    if first is None or then is None or _AGO.search(old):
        return None
    begin, end = _seconds(first), _seconds(then)
    return None if end <= 0 or begin == end else round(abs(end - begin), 3)


def _seconds(told: re.Match[str]) -> float:
    if told["alone"]:
        return _value(told["alone"])
    hours, minutes, seconds = (parse_shown_whole(told[name]) or 0 for name in ("hours", "minutes", "seconds"))
    return hours * 3600 + minutes * 60 + seconds + _value(told["part"] or "0")


def _is_wrong(counted: float, least: float, most: float) -> bool:
    """Whether the clock is off by more than a tenth, and by more than whole seconds explain.

    A single count may be a minute or an hour.
    """
    if counted == 1 or not least / _OTHER_TIME <= counted <= most * _OTHER_TIME:
        return False
    unit = 1.0 if counted.is_integer() else 0.1
    return counted < least - max(unit, _DRIFT * least) or counted > most + max(unit, _DRIFT * most)


def _stuck(context: RubricContext) -> Iterator[Defect]:
    """A control that counted on when pressed, and does nothing when pressed again at once."""
    moving = find_moving_steps(context)
    for ref, run in groupby(context.trace.steps, key=_pressed_ref):
        presses = list(run)
        if not ref or len(presses) < _LEAST_PRESSES or not all(_is_plain(step) for step in presses):
            continue
        for earlier, step in pairwise(presses):
            if step.change.seen or step.problem or step.index in moving or not _counts_on(earlier.change):
                continue
            if _own_turn(earlier) is not None or _ticked_off(earlier):
                continue  # it was selected and the figures belong to it, or it is finished
            title = f"{name_subject(step.action)} stops working"
            what = quote_names(_numbered(earlier.change))
            why = (
                f"The click in step {earlier.index} led to {what}. The same click right after it had no effect, and "
                "the page shows no limit. Let it go on, or show the limit."
            )
            yield _defect(context, FindingKind.STUCK_CONTROL, step, title, why)
            return


def _pressed_ref(step: Step) -> str:
    return step.action.ref if step.action.kind == "click" else ""


def _is_plain(step: Step) -> bool:
    done = step.outcome == "done" and not step.page_errors and not step.failed_requests
    return done and not step.action.intent and not step.action.purpose


def _numbered(change: Change) -> list[str]:
    """The new values of counts."""
    return [new for _, new in _alike(change) if _NUMBER.search(new)]


def _counts_on(change: Change) -> bool:
    """Whether a count went one step, and not to an end: down to one or zero, to the last of a total, to a limit."""
    pairs = [(old, new) for old, new in _alike(change) if _NUMBER.search(new)]
    locked = any(one.property == "disabled" and one.after is True for one in change.states)
    return bool(pairs) and not locked and not any(_is_end(old, new) for old, new in pairs)


def _ticked_off(step: Step) -> bool:
    """Whether an entry that reads like a sentence lowered a count by one, as a message does that is read."""
    counts = [(_value(old), _value(new)) for old, new in _alike(step.change) if _is_bare(old) and _is_bare(new)]
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


def _value(text: str) -> float:
    return parse_shown_number(text) or 0.0


def _one_way(context: RubricContext) -> Iterator[Defect]:
    """A toggle, pressed twice in a row, that stays as the first press made it, or turns back without its effect."""
    for first, then in pairwise(context.trace.steps):
        if (
            not _pressed_ref(then)
            or _pressed_ref(first) != then.action.ref
            or not (_is_plain(first) and _is_plain(then))
        ):
            continue
        turned, back = _own_turn(first), _own_turn(then)
        if turned is None or len(_turns(first)) > 1 or then.problem:
            continue  # one of several that go together: the selected one stays selected
        if back is None and not then.change.seen and not _brought_another(first.change):
            state = "on" if turned[1] else "off"
            why = (
                f"The first click switched it {state}. A second click right after it had no effect. Let it switch back."
            )
            stays = f"{name_subject(then.action)} cannot be switched back"
            yield _defect(context, FindingKind.ONE_WAY_TOGGLE, then, stays, why, minor=True)
            return
        lost_texts = _kept_away(first.change, then.change)
        if back == (turned[1], turned[0]) and lost_texts:
            title = f"{name_subject(then.action)} switches back but its effect stays"
            taken = quote_names(lost_texts, 100)
            why = f"The first click hid {taken}, and the second does not show it again. Restore it."
            yield _defect(context, FindingKind.TOGGLE_KEEPS_EFFECT, then, title, why)
            return


def _turns(step: Step) -> list[StateChange]:
    """Toggles that went from one of two states to the other."""
    return [
        one
        for one in step.change.states
        if one.property in ("checked", "expanded") and None not in (one.before, one.after)
    ]


def _own_turn(step: Step) -> tuple[bool, bool] | None:
    own = next((turn for turn in _turns(step) if turn.is_change_of(step.action.target)), None)
    return (bool(own.before), bool(own.after)) if own else None


def _brought_another(change: Change) -> bool:
    """Whether several texts replaced several others: it was selected, so it is no toggle."""
    went, came = set(change.vanished_text), set(change.appeared_text)
    return min(len(went), len(came)) >= _ANOTHERS_TEXTS


def _kept_away(first: Change, then: Change) -> list[str]:
    """Texts that vanished with the first press, if the second brought none of them back."""
    cut = max(len(first.vanished_text), len(then.appeared_text)) >= _TEXTS_KEPT
    return [] if cut or set(first.vanished_text) & set(then.appeared_text) else list(first.vanished_text)


def _defect(
    context: RubricContext, kind: FindingKind, step: Step, title: str, why: str, *, minor: bool = False
) -> Defect:
    severity: Severity = "minor" if minor else "major"
    return Defect(kind, severity, title, why, step.action.selector, step.index, context.picture_of(step))
