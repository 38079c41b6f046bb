"""How quickly the page responds, in page time, for items 13 and 14."""

import re
from statistics import fmean

from pytest_cookie.core.trace import Step
from pytest_cookie.judging.measures.find_interactions import find_interactions
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.measurement import interpolate

PROMPT_MS = 100
"""Up to this time a response feels immediate."""
_TYPED_PROMPT_MS = 500
"""A search field may wait until typing ends."""
SLOW_MS = 3_000
"""From this time on a response scores 0: people have pressed again or left."""
LATE_MS = 1_000
"""The limit after which a train of thought is interrupted."""
_STARTED_MS = 700  # motion that begins later is a timer, not a slow response
_CLOCK = re.compile(r"^[\s\d:.,/%'\"hms秒分时時초분-]+$")


def measure_delays(context: RubricContext) -> list[tuple[Step, int]]:
    """The steps whose response was timed, with its ms.

    A response shown at once while work goes on (a loading text, an animation) counts as the response. A figure that
    counts by itself comes from a clock rather than the press, so a first change of figures only is skipped, and so is a
    late change that goes on, as when a timer was started.
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
    """The mean over timed responses: 1 up to 100 ms (typing: 500), 0 from 3 s. None if none was timed."""
    delays = measure_delays(context)
    return fmean(_worth(step, ms) for step, ms in delays) if delays else None


def _is_ticking(step: Step) -> bool:
    texts = step.change.appeared_text
    if step.change.motion == "started" and (step.change.latency_ms or 0) >= _STARTED_MS:
        return True
    ticks = bool(texts) and all(_CLOCK.match(text) for text in texts)
    return ticks and not step.change.dom_added and (step.change.latency_ms or 0) <= LATE_MS + PROMPT_MS


def _worth(step: Step, ms: int) -> float:
    good = _TYPED_PROMPT_MS if step.action.edits_field else PROMPT_MS
    return interpolate(ms, good=good, bad=SLOW_MS)
