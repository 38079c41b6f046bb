"""Checks that entered values are still there on the way back, and shown as they were entered last. Item 3 counts it."""

from collections.abc import Iterator
from itertools import islice

from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import step_defect

_LONGEST = 60  # characters of a quoted value


def find_lost_values(context: RubricContext) -> list[Defect]:
    """At most one defect for values that are gone, one for values that are shown as they were before, and one for
    removed entries that come back."""
    steps = [step for step in context.trace.steps if step.outcome == "done" and not step.page_errors]
    checks = (_find_forgotten, _find_outdated, _find_returned)
    return [defect for check in checks for defect in islice(check(context, steps), 1)]


def _find_forgotten(context: RubricContext, steps: list[Step]) -> Iterator[Defect]:
    for step in steps:
        for entry in step.change.entries.forgotten if step.change.entries else ():
            given = f"“{shorten(entry.entered, _LONGEST)}” in “{shorten(entry.control, _LONGEST)}”"
            what = given if entry.entered else f"the choice “{shorten(entry.control, _LONGEST)}”"
            now = f"It is “{shorten(entry.shown, _LONGEST)}” now" if entry.entered and entry.shown else "It is gone"
            title = f"Going back loses {what}"
            why = f"{now}, although it was there when the page went on. Keep answers when users go back and forth."
            yield step_defect(context, step, FindingKind.FORGOTTEN_ENTRY, "major", title, why)


def _find_outdated(context: RubricContext, steps: list[Step]) -> Iterator[Defect]:
    for step in steps:
        for entry in step.change.entries.outdated if step.change.entries else ():
            title = f"“{shorten(entry.line, _LONGEST)}” does not show the value entered last"
            why = (
                f"“{shorten(entry.control, _LONGEST)}” was changed to “{shorten(entry.entered, _LONGEST)}” since. "
                "Show the current values wherever they appear."
            )
            yield step_defect(context, step, FindingKind.OUTDATED_VALUE, "major", title, why)


def _find_returned(context: RubricContext, steps: list[Step]) -> Iterator[Defect]:
    for step in steps:
        for line in step.change.entries.returned if step.change.entries else ():
            title = f"A removed entry is back after a reload: “{shorten(line, 36)}”"
            why = "The page stored the entry, and not that it was removed. Store removals as well."
            yield step_defect(context, step, FindingKind.LOST_ON_RELOAD, "major", title, why)
