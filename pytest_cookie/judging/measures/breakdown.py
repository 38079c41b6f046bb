"""Finds a page that stops working as a whole in use: it crashes, goes blank, is covered, unusable or unresponsive."""

from itertools import takewhile

from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.measures.find_interactions import find_interactions, find_moving_steps
from pytest_cookie.judging.measures.interaction import Interaction
from pytest_cookie.judging.measures.unusable_controls import find_unusable_controls
from pytest_cookie.judging.measures.vanishing import report_vanishing
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_use_of_target
from pytest_cookie.judging.rubric.once import once

_LEAST_BLANK = 2  # a single blank picture may be taken between two views
_LEAST_SILENT = 5  # fewer silent inputs at the end may have had no effect by chance
_LEAST_ANSWERED = 2  # without responses before, the page was dead from the start: another finding


def find_breakdowns(context: RubricContext) -> list[Defect]:
    """One critical defect for the first breakdown that is found; empty if the page holds out."""
    for told in (_crash, _blank_in_use, report_vanishing, _covered, _withheld, _falls_silent):
        if found := told(context):
            return [found]
    return []


@once
def breaks_down(context: RubricContext) -> bool:
    """Whether it does, so that what was tried last tells nothing of its controls."""
    return bool(find_breakdowns(context))


def _withheld(context: RubricContext) -> Defect | None:
    return next(iter(find_unusable_controls(context)), None)


def _crash(context: RubricContext) -> Defect | None:
    if context.trace.stopped != "crashed" or not context.trace.steps:
        return None
    last = context.trace.steps[-1]
    why = (
        f"The renderer crashed after {_what(last)}, and the page could not be used from then on. "
        "Avoid endless loops and unbounded memory."
    )
    return step_defect(context, last, FindingKind.CRASH_IN_USE, "critical", "The page crashes during use", why)


def _blank_in_use(context: RubricContext) -> Defect | None:
    """Every screenshot from some step on is blank."""
    pictured = [step for step in context.trace.steps if step.screenshot and not step.action.begins_anew]
    rest = list(takewhile(lambda step: step.index in context.blank_steps, reversed(pictured)))
    if len(rest) < _LEAST_BLANK:
        return None
    first = rest[-1]
    why = f"After {_what(first)} the window is empty, and no content came back. Keep the content."
    return step_defect(context, first, FindingKind.BLANK_IN_USE, "critical", "The page goes blank during use", why)


def _covered(context: RubricContext) -> Defect | None:
    """Something covered most press targets, from the start or whenever they were pressed, and no action removed it.

    A dialog that must be closed first does not count, since its own buttons can be pressed; nor does a drawing whose
    unnamed parts overlap.
    """
    tried = [step for step in context.trace.steps if step.action.presses_target]
    presses = [step for step in tried if step.action.target.strip()]
    kept = [step for step in presses if step.cover or (step.press_went_to and not step.change.seen)]
    covered = [control for control in context.controls if control.covered]
    late = [step for step in kept if step.press_went_to]
    if not kept or len(kept) <= len(presses) / 2 or max(len(late), len(covered)) <= len(context.controls) / 2:
        return None
    taker = shorten(kept[0].cover or kept[0].press_went_to, 60)
    why = (
        f"{len(kept)} of {len(presses)} clicks hit another element instead of their target: {taker}. "
        "Remove it, or let clicks through."
    )
    title = "An element covers the page and takes every click"
    return step_defect(context, kept[0], FindingKind.PAGE_COVERED, "critical", title, why)


def _falls_silent(context: RubricContext) -> Defect | None:
    """Inputs worked, then none did, over several different ones that were pressed."""
    answers = [
        (interaction, step)
        for interaction in find_interactions(context)
        for step in interaction.steps
        if _can_answer(interaction, step)
    ]
    moving = find_moving_steps(context)
    answers = sorted(((u, s) for u, s in answers if s.index not in moving), key=lambda pair: pair[1].index)
    rest = list(takewhile(lambda pair: not pair[1].change.seen, reversed(answers)))
    different = {interaction.key for interaction, _ in rest}
    answered = len(answers) - len(rest)
    again = [
        interaction
        for interaction in {u.key: u for u, _ in rest}.values()
        if any(s.change.seen for s in interaction.steps)
    ]
    if len(rest) < _LEAST_SILENT or len(different) < _LEAST_SILENT - 2 or answered < _LEAST_ANSWERED or not again:
        return None
    first = rest[-1][1]
    why = (
        f"{answered} inputs worked. The next {len(rest)} had no effect, although some of them had worked before, such "
        f"as “{shorten(again[0].label, 40)}”. Keep handling input."
    )
    title = f"The page stops responding after {answered} uses"
    return step_defect(context, first, FindingKind.STOPS_RESPONDING, "critical", title, why)


def _can_answer(interaction: Interaction, step: Step) -> bool:
    """Whether it is a press of a control, rather than a key, a place on a canvas, or wrong input."""
    meant = step.action.is_click and step.action.intent != "invalid" and step.outcome == "done"
    return meant and not interaction.is_key and not interaction.is_stage and interaction.answer != "excused"


def _what(step: Step) -> str:
    return name_use_of_target(step.action)
