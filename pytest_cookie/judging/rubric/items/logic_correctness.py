"""Item 3 of the rubric, logic correctness: controls do something when they are used."""

import math
from collections.abc import Iterable, Sequence

from pytest_cookie.core.verdict import Severity
from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.breakdown import find_breakdowns
from pytest_cookie.judging.measures.content_amount import count_required_inputs, share_of_working_inputs, working_inputs
from pytest_cookie.judging.measures.faults import Fault, find_faults, report_faults
from pytest_cookie.judging.measures.find_interactions import find_interactions, find_moving_steps
from pytest_cookie.judging.measures.interaction import Interaction
from pytest_cookie.judging.measures.label_effects import find_pretenders
from pytest_cookie.judging.measures.untested import Untested, explain_untested, report_untested
from pytest_cookie.judging.measures.unusable_controls import find_unusable_controls, is_unusable
from pytest_cookie.judging.rubric.check_results import WRONG_RESULT, run_checks
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.grade import describe_grades
from pytest_cookie.judging.rubric.measurement import (
    Measured,
    describe_costs,
    mark_inapplicable,
    mark_scored,
    mark_unmeasured,
    step_defect,
    subtract_costs,
)
from pytest_cookie.judging.rubric.names import list_names, list_others, quote_texts

_FAULT_WEIGHT = 2.0  # if half of the weight is faults, nothing is left
_LEAST_DEDUCTION = 0.2  # for each fault, so that many working inputs do not hide it
_LEAST_STAGE_STEPS = 3  # fewer inputs may be the wrong ones
_ROOM = 24  # characters for the names in a title
_LEAST_TRIED = 3  # of fewer inputs, no verdict on the whole page
_LEFT_OF_BROKEN = 0.25  # it worked before it broke down


def measure_logic_correctness(context: RubricContext) -> Measured:
    """Item 3: widgets, state and flows do something when they are used.

    Measured on every input that the exploration used. An input failed if there was no response at all
    (`Interaction.answer`), if using it threw an uncaught exception, or if it made a request to the page's own origin
    that failed. The score is the product of: 1 minus twice the share of faults (one cause counts the root of its number
    of inputs, half if only the control's own look responds), and at least 0.2 times the root of their number; the
    number of different inputs that work compared with what the brief asks for (`count_required_inputs`), so that a page
    without controls gets 0, and inputs that only answer with their own name count as one (`measures/label_effects.py`);
    the cost of what the checks that feed the item find; twice the cost of wrong results, which are those of the checks
    with this weight; and the grades of the checks.

    A page that breaks down as a whole (`measures/breakdown.py`: it crashes, goes blank, is covered, cannot be used, or
    stops responding) gets a quarter at most. If no input could be tried, 0 if the page is the reason, else unmeasured
    (`measures/untested.py`). Inapplicable
    on leaves that are only read, where item 14 counts dead controls. Not measured: whether a response is the right one.
    Known false alarms: controls whose only effect is sound or the clipboard; a hand cursor on an element that was never
    meant to be clicked (counts half, minor, and only from two of one type).
    """
    if context.requirements.interaction == "none":
        return mark_inapplicable("pages of this kind are read, not used")
    if untested := explain_untested(context):
        return _untested(context, untested)
    interactions = find_interactions(context)
    if not interactions:
        unusable = find_unusable_controls(context)
        reason = "no control can be used" if unusable else "the page has no input to use"
        return mark_scored(0.0, reason, unusable or [_nothing_to_use(context)])
    return _used(context, interactions)


def _used(context: RubricContext, interactions: Sequence[Interaction]) -> Measured:
    faults = find_faults(context)
    working = working_inputs(context)
    failed = sum(len(fault.interactions) for fault in faults)
    asked = count_required_inputs(context)
    sound, lively = _sound_share(faults, working), share_of_working_inputs(context)
    broken = find_breakdowns(context)
    checked = run_checks(context, "3")
    wrong = checked.defects_of_weight(WRONG_RESULT)
    score = sound * lively * checked.share_left
    defects = [
        *broken,
        *report_faults(context, faults),
        *checked.defects,
        *_dead_stage(context, interactions),
        *([] if is_unusable(context) else _labels_only(context) or _too_little(context, asked, working, faults)),
    ]
    silent = len(interactions) - len(working) - failed
    reason = (
        f"{count(len(working), 'input')} worked, {failed} failed{_unproved(silent)}; at least {asked} should "
        f"work: {lively:.0%} do; {count(len(faults), 'fault')}: {1 - sound:.0%} off"
        + describe_costs(checked.defects_of_weight(1))
        + (f"; wrong results: {1 - subtract_costs(wrong, times=WRONG_RESULT):.0%} off" if wrong else "")
        + describe_grades(checked.grades)
    )
    return mark_scored(min(score, _LEFT_OF_BROKEN) if broken else score, reason, defects)


def _unproved(silent: int) -> str:
    return f", {silent} inconclusive" if silent else ""


def _untested(context: RubricContext, untested: Untested) -> Measured:
    if not untested.is_by_page:
        return mark_unmeasured(untested.reason)
    return mark_scored(0.0, untested.reason, find_breakdowns(context) or [report_untested(context, untested)])


def _nothing_to_use(context: RubricContext) -> Defect:
    severity: Severity = "critical" if context.requirements.interaction == "full" else "major"
    why = "The brief asks for an interactive page, but no control, key or click has an effect. Add controls that work."
    return Defect(
        FindingKind.NO_USABLE_CONTROL, severity, "The page is not interactive", why, evidence=context.picture()
    )


def _sound_share(faults: list[Fault], working: list[Interaction]) -> float:
    weight = sum(fault.weight for fault in faults)
    if not weight:
        return 1.0
    return max(
        0.0,
        1.0 - max(_FAULT_WEIGHT * weight / (weight + len(working)), _LEAST_DEDUCTION * min(weight, math.sqrt(weight))),
    )


def _dead_stage(context: RubricContext, interactions: Iterable[Interaction]) -> list[Defect]:
    """A game or drawing that ignores every key, click and drag, if each of them could be observed."""
    stage = [interaction for interaction in interactions if interaction.is_key or interaction.is_stage]
    moving = find_moving_steps(context)
    tried = [
        step
        for interaction in stage
        for step in interaction.steps
        if step.outcome == "done" and step.index not in moving
    ]
    untold = any(step.index in moving for interaction in stage for step in interaction.steps) and context.refuted_steps
    if not context.requirements.drawn or len(tried) < _LEAST_STAGE_STEPS or untold:
        return []
    if any(interaction.answer == "answered" for interaction in stage):
        return []
    why = (
        f"{len(tried)} keys, clicks and drags had no effect on it, so users cannot play or control it. "
        "Handle its input."
    )
    return [
        Defect(
            FindingKind.DEAD_STAGE,
            "critical",
            "The game or drawing ignores every key and click",
            why,
            step=tried[0].index,
            evidence=context.picture_of(tried[0]),
        )
    ]


def _labels_only(context: RubricContext) -> list[Defect]:
    """Of a page that demands interaction, where most inputs that answer do so with their own name only."""
    keys = find_pretenders(context)
    if not keys or context.requirements.interaction != "full":
        return []
    alike = [interaction for interaction in find_interactions(context) if interaction.key in keys]
    names = quote_texts([interaction.label for interaction in alike])
    why = (
        "A press shows nothing but the control's own name or state, so what the name says does not happen. Such "
        f"controls count as one working input together. Make each do what it says.{list_others(names)}"
    )
    title = f"Presses only change the label: {list_names(names, _ROOM)}"
    return [step_defect(context, alike[0].steps[0], FindingKind.LABELS_ONLY, "major", title, why)]


def _too_little(context: RubricContext, asked: int, working: list[Interaction], faults: list[Fault]) -> list[Defect]:
    if not working:
        return [_nothing_works(context, len(find_interactions(context)))]
    if faults or len(working) * 2 >= asked:
        return []
    title = f"Too few inputs work ({len(working)} of at least {asked})"
    why = (
        f"A page of this kind needs at least {asked} different inputs that work. The others are missing or were not "
        "found. Add them."
    )
    return [Defect(FindingKind.FEW_WORKING_INPUTS, "major", title, why, evidence=context.picture())]


def _nothing_works(context: RubricContext, tried: int) -> Defect:
    """A defect of the whole page, only if more than one or two inputs were tried."""
    if tried < _LEAST_TRIED:
        why = f"Only {count(tried, 'input')} could be tried. Check that its scripts run and handle input."
        return Defect(
            FindingKind.NOTHING_WORKS, "major", "No input that was tried has an effect", why, evidence=context.picture()
        )
    severity: Severity = "critical" if context.requirements.interaction == "full" else "major"
    why = f"{tried} inputs were tried and none had an effect. Check that its scripts run and handle input."
    return Defect(
        FindingKind.NOTHING_WORKS, severity, "No input on the page has an effect", why, evidence=context.picture()
    )
