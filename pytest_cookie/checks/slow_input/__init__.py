"""Slow input: inputs whose handling keeps the processor so busy that the page can neither respond nor move.

Read from machine time in coarse classes, so another exploration of the same page may find otherwise.
"""

from dataclasses import dataclass

from pytest_cookie.checks.check import Check
from pytest_cookie.core.machine import Weight
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.core.wording import count
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import list_names, list_others, locate_unnamed, name_input

BLOCKING_INPUT = CheckKind("blocking-input", "Handling an input keeps the processor busy and freezes the page.")

_FEW = 2  # one slow input may be the page's heaviest


@dataclass(frozen=True)
class SlowInput:
    """A step whose input blocked the page: `heavy` or `blocking`."""

    step: Step
    weight: Weight


def report_slow_handlers(context: RubricContext) -> list[Defect]:
    """One defect for all inputs that block the page, by the coarse classes of machine time."""
    slow = find_slow_inputs(context)
    blocking = [slow_input for slow_input in slow if slow_input.weight == "blocking"]
    if not blocking and len(slow) < _FEW:
        return []
    first = (blocking or slow)[0].step
    names = list(dict.fromkeys(name_input(slow_input.step.action) for slow_input in slow))
    severity: Severity = "major" if len(blocking) >= _FEW else "minor"
    title = f"Input freezes the page: {list_names(names)}"
    why = (
        f"{len(slow)} of {count(count_timed_inputs(context), 'input')} kept the processor so busy that the page "
        "could neither respond nor move meanwhile. Do less work at a time, or use a "
        f"worker.{list_others(names)}{locate_unnamed([slow_input.step.action for slow_input in slow])}"
    )
    return [step_defect(context, first, BLOCKING_INPUT, severity, title, why)]


def find_slow_inputs(context: RubricContext) -> tuple[SlowInput, ...]:
    """The steps whose input cost `heavy` or `blocking` work before the page could continue, in order."""
    costs = {step.index: step.input for step in context.machine.steps} if context.machine else {}
    return tuple(
        SlowInput(step, cost.weight)
        for step in context.trace.steps
        if (cost := costs.get(step.index)) and cost.weight in ("heavy", "blocking")
    )


def count_timed_inputs(context: RubricContext) -> int:
    """The number of steps that measured the cost of an input."""
    return sum(step.input is not None for step in context.machine.steps) if context.machine else 0


CHECK = Check(id="slow-input", item="14", find=report_slow_handlers, kinds=(BLOCKING_INPUT,))
