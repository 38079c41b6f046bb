"""Item 12 of the rubric, transition effects."""

from statistics import fmean

from pytest_cookie.core.perception import Styling
from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.content_amount import count_required_inputs
from pytest_cookie.judging.measures.find_interactions import find_interactions
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.grade import rate_value
from pytest_cookie.judging.rubric.measurement import (
    Measured,
    mark_inapplicable,
    mark_scored,
    mark_unmeasured,
    page_defect,
)
from pytest_cookie.judging.rubric.names import quote_names

_NATIVE_TAGS = frozenset({"button", "input", "select", "textarea"})
_REACHED = 0.3  # share of controls with a hover rule that scores 0.9
_ROOM = 20  # characters for names in a title
_FEW = 3
"""So many controls are named rather than spoken of."""


def measure_transition_effects(context: RubricContext) -> Measured:
    """Item 12: state changes ease instead of switching abruptly.

    The mean of two measures. First: the share of controls with a transition or animation, or the share of responses
    that were seen to animate, whichever is greater (out of at least the required inputs; 0.95 at a half, 1 for all);
    for a page with a drawn stage, motion of the stage counts as full. Second: rules for hover or focus (1 if every
    control has one for the pointer, 0.9 at three tenths, 0.5 if no control is reached, 0 without such rules). A page
    without controls and motion gets 0. Inapplicable on leaves that are only read. Not measured: whether the easing is
    coherent. Known false alarm: transitions made by script, frame by frame.
    """
    styling = context.styling
    if context.requirements.interaction == "none":
        return mark_inapplicable("pages of this kind are read, not used")
    if styling is None:
        return mark_unmeasured("the page's styles were not recorded")
    if not styling.controls and any(control.tag in _NATIVE_TAGS for control in context.controls):
        return mark_unmeasured("the controls are in frames, whose styles are not recorded")
    moved = context.requirements.drawn and _stage_moves(context)
    eased = _eased_answers(context)
    share = styling.transitioned_controls / styling.controls if styling.controls else 0.0
    share = max(share, sum(eased) / max(len(eased), count_required_inputs(context)))
    parts = [1.0 if moved else _eased(share), _answering(context, styling)]
    score = fmean(parts)
    reason = (
        f"{styling.transitioned_controls} of {count(styling.controls, 'control')} with a "
        f"transition{_moved(eased)}{', the drawing moves' if moved else ''} ({parts[0]:.0%}), "
        f"{count(styling.hover_rules, 'rule')} for hover or focus{_reach(context)} ({parts[1]:.0%}); mean of "
        "the two"
    )
    return mark_scored(score, reason, [] if score >= 0.5 else [_hard_switches(context, styling)])


def _eased_answers(context: RubricContext) -> list[bool]:
    """For each input that worked, whether its effect was animated, on any element."""
    answered = (interaction for interaction in find_interactions(context) if interaction.answer == "answered")
    return [any(step.change.animated for step in interaction.steps) for interaction in answered]


def _moved(eased: list[bool]) -> str:
    return f", {sum(eased)} of {count(len(eased), 'response')} animated" if eased else ""


def _eased(share: float) -> float:
    return 1.9 * share if share < 0.5 else 0.95 + 0.1 * (share - 0.5)


def _answering(context: RubricContext, styling: Styling) -> float:
    composition = context.perception.composition
    if not styling.hover_rules or not styling.controls:
        return 0.0
    if composition is None or not composition.controls:
        return 1.0
    share = composition.hovered / composition.controls
    return 0.5 + 0.5 * rate_value(share, good=1.0, fine=_REACHED, bad=0.0)


def _reach(context: RubricContext) -> str:
    composition = context.perception.composition
    if composition is None or not composition.controls:
        return ""
    return f", hover rules on {composition.hovered} of {composition.controls}"


def _stage_moves(context: RubricContext) -> bool:
    moves = (
        context.perception.restless > 0
        or context.trace.restless > 0
        or any(s.change.animated for s in context.trace.steps)
    )
    return moves and context.stage_drawn


def _hard_switches(context: RubricContext, styling: Styling) -> Defect:
    composition = context.perception.composition
    known = composition is not None and composition.controls > 0
    react = composition is not None and known and composition.hovered * 2 > composition.controls
    hovered = f"{composition.hovered} of {composition.controls} react to the pointer" if composition and known else ""
    hovered = hovered or f"the style sheet has {count(styling.hover_rules, 'rule')} for `:hover`"
    why = (
        f"{styling.transitioned_controls} of {count(styling.controls, 'control')} have a "
        f"transition, {hovered}. Add {'' if react else 'a `:hover` style and '}a short `transition` (about 0.2 s)."
    )
    names = [control.name for control in context.controls if control.name]
    is_all = 0 < len(names) == len(context.controls) <= _FEW and not styling.transitioned_controls
    what = "Few controls have a transition" if react else "Few controls have a transition or a hover state"
    title = f"{what}{': ' + quote_names(names, _ROOM) if is_all else ''}"
    return page_defect(context, FindingKind.NO_TRANSITIONS, "minor", title, why)
