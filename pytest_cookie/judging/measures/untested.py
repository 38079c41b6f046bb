"""`explain_untested`: why no input of a page was tried, and whether the page or the measurement is the reason."""

from dataclasses import dataclass

from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import CUT_SHORT, Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.find_interactions import find_tried_steps
from pytest_cookie.judging.measures.interaction import leads_out
from pytest_cookie.judging.measures.unusable_controls import is_unusable
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import page_defect, step_defect

_TRIES_EVERYTHING = "crawler"
"""The explorer that tries all that looks usable; a model may stop early, which is no evidence against the page."""
_LEAST_ATTEMPTS = 2  # a single failed attempt may be the pointer's


@dataclass(frozen=True)
class Untested:
    """Why no input was tried.

    `is_by_page`: the page gave no evidence, although it was looked for; what the brief demands counts as not achieved.
    Otherwise it could not be measured, and the item is left out.
    """

    reason: str
    is_by_page: bool
    attempts: tuple[Step, ...] = ()


def explain_untested(context: RubricContext) -> Untested | None:
    """The reason if the page has inputs and none of them was carried out; None if one was, or if it has none.

    The page is the reason if every attempt failed, if the crawler found no input to try in its time, if the
    page crashed or was left, and, with full interaction, if its controls only lead to other sites. The measurement is
    the reason if time or steps ran out first, or if a model chose not to try. Pages that prevent their use
    (`unusable_controls.py`) are tested.
    """
    if not context.controls and not context.stage_drawn:
        return None
    trace = context.trace
    if not trace.steps:
        return Untested("the page has inputs but was not used", is_by_page=False)
    tried = find_tried_steps(context)
    if any(step.reached_target for step in tried) or is_unusable(context):
        return None
    away = sum(control.role == "link" and leads_out(control.href) for control in context.controls)
    rest = len(context.controls) - away
    reason = f"no input could be tried: {away} lead off the site and are not followed, {rest} were not reached"
    return Untested(reason, _is_by_page(context, tried, rest=rest), tuple(tried))


def is_unmeasured(context: RubricContext) -> bool:
    """Whether no input was tried for a reason that is not the page's."""
    untested = explain_untested(context)
    return untested is not None and not untested.is_by_page


def _is_by_page(context: RubricContext, tried: list[Step], *, rest: int) -> bool:
    trace = context.trace
    if not rest and not context.stage_drawn:
        return context.requirements.interaction == "full"
    if tried:
        return len(tried) >= _LEAST_ATTEMPTS or trace.stopped not in CUT_SHORT
    if trace.stopped in ("crashed", "left_the_page"):
        return True
    return trace.policy == _TRIES_EVERYTHING and trace.stopped not in CUT_SHORT and not context.stage_drawn


def report_untested(context: RubricContext, untested: Untested) -> Defect:
    """The defect of a page that gave no evidence of the interaction that its brief demands."""
    control = context.controls[0] if context.controls else None
    selector = control.selector if control else ""
    severity: Severity = "critical" if context.requirements.interaction == "full" else "major"
    if control and all(other.role == "link" and leads_out(other.href) for other in context.controls):
        why = (
            "The brief asks for an interactive page, but its only controls lead to other sites. Add "
            "controls that do something on this page."
        )
        kind, title = FindingKind.ONLY_OUTBOUND_LINKS, "The page only links to other sites"
        return page_defect(context, kind, "major", title, why, selector)
    if not untested.attempts:
        why = (
            f"It has {count(len(context.controls), 'control')}, but nothing that looks usable could be tried. Show "
            "what can be used, and keep it in reach."
        )
        return page_defect(
            context, FindingKind.NO_USABLE_CONTROL, severity, "Nothing on the page can be used", why, selector
        )
    first = untested.attempts[0]
    problem = shorten(first.problem, 120) or "the input could not be carried out"
    tried = count(len(untested.attempts), "attempt")
    why = f"{tried} to use a control did not reach it: {problem}. Keep it in reach."
    return step_defect(context, first, FindingKind.NO_USABLE_CONTROL, severity, "No control can be reached", why)
