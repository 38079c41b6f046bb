"""How soon the page answers, in page time, and how heavily it answers, in machine time. Items 13 and 14 count them."""

import re
from statistics import fmean

from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.checks.interactions import BEGAN, find_interactions
from pytest_cookie.judging.checks.machine_cost import count_timed_inputs, find_slow_inputs
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.measurement import Defect, format_count, interpolate, quote_first

PROMPT_MS = 100
"""Up to here an answer seems immediate."""
_TYPED_PROMPT_MS = 500
"""A field may wait until typing ends before it searches."""
SLOW_MS = 3_000
"""From here on it counts nothing: people have pressed again or gone."""
_TOLD_MS = 1_000
_LATE_MS = 2_000
_STARTED_MS = 700
_FEW = 2
_CLOCK = re.compile(r"^[\s\d:.,/%'\"hms秒分时時초분-]+$")


def measure_delays(context: RubricContext) -> list[tuple[Step, int]]:
    """The steps whose answer was timed, with the ms that it took.

    What is shown at once while the work goes on (a word that it loads, an animation) is the answer. A figure that
    counts on by itself tells of the clock and not of the press, so a first change that is figures alone is left out,
    and so is one that came late and went on: what was started ticks on.
    """
    steps = {
        step.index: step
        for interaction in find_interactions(context)
        for step in interaction.steps
        if step.outcome == "done"
    }
    return [
        (step, step.change.latency_ms)
        for step in steps.values()
        if step.change.latency_ms is not None and not _is_ticking(step)
    ]


def rate_promptness(context: RubricContext) -> float | None:
    """The mean over timed answers: 1 up to 100 ms (typing: 500), 0 from 3 s on. None where none was timed."""
    delays = measure_delays(context)
    return fmean(_worth(step, ms) for step, ms in delays) if delays else None


def report_late_answers(context: RubricContext) -> list[Defect]:
    """One defect for all answers that take over a second, the slowest first."""
    late = sorted((pair for pair in measure_delays(context) if pair[1] > _TOLD_MS), key=lambda pair: -pair[1])
    if not late:
        return []
    step, ms = late[0]
    names = quote_first(list(dict.fromkeys(_name(one) for one, _ in late)))
    severity: Severity = "major" if ms > _LATE_MS and len(late) >= _FEW else "minor"
    title = f"Answers come late: {names}, {ms / 1000:.1f} s after the press"
    why = "Until then nothing shows that the input was taken, so users press again or give up."
    return [Defect(severity, title, why, step.action.selector, step.index, context.picture_of(step))]


def report_slow_handlers(context: RubricContext) -> list[Defect]:
    """One defect for all inputs that hold the page up, by the coarse classes of machine time."""
    slow = find_slow_inputs(context)
    blocking = [one for one in slow if one.weight == "blocking"]
    if not blocking and len(slow) < _FEW:
        return []
    first = (blocking or slow)[0].step
    names = quote_first(list(dict.fromkeys(_name(one.step) for one in slow)))
    severity: Severity = "major" if len(blocking) >= _FEW else "minor"
    title = f"Slow to handle: {names}"
    why = (
        f"{format_count(len(slow), 'input')} of {count_timed_inputs(context)} cost the processor so much work that nothing else "
        "moves meanwhile: the page freezes under the hand."
    )
    return [Defect(severity, title, why, first.action.selector, first.index, context.picture_of(first))]


def _is_ticking(step: Step) -> bool:
    texts = step.change.appeared_text
    if BEGAN in step.change.states and (step.change.latency_ms or 0) >= _STARTED_MS:
        return True
    ticks = bool(texts) and all(_CLOCK.match(text) for text in texts)
    return ticks and not step.change.dom_added and (step.change.latency_ms or 0) <= _TOLD_MS + PROMPT_MS


def _worth(step: Step, ms: int) -> float:
    good = _TYPED_PROMPT_MS if step.action.kind in ("type", "clear", "select") else PROMPT_MS
    return interpolate(ms, good=good, bad=SLOW_MS)


def _name(step: Step) -> str:
    return shorten(step.action.target or step.action.value or step.action.selector, 40)
