"""Judges whether clocks keep time, whether a pause stops them, and whether they go on from where they were.

A clock is a time on the page, or a number that counts the seconds of a wait, whatever it looks like.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from pytest_cookie.checks.clocks.words import MEASURED, OF_OTHERS, OFFERS, PACED, PAUSED, PAUSES
from pytest_cookie.core.action import Wait
from pytest_cookie.core.pause_keys import find_pause_keys
from pytest_cookie.core.shown_numbers import by_shape, read_shown_numbers
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Reading, Step
from pytest_cookie.judging.measures.breakdown import breaks_down
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_subject

CLOCK_DRIFT = CheckKind("clock-drift", "A clock or timer runs too fast or too slowly.")
CLOCK_JUMPS = CheckKind("clock-jumps", "After a pause, a clock goes on as if it had not been paused.")
CLOCK_NOT_PAUSED = CheckKind("clock-not-paused", "A pause button or key does not stop the clock.")

_LONG_LOOK_SECONDS = 3.0  # shorter waits are within the error of a clock that counts whole seconds
_SHORT_LOOK_SECONDS = 1.5  # long enough for one whole second to pass
_DRIFT = 0.1  # share of the time by which a clock may be off
_OTHER_TIME = 4.0
"""A clock this many times too fast or too slow is no real-time clock: a simulated day, a film at another speed."""
_AN_HOUR = 3600.0  # a clock beyond it is a time of day or a countdown to an event
_LEAST_SHARE_OF_PAUSE = 0.6
"""A clock that moved by more than this share of a pause, beside the time that it ran, was not paused."""


@dataclass(frozen=True)
class Interval:
    """The course of one clock from the end of one step to the end of the next."""

    step: Step
    """The later step."""
    old: Reading
    new: Reading
    seconds: float
    """Page time between the two readings."""

    @property
    def moved(self) -> float:
        """Seconds that the clock moved, up or down."""
        return round(self.new.value - self.old.value, 3)

    @property
    def is_watched(self) -> bool:
        """Whether the step was only a wait."""
        return isinstance(self.step.action, Wait)

    @property
    def unit(self) -> float:
        """How finely the clock counts, in seconds."""
        return 1.0 if self.old.value.is_integer() and self.new.value.is_integer() else 0.1

    def keeps_time(self) -> bool:
        """Whether it moved as much as time passed, and by more than one unit."""
        return abs(self.moved) > self.unit and abs(abs(self.moved) - self.seconds) <= _allowance(self)


def find_wrong_clocks(context: RubricContext) -> list[Defect]:
    """At most one defect of each kind: a clock that drifts, that a pause does not stop, that jumps after a pause.

    None on a page that breaks down.
    """
    if _is_paced(context) or breaks_down(context):
        return []
    runs = _find_runs(context)
    clocks = [run for run in runs if _is_clock(run)]
    heeded = {pause.step.index for run in runs for pause, _ in _find_pauses(run)}
    found = (
        (defect for run in clocks for defect in _find_drift(context, run)),
        (defect for run in clocks for defect in _find_unpaused(context, run, heeded)),
        (defect for run in clocks for defect in _find_jump(context, run)),
    )
    return [first for defects in found for first in islice(defects, 1)]


def _is_paced(context: RubricContext) -> bool:
    """Whether the page lets users choose how fast time goes."""
    said = context.inventory.text if context.inventory else ""
    return any(PACED.search(text) for text in (said, " ".join(control.name for control in context.controls)))


def _find_runs(context: RubricContext) -> list[list[Interval]]:
    """For each time or number its intervals in order, while the page shows it; a load begins a new list."""
    runs: dict[str, list[list[Interval]]] = {}
    for before, step in pairwise(context.trace.steps):
        old = {reading.label: reading for reading in before.readings}
        for new in step.readings:
            if new.label not in old or step.action.begins_anew:
                continue
            seconds = (step.read_ms - before.read_ms) / 1000
            interval = Interval(step, old[new.label], new, seconds)
            known = runs.setdefault(new.label, [[]])
            if known[-1] and known[-1][-1].step.index != before.index:
                known.append([])
            known[-1].append(interval)
    return [run for known in runs.values() for run in known]


def _is_clock(run: list[Interval]) -> bool:
    """Whether it is written as a time and none that is measured, or counted the seconds while the page was watched."""
    if MEASURED.search(run[0].old.label):
        return False
    return run[0].old.is_time or any(
        interval.is_watched and interval.seconds >= _SHORT_LOOK_SECONDS and interval.keeps_time() for interval in run
    )


def _allowance(interval: Interval) -> float:
    return max(interval.unit, _DRIFT * interval.seconds)


def _find_drift(context: RubricContext, run: list[Interval]) -> Iterator[Defect]:
    """A clock, written as a time, that counts more or fewer seconds than passed while the page was watched.

    If other texts changed with it, it may have gone on to its next phase, such as from work to rest. A single count may
    be a minute or an hour. A clock that is at its end, or at a second time of its line, has reached it. One that goes
    the other way in the next interval begins its round again, such as the seconds to the next refresh. One that stood
    and is slow may have waited for something that went, such as "3, 2, 1".
    """
    for position, one in enumerate(run):
        counted = abs(one.moved)
        watched = one.is_watched and one.seconds >= _LONG_LOOK_SECONDS and not _has_other_news(one.step)
        if not (watched and one.new.is_time) or counted in (0, 1) or one.new.value <= 0 or _is_at_its_end(one.new):
            continue
        if not one.seconds / _OTHER_TIME <= counted <= one.seconds * _OTHER_TIME or _turns(run, position):
            continue
        stood = not (position and run[position - 1].moved)
        if stood and counted < one.seconds and _has_gone(one.step):
            continue
        if abs(counted - one.seconds) > _allowance(one):
            pace = "fast" if counted > one.seconds else "slowly"
            title = f"A clock runs too {pace}: it counts {counted:g} s in {one.seconds:.1f} s"
            why = (
                f"It went from “{shorten(one.old.text, 30)}” to “{shorten(one.new.text, 30)}” without any action. "
                "Compute the time from `performance.now()` or `Date.now()`."
            )
            yield step_defect(context, one.step, CLOCK_DRIFT, "major", title, why).showing(one.new.text)


def _turns(run: list[Interval], position: int) -> bool:
    """Whether the clock goes the other way right before or after."""
    beside = run[max(0, position - 1) : position] + run[position + 1 : position + 2]
    return any(interval.moved * run[position].moved < 0 for interval in beside)


def _has_gone(step: Step) -> bool:
    """Whether a text vanished, and none like it but for its numbers appeared."""
    return bool(by_shape(step.change.vanished_text).keys() - by_shape(step.change.appeared_text).keys())


def _has_other_news(step: Step) -> bool:
    """Whether a text appeared that is none of the readings."""
    known = {reading.text for reading in step.readings}
    return any(text not in known and not _is_reading(text, known) for text in step.change.appeared_text)


def _is_reading(text: str, known: set[str]) -> bool:
    return bool(read_shown_numbers(text)) and any(text in line for line in known)


def _is_at_its_end(reading: Reading) -> bool:
    """Whether it shows its total as well, as in `3:40 / 3:40`."""
    times = re.findall(r"\d{1,3}(?:[:：]\d{2}){1,2}", reading.text)
    return len(times) > 1 and times[0] == times[1]


def _find_pauses(run: list[Interval]) -> Iterator[tuple[Interval, Interval]]:
    """Presses, each with the watch after it, at which a number stood that moved in the watch before."""
    for position, (pause, wait) in enumerate(pairwise(run)):
        ran = next((interval for interval in reversed(run[:position]) if interval.is_watched), None)
        if ran and ran.moved and wait.is_watched and wait.seconds >= _SHORT_LOOK_SECONDS and not wait.moved:
            yield pause, wait


def _find_unpaused(context: RubricContext, run: list[Interval], heeded: set[int]) -> Iterator[Defect]:
    """A clock that ran, and while the page was watched after a press on "pause", or on its key, ran on.

    The press is meant for another clock if its label names one or another clock stopped (the steps `heeded`). The time
    of day, the hours to an event and the rest of an offer go on in any case: an hour or more that never stood still.
    """
    never_stood = all(interval.moved or interval.seconds < _SHORT_LOOK_SECONDS for interval in run)
    if OFFERS.search(run[0].old.label) or (run[0].old.value >= _AN_HOUR and never_stood):
        return
    for position, (pause, wait) in enumerate(pairwise(run)):
        by_key = _is_pause_key(context, pause.step)
        says_so = by_key or (_is_press(pause.step) and PAUSES.search(pause.step.action.target))
        is_meant = says_so and pause.step.index not in heeded and not OF_OTHERS.search(pause.step.action.target)
        if not is_meant or not _has_run(run[:position]) or (pause.step.change.motion == "stopped" and not by_key):
            continue
        if wait.is_watched and wait.seconds >= _SHORT_LOOK_SECONDS and wait.keeps_time():
            name = name_subject(pause.step.action)
            press = "key" if by_key else "click"
            why = (
                f"It showed “{shorten(wait.old.text, 30)}” after the {press} and “{shorten(wait.new.text, 30)}” "
                f"{wait.seconds:.0f} s later. Stop its timer."
            )
            title = f"{name} does not stop the clock"
            used = pause.step.action.selector
            yield step_defect(context, wait.step, CLOCK_NOT_PAUSED, "major", title, why, used).showing(wait.new.text)


def _has_run(before: list[Interval]) -> bool:
    """Whether the clock kept time in the last intervals that are long enough to tell."""
    seconds = 0.0
    for interval in reversed(before):
        seconds += interval.seconds
        if seconds >= _SHORT_LOOK_SECONDS:
            return replace(interval, new=before[-1].new, seconds=seconds).keeps_time()
    return False


def _is_pause_key(context: RubricContext, step: Step) -> bool:
    """Whether a key was pressed that the page names for its pause, or to which it answers that it is paused."""
    if step.action.kind != "press" or step.outcome != "done":
        return False
    answers = any(PAUSED.search(text) and not OF_OTHERS.search(text) for text in step.change.appeared_text)
    text = context.inventory.whole_text if context.inventory else ""
    return answers or step.action.value in find_pause_keys(text)


def _find_jump(context: RubricContext, run: list[Interval]) -> Iterator[Defect]:
    """A clock that stood still while paused, and then goes on as if it had run all the time, unlike a time of day."""
    for position in range(1, len(run) - 1):
        pause, wait, resume = run[position - 1 : position + 2]
        if not _is_pause(pause.step, wait.step, resume.step) or wait.seconds < _LONG_LOOK_SECONDS or wait.moved:
            continue
        direction = next((interval.moved for interval in reversed(run[:position]) if interval.moved), 0.0)
        if direction > 0 and run[0].old.value >= _AN_HOUR:
            continue
        moved = resume.moved if direction > 0 else -resume.moved
        least = _LEAST_SHARE_OF_PAUSE * wait.seconds
        if direction and resume.seconds + least <= moved <= resume.seconds + wait.seconds + _allowance(wait):
            title = f"{name_subject(resume.step.action)} makes the clock jump by the time of the pause"
            why = (
                f"It stood still at “{shorten(wait.new.text, 30)}” for {wait.seconds:.0f} s, and shows "
                f"“{shorten(resume.new.text, 30)}” {resume.seconds:.0f} s later. Leave the time of the pause out."
            )
            yield step_defect(context, resume.step, CLOCK_JUMPS, "major", title, why).showing(resume.new.text)


def _is_pause(pause: Step, wait: Step, resume: Step) -> bool:
    """Whether a button or key was pressed, left alone and pressed again, or "pause", and then one without a purpose."""
    first, then = pause.action, resume.action
    says_so = _is_press(pause) and bool(PAUSES.search(first.target)) and then.purpose in ("", "resume")
    belong = (first.kind, first.ref, first.value) == (then.kind, then.ref, then.value) or (says_so and then.is_click)
    pressed = all(
        press.outcome == "done" and (press.action.is_click or press.action.is_keyboard) for press in (pause, resume)
    )
    return pressed and belong and isinstance(wait.action, Wait)


def _is_press(step: Step) -> bool:
    return step.action.is_click and step.outcome == "done"
