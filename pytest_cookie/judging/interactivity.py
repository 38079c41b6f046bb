"""Items 11 and 12 of the rubric, the page in motion: smoothness and transitions."""

from statistics import fmean

from pytest_cookie.judging.measurement import Defect, Measured, count_of, inapplicable, scored, unmeasured
from pytest_cookie.judging.subject import Subject

_ENOUGH_TRANSITIONED = 0.5


def animation_smoothness(_: Subject) -> Measured:
    """Item 11. Frames without jank and loads in time.

    Never measured here: this evidence keeps page time, and smoothness is a matter of machine time.
    """
    return unmeasured("smoothness needs machine time; this evidence keeps page time")


def transition_effects(subject: Subject) -> Measured:
    """Item 12. Changes ease instead of switching hard.

    Measured, the mean of two: the share of controls with a transition or an animation (1 from a half on), and
    whether there are rules for hover or focus (1), or none (0); for a page whose stage is drawn, motion of the
    stage itself counts as the better of the first. A page without controls and without motion has 0. Inapplicable
    on leaves that are only read. Whether the easing is coherent is not measured. Known false alarm: transitions by
    script.
    """
    styling = subject.styling
    if subject.demands.interaction == "none":
        return inapplicable("the leaf is read, not used")
    if styling is None:
        return unmeasured("the page's style was not recorded")
    share = styling.transitioned_controls / styling.controls if styling.controls else 0.0
    moved = subject.demands.drawn and _stage_moves(subject)
    parts = [
        1.0 if moved else min(1.0, share / _ENOUGH_TRANSITIONED),
        1.0 if styling.hover_rules and styling.controls else 0.0,
    ]
    score = fmean(parts)
    reason = (
        f"{styling.transitioned_controls} of {count_of(styling.controls, 'control')} with a transition"
        f"{', the stage moves' if moved else ''} ({parts[0]:.0%}), {count_of(styling.hover_rules, 'rule')} for hover "
        f"or focus ({parts[1]:.0%}); the mean of both"
    )
    return scored(score, reason, [] if score >= 0.5 else [_hard_switches(subject)])


def _stage_moves(subject: Subject) -> bool:
    moves = (
        subject.perception.restless > 0
        or subject.trace.restless > 0
        or any(s.change.animated for s in subject.trace.steps)
    )
    return moves and subject.stage_drawn


def _hard_switches(subject: Subject) -> Defect:
    why = "Buttons and links do not answer the pointer, or states switch from one frame to the next."
    return Defect("minor", "Hardly any control has a transition or a hover state", why, evidence=subject.picture())
