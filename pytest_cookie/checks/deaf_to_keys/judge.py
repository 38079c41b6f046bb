"""Judges controls of the page's own that ignore Enter."""

from itertools import pairwise

from pytest_cookie.checks.deaf_to_keys.roles import ENTERED_ROLES
from pytest_cookie.core.action import Click
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_subject

DEAF_TO_KEYS = CheckKind("deaf-to-keys", "A control that takes the focus ignores Enter, and answers a click.")

_CENTRAL = 3
"""So many controls of a kind are what the page is used by."""


def find_deaf_controls(context: RubricContext) -> list[Defect]:
    """At most one defect: Enter on a control had no effect, and a click right after it had one.

    Major if the page has at least three of the kind, or it is one of at most two controls; else minor.
    """
    for press, click in pairwise(context.trace.steps):
        action = click.action
        is_click = isinstance(action, Click) and bool(action.ref) and action.role in ENTERED_ROLES
        if not is_click or not _is_ignored(press, action.ref) or not _has_effect(click):
            continue
        title = f"{name_subject(action)} ignores Enter"
        why = "It takes the focus and answers a click, but Enter does nothing. Make it a `button`, or handle `keydown`."
        return [step_defect(context, click, DEAF_TO_KEYS, _severity(context, action.ref), title, why)]
    return []


def _severity(context: RubricContext, ref: str) -> Severity:
    control = context.controls_by_ref.get(ref)
    alike = [other for other in context.controls if control and other.kind == control.kind]
    return "major" if len(alike) >= _CENTRAL or len(context.controls) < _CENTRAL else "minor"


def _is_ignored(step: Step, ref: str) -> bool:
    action = step.action
    is_press = action.kind == "press" and action.value == "Enter" and action.ref == ref
    return is_press and step.outcome == "done" and not (step.change.seen or step.hidden_by or step.page_errors)


def _has_effect(step: Step) -> bool:
    change = step.change
    told = change.dialogs or change.popups or change.downloads or change.effects or change.url
    return step.reached_target and change.seen and bool(change.shown or change.sounded or change.motion or told)
