"""Judges what a page does with values that cannot be, or that its own words or the brief forbid."""

import re
from collections.abc import Iterator

from pytest_cookie.checks.boundary_values.fact import NegativeQuantity
from pytest_cookie.checks.boundary_values.submissions import Submission, Submissions
from pytest_cookie.checks.boundary_values.words import asks_for_unique
from pytest_cookie.core.action import Action
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import SEVERITIES, Severity
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.items.interaction_feedback import find_accepted_steps
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import quote_names

BOUNDARY_VALUE_ACCEPTED = CheckKind(
    "boundary-value-accepted",
    "The page accepts a value that makes no sense, or that its own words or the brief forbid, like any other.",
)

_REFUSE = "The page accepts it like any other. Refuse it, and say why beside the field."
_NEVER_NEGATIVE = "A count, an age or a price cannot be negative."
_LONGEST = 20  # characters of a quoted name
_NUMBER = re.compile(r"-?\d+([.,]\d+)?")
_DATE = re.compile(r"\d{4}-\d\d-\d\d.*")
_NEGATIVE = re.compile(r"(?<![\w.,:/)\]-])[-−]\s?(?:[€$£¥₩]|R\$|CHF)?\s?\d")  # no range, and no date


def find_accepted_boundaries(context: RubricContext) -> list[Defect]:
    """The gravest such value, the first of equal ones. Those that item 13 tells are left out."""
    found = [*_find_accepted(context), *_find_negative_figures(context)]
    return sorted(found, key=lambda defect: SEVERITIES.index(defect.severity))[:1]


def _find_accepted(context: RubricContext) -> Iterator[Defect]:
    """Submits with such a value that were accepted like one with valid values."""
    submissions, told = Submissions(), find_accepted_steps(context)
    sent = [one for step in context.trace.steps if (one := submissions.note(step))]
    known = [one for one in sent if one.makes_entry and one.step.action.intent == "valid"]
    for one in sent:
        alike = [other for other in known if other.step.action.selector == one.step.action.selector]
        is_wrong = one.step.action.intent == "invalid" and any(map(one.is_accepted_like, alike))
        if is_wrong and not told & {one.step.index, *(entry.index for entry in one.entries)}:
            yield from _judge(context, one)


def _judge(context: RubricContext, one: Submission) -> Iterator[Defect]:
    wrong = [entry for entry in one.entries if entry.action.intent == "invalid"]
    if one.step.check and one.entries and not wrong:
        title = f"The same entry is accepted twice: {_name(one.entries[0].action)}"
        if asks_for_unique(context.case.brief):
            why = f"The brief asks for entries that are there once only. {_REFUSE}"
            yield step_defect(context, one.step, BOUNDARY_VALUE_ACCEPTED, "major", title, why)
        return
    for entry in wrong[:1]:
        if defect := _judge_entry(context, one.step, entry):
            yield defect


def _judge_entry(context: RubricContext, step: Step, entry: Step) -> Defect | None:
    value, name = entry.action.value, _name(entry.action)
    is_grave = True
    if _NUMBER.fullmatch(value):
        if not _shows(step, value):  # it may have been brought into its limits
            return None
        title = f"{name} accepts {shorten(value, 12)}"
        if not value.startswith("-"):  # the crawler's own wrong numbers are beyond the limits of their field
            why = "The field's own limits forbid it."
        elif NegativeQuantity.of(entry.change):
            why = _NEVER_NEGATIVE
        else:
            return None
    elif _DATE.fullmatch(value) and not entry.check:
        title, why = f"{name} accepts an end before its start", "The date is before the first one."
    elif _DATE.fullmatch(value):
        title, why = f"{name} accepts a past date", "Dates in the past are forbidden."
    else:
        is_grave, is_blank = False, not value.strip()
        title = f"{name} accepts blank text" if is_blank else f"{name} accepts “{shorten(value, 20)}”"
        why = "The new entry says nothing." if is_blank else "It has the wrong format."
    severity: Severity = "major" if is_grave else "minor"
    return step_defect(context, step, BOUNDARY_VALUE_ACCEPTED, severity, title, f"{why} {_REFUSE}")


def _shows(step: Step, number: str) -> bool:
    token = re.compile(rf"(?<![\w.,]){re.escape(number)}(?![\w]|[.,]\d)")
    return any(token.search(text.replace("−", "-")) for text in step.change.appeared_text)


def _find_negative_figures(context: RubricContext) -> Iterator[Defect]:
    """Figures that a negative count, age or price makes negative at once."""
    for step in context.trace.steps:
        action, change = step.action, step.change
        if NegativeQuantity.of(change) is None or change.shown is False:
            continue
        before = {_mask(text) for text in change.vanished_text if not _NEGATIVE.search(text)}
        figures = [text for text in change.appeared_text if _NEGATIVE.search(text) and _mask(text) in before]
        if figures:
            title = f"{_name(action)} accepts {shorten(action.value, 12)}: “{shorten(figures[0], 18)}”"
            why = f"{_NEVER_NEGATIVE} {_REFUSE}"
            yield step_defect(context, step, BOUNDARY_VALUE_ACCEPTED, "major", title, why)


def _mask(text: str) -> str:
    return re.sub(r"[-−\d.,\s]+", "", text)


def _name(action: Action) -> str:
    return quote_names([action.target or "A field"], _LONGEST)
