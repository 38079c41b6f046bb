"""Checks of clocks: they keep time, a pause stops them, and after it they go on from where they were. Item 3."""

import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pytest_cookie.core.action import Wait
from pytest_cookie.core.parsing import parse_shown_number, parse_shown_whole
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import Defect
from pytest_cookie.judging.rubric.names import name_subject

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
_A_DIRECTION = 2
"""So many times in a row say whether a clock goes up or down."""
_LEAST_SHARE_OF_PAUSE = 0.6
"""A clock that moved by more than this share of a pause, beside the time that it ran, was not paused."""


def find_wrong_clocks(context: RubricContext) -> Iterator[Defect]:
    """At most one defect of each kind: a clock that drifts, that a pause does not stop, that jumps after a pause."""
    yield from _adrift(context)
    yield from _unpaused(context)
    yield from _jumping(context)


def _is_paced(context: RubricContext) -> bool:
    """Whether the page lets users choose how fast time goes."""
    said = context.inventory.text if context.inventory else ""
    return any(_PACED.search(text) for text in (said, " ".join(control.name for control in context.controls)))


def _adrift(context: RubricContext) -> Iterator[Defect]:
    """A clock that counts more or fewer seconds than passed while the page was observed without any action.

    If other texts changed with it, it may have gone on to its next phase, such as from work to rest.
    """
    if _is_paced(context):
        return
    for before, step in pairwise(context.trace.steps):
        passed = step.page_ms - before.page_ms
        if not isinstance(step.action, Wait) or passed < _LONG_LOOK_MS:
            continue
        pairs = pair_numbers(step.change)
        if set(step.change.appeared_text) - {new for _, new in pairs}:
            continue
        for old, new in pairs:
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
        elif is_plain(step) and _only_ticks(change):
            went = f"“{change.vanished_text[0]}” became “{change.appeared_text[0]}”"
            why = f"After the click, {went}, and the clock kept running. Stop its timer."
            yield _defect(
                context, FindingKind.CLOCK_NOT_PAUSED, step, f"{name_subject(step.action)} does not stop the clock", why
            )
            return


def _only_ticks(change: Change) -> bool:
    alike = pair_numbers(change)
    ticks = [pair for pair in alike if _counted(*pair) is not None]
    rest = change.dom_added or change.dom_removed or len(change.appeared_text) > len(ticks)
    return bool(ticks) and not rest and not change.states and change.motion == "started"


def _jumping(context: RubricContext) -> Iterator[Defect]:
    """A clock that stood still while paused, and then goes on as if it had run all the time."""
    steps = context.trace.steps
    for position in range(2, 0 if _is_paced(context) else len(steps) - 1):
        pause, wait, resume = steps[position - 2 : position + 1]
        paused = wait.page_ms - pause.page_ms
        if not _is_pause(pause, wait, resume) or paused < _LONG_LOOK_MS or _times(wait.change):
            continue
        before = _last_two_times(steps[: position - 1])
        later = [step for step in steps[position : position + 2] if step is resume or isinstance(step.action, Wait)]
        shown = [(time, step) for step in later for time in _times(step.change)]
        if len(before) < _A_DIRECTION or not shown:
            continue
        (now, step), ran = shown[-1], shown[-1][1].page_ms - wait.page_ms
        standing = before[-1]
        moved = math.copysign(1000, standing - before[0]) * (now - standing)  # ms, in the direction that it had
        if ran + _LEAST_SHARE_OF_PAUSE * paused <= moved <= ran + paused + _LOOKED_LONGER_MS:
            title = f"{name_subject(resume.action)} makes the clock jump by the time of the pause"
            why = (
                f"It stood still for {paused / 1000:.0f} s and then moved by {moved / 1000:g} s within "
                f"{ran / 1000:.0f} s. Leave the time of the pause out."
            )
            yield _defect(context, FindingKind.CLOCK_JUMPS, step, title, why)
            return


def _is_pause(pause: Step, wait: Step, resume: Step) -> bool:
    """Whether a button was pressed, left alone and pressed again, or "pause", and then one without another purpose."""
    presses = all(step.action.is_click and step.outcome == "done" for step in (pause, resume))
    says_so = bool(_PAUSES.search(pause.action.target)) and resume.action.purpose in ("", "resume")
    belong = pause.action.ref == resume.action.ref or says_so
    return presses and belong and isinstance(wait.action, Wait)


def _last_two_times(steps: Sequence[Step]) -> list[float]:
    """The last two times, in seconds, that a clock showed up to the end of these steps, if it showed two."""
    found: list[float] = []
    for step in reversed(steps):
        found += [time for time in (*_times(step.change), *_times_in(step.change.vanished_text)) if time not in found]
        if len(found) >= _A_DIRECTION:
            break
    return found[:_A_DIRECTION][::-1]


def _times(change: Change) -> list[float]:
    """The times that a step brought, in seconds, if all of them have the same words around."""
    return _times_in((*change.appeared_text, *change.by_itself))


def _times_in(texts: Sequence[str]) -> list[float]:
    found = [(text, _TIME.search(text)) for text in texts]
    told = [(re.sub(r"\d+", "0", text), _seconds(match)) for text, match in found if match]
    return [seconds for _, seconds in told] if len({words for words, _ in told}) == 1 else []


def pair_numbers(change: Change) -> list[tuple[str, str]]:
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
        return value_of(told["alone"])
    hours, minutes, seconds = (parse_shown_whole(told[name]) or 0 for name in ("hours", "minutes", "seconds"))
    return hours * 3600 + minutes * 60 + seconds + value_of(told["part"] or "0")


def _is_wrong(counted: float, least: float, most: float) -> bool:
    """Whether the clock is off by more than a tenth, and by more than whole seconds explain.

    A single count may be a minute or an hour.
    """
    if counted == 1 or not least / _OTHER_TIME <= counted <= most * _OTHER_TIME:
        return False
    unit = 1.0 if counted.is_integer() else 0.1
    return counted < least - max(unit, _DRIFT * least) or counted > most + max(unit, _DRIFT * most)


def is_plain(step: Step) -> bool:
    """Whether it was a use without wrong input or a purpose of its own, and without errors."""
    done = step.outcome == "done" and not step.page_errors and not step.failed_requests
    return done and not step.action.intent and not step.action.purpose


def value_of(text: str) -> float:
    """A number as shown, 0 if it is none."""
    return parse_shown_number(text) or 0.0


def _defect(context: RubricContext, kind: FindingKind, step: Step, title: str, why: str) -> Defect:
    return Defect(kind, "major", title, why, step.action.selector, step.index, context.picture_of(step))
