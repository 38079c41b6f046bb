"""Judges whether a form that was refused can be sent once its values are right."""

from pytest_cookie.checks.mended_forms.sendings import Sendings, Stuck
from pytest_cookie.core.action import Click, Reload
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_subject, quote_names

MENDED_FORM_REFUSED = CheckKind(
    "mended-form-refused", "A form that was refused stays refused with values that it accepts on a fresh page."
)


def find_stuck_forms(context: RubricContext) -> list[Defect]:
    """The first form that refuses mended values and accepts the same on a fresh page, so they are right."""
    sendings, last, tried = Sendings(), None, None
    for step in context.trace.steps:
        if step.check == "mended-forms" and isinstance(step.action, Reload):
            tried = last
        elif tried and step.check == "mended-forms" and _is_sending(step, tried):
            if step.outcome == "done" and tried.is_answered_by(step.change):
                return [_defect_of(context, tried)]
            tried = None
        sendings.note(step)
        last = sendings.stuck
    return []


def _is_sending(step: Step, tried: Stuck) -> bool:
    return isinstance(step.action, Click) and step.action.selector == tried.send.selector


def _defect_of(context: RubricContext, stuck: Stuck) -> Defect:
    subject = name_subject(stuck.send)
    how = "the button stays disabled" if stuck.is_disabled else _how_refused(stuck)
    why = (
        f"After wrong input was refused, the fields got valid values, and {how}. On a fresh page the same values are "
        "accepted. Clear the errors when a value changes, and check all values again at each submit."
    )
    title = f"{subject} refuses mended values"
    return step_defect(context, stuck.step, MENDED_FORM_REFUSED, "major", title, why, stuck.send.selector)


def _how_refused(stuck: Stuck) -> str:
    texts = [text for text in stuck.step.change.appeared_text if text in stuck.told]
    if texts:
        return f"the form still says {quote_names(texts[:1], 80)}"
    return "the browser still refuses them" if stuck.step.change.is_refused else "the submit does nothing"
