"""Whether one sees where the keyboard is. Item 14 counts it."""

from collections.abc import Iterator

from pytest_cookie.core.page import Box
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.measurement import Defect
from pytest_cookie.judging.subject import Subject
from pytest_cookie.judging.uses import moving_steps


def unseen_focus(subject: Subject) -> Iterator[Defect]:
    """Where no Tab showed where it is; one alone has to have been on a control that is looked at.

    A control that lies outside the page comes into sight for the focus (a link to skip the navigation) and goes with
    it, which says nothing of the others.
    """
    moving = moving_steps(subject)
    tabs = [step for step in subject.trace.steps if _moves_focus(step) and step.index not in moving]
    controls = {control.selector: control for control in subject.controls}
    waiting = {
        name for name, one in controls.items() if one.box.x + one.box.width <= 0 or one.box.y + one.box.height <= 0
    }
    telling = [step for step in tabs if step.change.focus not in waiting]
    passing = {step.index + 1: step.change.regions for step in tabs if step.change.focus in waiting}
    unseen = [step for step in telling if _shows_nothing(step, passing.get(step.index, ()))]
    if not unseen or len(unseen) < len(telling):
        return
    first = unseen[0]
    looked_at = controls.get(first.change.focus)
    if len(unseen) == 1 and (looked_at is None or looked_at.tag == "canvas" or not looked_at.in_viewport):
        return
    why = "The Tab key moves the focus, but nothing on the page shows where it is."
    yield Defect(
        "minor", "Keyboard focus cannot be seen", why, first.change.focus, first.index, subject.picture_of(first)
    )


def _shows_nothing(step: Step, gone: tuple[Box, ...]) -> bool:
    """Whether nothing changed to be seen but where something that had come for the focus is `gone`."""
    return not step.change.pixels or (
        bool(gone) and all(any(region.meets(one) for one in gone) for region in step.change.regions)
    )


def _moves_focus(step: Step) -> bool:
    return (
        step.action.kind == "press"
        and step.action.value == "Tab"
        and bool(step.change.focus)
        and not step.change.scrolled_px
    )
