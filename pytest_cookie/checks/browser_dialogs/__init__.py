"""Browser dialogs: an `alert`, `confirm` or `prompt` blocks the page where a message on it would do."""

import re
from collections.abc import Sequence

from pytest_cookie.checks.check import Check
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.find_interactions import find_interactions
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.grade import Grade
from pytest_cookie.judging.rubric.measurement import step_defect

BROWSER_DIALOG = CheckKind("browser-dialog", "A browser dialog takes the place of a message on the page.")
REPEATED_DIALOGS = CheckKind("repeated-dialogs", "Browser dialogs interrupt users again and again.")
UNPROMPTED_DIALOG = CheckKind("unprompted-dialog", "A browser dialog appears without any action.")

_QUOTED = 28  # characters of a dialog's text in a title
_STORM_STEPS = 3  # two dialogs may each have a reason
_STORM_SHARE = 0.3  # of all inputs used, with three dialogs or more
_MOST = 0.6  # of all inputs used, with only two dialogs
_COST = 0.7  # taken off if every input opens a dialog


def grade_calmness(context: RubricContext) -> list[Grade]:
    """The share of inputs without a dialog; 0 if one opens unprompted."""
    used = [step for interaction in find_interactions(context) for step in interaction.steps if step.outcome == "done"]
    share = sum(map(_interrupts, used)) / len(used) if used else 0.0
    return [Grade("browser dialogs", 0.0 if _unasked(context) else 1 - share, _COST)]


def report_dialogs(context: RubricContext) -> list[Defect]:
    """One defect for all dialogs: minor for one or two, else major.

    It is also major for an unprompted dialog, or if the brief mentions alert.
    """
    said = [step for step in context.trace.steps if step.change.messages]
    if not said:
        return []
    storm, unasked = [step for step in said if _interrupts(step)], _unasked(context)
    step = (unasked or storm or said)[0]
    dialog = step.change.messages[0]
    text = shorten(dialog.text, _QUOTED)
    why = "A browser dialog blocks the page until users close it. Show the message on the page, where it belongs."
    if unasked or is_storm(context, storm):
        dialogs = count(sum(len(other.change.messages) for other in said), "dialog")
        what = "A browser dialog opens by itself" if unasked else "Browser dialogs interrupt repeatedly"
        title = f"{what}: “{text}”"
        kind = UNPROMPTED_DIALOG if unasked else REPEATED_DIALOGS
        return [step_defect(context, step, kind, "major", title, f"{dialogs} appeared. {why}")]
    # a brief speaks of alert() to rule it out
    severity: Severity = "major" if re.search(r"\balert\b", context.case.brief, re.IGNORECASE) else "minor"
    return [
        step_defect(
            context,
            step,
            BROWSER_DIALOG,
            severity,
            f"A message is shown in a browser dialog: “{text}”",
            f"It is shown by `{dialog.kind}()`. {why}",
        )
    ]


def is_storm(context: RubricContext, interrupting: Sequence[Step]) -> bool:
    """Whether dialogs flood the page.

    That is three steps and nearly a third of those used, two and most of them, or several dialogs in one step.
    """
    used = sum(step.outcome == "done" for interaction in find_interactions(context) for step in interaction.steps)
    several = any(len(step.change.messages) > 1 and step.action.purpose != "destroy" for step in interrupting)
    steps = len(interrupting)
    most = steps == _STORM_STEPS - 1 and steps >= _MOST * used
    return several or most or (steps >= _STORM_STEPS and steps >= _STORM_SHARE * used)


def _interrupts(step: Step) -> bool:
    """Whether a dialog interrupts; a question before a removal is expected."""
    said = step.change.messages
    asked_for = step.action.purpose == "destroy" and len(said) == 1 and said[0].kind == "confirm"
    return bool(said) and not asked_for


def _unasked(context: RubricContext) -> list[Step]:
    return [step for step in context.trace.steps if step.change.messages and step.action.asks_no_question]


CHECK = Check(
    id="browser-dialogs",
    item="13",
    find=report_dialogs,
    kinds=(BROWSER_DIALOG, REPEATED_DIALOGS, UNPROMPTED_DIALOG),
    weight=0,
    grade=grade_calmness,
)
