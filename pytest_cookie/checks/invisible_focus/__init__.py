"""Invisible focus: pages on which the Tab key moves the focus and nothing shows where it is."""

from pytest_cookie.checks.check import Check
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.measures.find_interactions import find_moving_steps
from pytest_cookie.judging.rubric.context import WINDOW_PX, RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect

INVISIBLE_FOCUS = CheckKind("invisible-focus", "The keyboard focus is not visible.")

_STAGE_AREA = WINDOW_PX / 2  # half of the window: a focus ring around more lies at its edges


def find_unseen_focus(context: RubricContext) -> list[Defect]:
    """A defect if no press of Tab showed the focus. A single press counts only if it focused a control of normal size.

    A control outside the page, such as a skip link, comes into view with the focus and leaves with it, so changes at
    this press or the next prove no focus mark.
    """
    moving = find_moving_steps(context)
    tabs = [step for step in context.trace.steps if _moves_focus(step) and step.index not in moving]
    controls = {control.selector: control for control in context.controls}
    waiting = {
        name for name, one in controls.items() if one.box.x + one.box.width <= 0 or one.box.y + one.box.height <= 0
    }
    passing = {step.index + 1 for step in tabs if step.change.focus in waiting}
    telling = [step for step in tabs if step.change.focus not in waiting]
    unseen = [step for step in telling if not step.change.pixels]
    telling = [step for step in telling if step in unseen or step.index not in passing]
    if not unseen or len(unseen) < len(telling):
        return []
    first = unseen[0]
    if len(unseen) == 1 and not _would_show(controls.get(first.change.focus)):
        return []
    why = (
        "The Tab key moves the focus, but no element shows that it has the focus (WCAG 2.2, 2.4.7). "
        "Add a `:focus-visible` style."
    )
    title = "Keyboard focus is not visible"
    return [step_defect(context, first, INVISIBLE_FOCUS, "minor", title, why, first.change.focus)]


def _would_show(control: Control | None) -> bool:
    """Whether a focus mark has room around the control: a stage that fills the window hides it."""
    return control is not None and control.tag != "canvas" and control.box.width * control.box.height < _STAGE_AREA


def _moves_focus(step: Step) -> bool:
    return (
        step.action.kind == "press"
        and step.action.value == "Tab"
        and bool(step.change.focus)
        and not step.change.scrolled_px
    )


CHECK = Check(id="invisible-focus", item="14", find=find_unseen_focus, kinds=(INVISIBLE_FOCUS,))
