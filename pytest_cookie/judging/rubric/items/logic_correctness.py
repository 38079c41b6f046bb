"""Item 3 of the rubric: what can be used does something."""

import math
from collections.abc import Iterable, Sequence

from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.checks.breakdown import breakdowns
from pytest_cookie.judging.checks.content_amount import asked_inputs, liveliness_of, working_inputs
from pytest_cookie.judging.checks.faults import Fault, fault_defects, faults_of
from pytest_cookie.judging.checks.interaction import Interaction, leads_out
from pytest_cookie.judging.checks.interactions import moving_steps, uses_of, why_untested
from pytest_cookie.judging.checks.label_contracts import broken_promises
from pytest_cookie.judging.checks.persistence import keeping
from pytest_cookie.judging.checks.stability import inconstancies
from pytest_cookie.judging.checks.step_direction import wrong_ways
from pytest_cookie.judging.checks.unusable_controls import withheld_use
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.grade import taken_off, told
from pytest_cookie.judging.rubric.measurement import (
    Defect,
    Measured,
    cost_of,
    count_of,
    inapplicable,
    left_after,
    scored,
    unmeasured,
)

_FAULT_WEIGHT = 2.0
_LEAST_DEDUCTION = 0.2
_LEAST_STAGE_STEPS = 3
_LEAST_TRIED = 3
_LEFT_OF_BROKEN = 0.25
_LEFT_OF_UNREACHED = 0.5


def logic_correctness(subject: RubricContext) -> Measured:
    """Item 3. Widgets, state and flows do something when they are used.

    Measured on every input that the exploration used: it failed if nothing at all answered
    (`Interaction.answer`), if using it threw an uncaught exception, or if it made a request to the page's own origin
    that failed. Score: 1 less
    twice the share of faults (one cause counts the root of the inputs it takes, half where only the control's own
    look answers), at least 0.2 times the root of their number, times how many different inputs answered compared
    with what the brief asks for (`asked_inputs`), so that a page without controls has 0. Unmeasured where no input
    could be tried (`why_untested`). What breaks down as a whole (`breakdown.py`: it crashes, goes blank, lets no
    press through, withholds its use, falls silent) has a quarter at most. What is left is cut by the cost of broken
    promises (`promises.py`): an undo that brings nothing back, a swap that does not exchange, a removal of another row,
    entries lost on reload against the brief, a slider's value that stays, a part that jumps out of its place; of what
    does not last (`constancy.py`): a clock that goes wrong, a control that is stuck, a toggle that does not turn back;
    and controls that go another way than they say (`directions.py`). Graded by whether what the page stores is there
    again after a reload (`keeping.py`). Whether an answer is the right one is not measured otherwise.
    Inapplicable on leaves that are only read; dead controls count in item 14 there. Known false alarms: controls
    whose only effect is sound or the clipboard; a hand cursor on what was never meant to be clicked (counts half,
    minor, and only from two of one make on).
    """
    if subject.demands.interaction == "none":
        return inapplicable("the leaf is read, not used")
    if untested := why_untested(subject):
        return _untested(subject, untested)
    uses = uses_of(subject)
    if not uses:
        withheld = withheld_use(subject)
        reason = "nothing can be used" if withheld else "there is nothing to use"
        return scored(0.0, reason, withheld or [_nothing_to_use(subject)])
    return _used(subject, uses)


def _used(subject: RubricContext, uses: Sequence[Interaction]) -> Measured:
    faults = faults_of(subject)
    working = working_inputs(subject)
    failed = sum(len(fault.uses) for fault in faults)
    asked = asked_inputs(subject)
    sound, lively = _sound_share(faults, working), liveliness_of(subject)
    broken = breakdowns(subject)
    lasting = [] if broken else inconstancies(subject)
    promises = [*broken_promises(subject), *wrong_ways(subject), *lasting]
    grades = keeping(subject)
    score = sound * lively * left_after(promises) * (1 - taken_off(grades))
    defects = [
        *broken,
        *fault_defects(subject, faults),
        *promises,
        *_dead_stage(subject, uses),
        *_too_little(subject, asked, working=working, faults=faults),
    ]
    silent = len(uses) - len(working) - failed
    reason = (
        f"{count_of(len(working), 'input')} answered, {failed} failed{_unproved(silent)}; "
        f"at least {asked} should answer: {lively:.0%} do; {count_of(len(faults), 'fault')}: {1 - sound:.0%} off"
        + (f"; broken promises{cost_of(promises)}" if promises else "")
        + told(grades)
    )
    return scored(min(score, _LEFT_OF_BROKEN) if broken else score, reason, defects)


def _unproved(silent: int) -> str:
    return f", {silent} told nothing either way" if silent else ""


def _untested(subject: RubricContext, reason: str) -> Measured:
    """Unmeasured, except where the brief asks for a page to be used and nothing of it could be.

    Full interaction: where the page only sends its users elsewhere there is nothing. Light interaction: links that lead
    elsewhere may be all that there is to use; where there is more and none of it could be reached, half is left.
    """
    outward = [control.role == "link" and leads_out(control.href) for control in subject.controls]
    if not subject.trace.steps or subject.stage_drawn or all(outward) != (subject.demands.interaction == "full"):
        return unmeasured(reason)
    if subject.demands.interaction == "light":
        return scored(_LEFT_OF_UNREACHED, reason)
    title = "Nothing to use but links that lead off the site"
    why = "The brief asks for a page to be used, and its only controls send the user to other sites."
    return scored(0.0, reason, [Defect("major", title, why, subject.controls[0].selector, evidence=subject.picture())])


def _nothing_to_use(subject: RubricContext) -> Defect:
    severity: Severity = "critical" if subject.demands.interaction == "full" else "major"
    why = "The brief asks for a page to be used, and there is no control, key or place to click on it that answers."
    return Defect(severity, "Nothing on the page can be used", why, evidence=subject.picture())


def _sound_share(faults: list[Fault], working: list[Interaction]) -> float:
    weight = sum(fault.weight for fault in faults)
    if not weight:
        return 1.0
    return max(
        0.0,
        1.0 - max(_FAULT_WEIGHT * weight / (weight + len(working)), _LEAST_DEDUCTION * min(weight, math.sqrt(weight))),
    )


def _dead_stage(subject: RubricContext, uses: Iterable[Interaction]) -> list[Defect]:
    """A game or drawing that answers to no key, click or drag at all, as far as that is told of each."""
    stage = [use for use in uses if use.is_key or use.is_stage]
    moving = moving_steps(subject)
    tried = [step for use in stage for step in use.steps if step.outcome == "done" and step.index not in moving]
    untold = any(step.index in moving for use in stage for step in use.steps) and subject.unheard
    if not subject.demands.drawn or len(tried) < _LEAST_STAGE_STEPS or untold:
        return []
    if any(use.answer == "answered" for use in stage):
        return []
    why = (
        f"{len(tried)} keys, clicks and drags changed nothing beyond what moves by itself, so it cannot be "
        "played or steered."
    )
    return [
        Defect(
            "critical",
            "The stage answers to no key and no click",
            why,
            step=tried[0].index,
            evidence=subject.picture_of(tried[0]),
        )
    ]


def _too_little(subject: RubricContext, asked: int, *, working: list[Interaction], faults: list[Fault]) -> list[Defect]:
    if not working:
        return [_nothing_works(subject, len(uses_of(subject)))]
    if faults or len(working) * 2 >= asked:
        return []
    title = f"Only {count_of(len(working), 'input')} {'does' if len(working) == 1 else 'do'} something"
    why = (
        f"A brief of this kind needs at least {asked} different inputs that answer; the rest is missing or "
        "was not found."
    )
    return [Defect("major", title, why, evidence=subject.picture())]


def _nothing_works(subject: RubricContext, tried: int) -> Defect:
    """Of a page as a whole only where more than one or two inputs were tried."""
    if tried < _LEAST_TRIED:
        why = f"No more than {count_of(tried, 'input')} could be tried, and none did what it offers."
        return Defect("major", "Nothing that was tried does anything", why, evidence=subject.picture())
    severity: Severity = "critical" if subject.demands.interaction == "full" else "major"
    why = "Not one of the inputs that were tried did what it offers, so the page cannot serve its purpose."
    return Defect(severity, "Nothing on the page does anything", why, evidence=subject.picture())
