"""Judges whether entered values are still there on the way back, and shown as they were entered last."""

from collections.abc import Iterator
from itertools import islice

from pytest_cookie.checks.entries.fact import EntryFact
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect

FORGOTTEN_ENTRY = CheckKind("forgotten-entry", "An answer that was given is gone when one goes back to it.")
OUTDATED_VALUE = CheckKind(
    "outdated-value", "A review or list shows an older value than the one that was entered since."
)

_Facts = list[tuple[Step, EntryFact]]
_LONGEST = 60  # characters of a quoted value


def find_lost_values(context: RubricContext) -> list[Defect]:
    """At most one defect for values that are gone, and one for values that are shown as they were before."""
    steps = [step for step in context.trace.steps if step.outcome == "done" and not step.page_errors]
    facts = [(step, fact) for step in steps if (fact := EntryFact.of(step.change))]
    checks = (_find_forgotten, _find_outdated)
    return [defect for check in checks for defect in islice(check(context, facts), 1)]


def _find_forgotten(context: RubricContext, facts: _Facts) -> Iterator[Defect]:
    for step, entry in ((step, entry) for step, fact in facts for entry in fact.forgotten):
        given = f"“{shorten(entry.entered, _LONGEST)}” in “{shorten(entry.control, _LONGEST)}”"
        what = given if entry.entered else f"the choice “{shorten(entry.control, _LONGEST)}”"
        now = f"It is “{shorten(entry.shown, _LONGEST)}” now" if entry.entered and entry.shown else "It is gone"
        title = f"Going back loses {what}"
        why = f"{now}, although it was there when the page went on. Keep answers when users go back and forth."
        yield step_defect(context, step, FORGOTTEN_ENTRY, "major", title, why)


def _find_outdated(context: RubricContext, facts: _Facts) -> Iterator[Defect]:
    for step, entry in ((step, entry) for step, fact in facts for entry in fact.outdated):
        title = f"“{shorten(entry.line, _LONGEST)}” does not show the value entered last"
        why = (
            f"“{shorten(entry.control, _LONGEST)}” was changed to “{shorten(entry.entered, _LONGEST)}” since. "
            "Show the current values wherever they appear."
        )
        yield step_defect(context, step, OUTDATED_VALUE, "major", title, why).showing(entry.line)
