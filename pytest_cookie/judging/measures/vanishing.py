"""Finds content that was there and vanished: by itself at any time, or all of it after a press."""

from pytest_cookie.core.trace import Step
from pytest_cookie.judging.measures.find_interactions import find_steps_at_home
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import step_defect

_LEAST_LETTERS = 40  # with fewer letters, there was no content to lose
_GONE_SHARE = 0.2  # of the letters before: headings and menus may stay
_STAYS_SHARE = 0.3  # of the letters before; if more come back, it was a change of views
_NOTHING = 3
"""Letters; a page with fewer has no text."""


def find_vanishing(context: RubricContext) -> Step | None:
    """The first step after which most of the page's text is gone for good, without a reload.

    Without an input, four fifths of the readable text must be gone; after an input, all of it, and every control. It
    must stay away until the next reload. Where a drawing can take the place of text, the window must be blank, too.
    Evidence without `drawn_letters` proves no loss.
    """
    before = context.perception.drawn_letters or 0
    steps = [step for step in find_steps_at_home(context) if step.drawn_letters is not None]
    for position, step in enumerate(steps):
        letters = step.drawn_letters or 0
        if step.action.replaces_view:
            before = letters
            continue
        is_blank = step.index in context.blank_steps or not _may_be_drawn(context)
        is_gone = is_blank and before >= _LEAST_LETTERS and _is_gone(step, before)
        if is_gone and _stays_gone(steps[position + 1 :], before):
            return step
        before = letters if step.action.is_input else max(before, letters)
    return None


def _is_gone(step: Step, before: int) -> bool:
    letters = step.drawn_letters or 0
    if step.action.leaves_untouched and not step.action.moves_everything:
        return letters <= _GONE_SHARE * before
    return step.action.is_input and letters < _NOTHING and not step.usable_controls


def _stays_gone(later: list[Step], before: int) -> bool:
    for step in later:
        if step.action.begins_anew:
            return True
        if (step.drawn_letters or 0) > _STAYS_SHARE * before:
            return False
    return True


def _may_be_drawn(context: RubricContext) -> bool:
    inventory = context.inventory
    return inventory is not None and bool(inventory.canvases or context.stage_drawn)


def is_emptied_before_use(context: RubricContext) -> bool:
    """Whether the content vanished before any input had an effect, and left no usable control."""
    gone = _vanished_step(context)
    if gone is None or gone.usable_controls:
        return False
    return not any(step.action.is_input and step.change.seen for step in context.trace.steps if step.index < gone.index)


def report_vanishing(context: RubricContext) -> Defect | None:
    """The critical defect; None if the content stays."""
    gone = _vanished_step(context)
    if gone is None:
        return None
    by_itself = gone.action.leaves_untouched
    title = "The page loses its content by itself" if by_itself else "The page loses its content when it is used"
    when = "without any action" if by_itself else f"after step {gone.index}"
    why = (
        f"{gone.page_ms / 1000:.1f} s after it was opened, {when}, {gone.drawn_letters or 0} characters of text are "
        "left, and the rest does not come back. Keep the content on the page."
    )
    return step_defect(context, gone, FindingKind.CONTENT_VANISHES, "critical", title, why, "")


def _vanished_step(context: RubricContext) -> Step | None:
    return next((step for step in context.trace.steps if step.index == context.vanished_step), None)
