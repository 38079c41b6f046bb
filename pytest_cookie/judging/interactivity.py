"""Items 11 to 13 of the rubric, the page in motion: smoothness, transitions, feedback."""

from dataclasses import dataclass
from statistics import fmean

from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.marks import is_failed_value
from pytest_cookie.judging.measurement import Defect, Measured, and_more, inapplicable, scored, shortened, unmeasured
from pytest_cookie.judging.subject import Subject
from pytest_cookie.judging.uses import uses_of

_ENOUGH_TRANSITIONED = 0.5
_ANSWER_WITHIN = 4


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
        f"{styling.transitioned_controls} of {styling.controls} controls have a transition, "
        f"{styling.hover_rules} rules for hover or focus"
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


@dataclass(frozen=True)
class _Rejection:
    """Deliberately wrong input and whether the page said anything about it."""

    step: Step
    answered: bool
    by_dialog: bool


def interaction_feedback(subject: Subject) -> Measured:
    """Item 13. Actions are answered visibly, wrong input with a message.

    Measured, the mean of what there is: the share of working inputs of which a user sees or hears anything
    (`Change.seen`), and the share of controls given deliberately wrong input (`Action.intent`) that were answered
    within the next four steps by a text that appeared, a state that changed, or the focus moving back, as the
    browser's own validation does. Fields that took the wrong input in silence are major if the page has nothing but
    silence for all of them, else minor. Answering with `alert()` counts half and is a minor defect. Inputs that do
    nothing at all are item 3's. A page with nothing that works has 0. Inapplicable on leaves that are only read.
    Known false alarm: free text for which nothing is wrong.
    """
    if subject.demands.interaction == "none":
        return inapplicable("the leaf is read, not used")
    uses = [use for use in uses_of(subject) if use.answer == "answered"]
    if not uses:
        return _nothing_answers(subject)
    seen = sum(1 for use in uses if any(_is_visible(step) for step in use.steps)) / len(uses)
    rejections = _rejections(subject)
    parts = [seen, fmean(_worth(rejection) for rejection in rejections)] if rejections else [seen]
    defects = [*_silent_rejections(subject, rejections), *_alerts(subject)]
    kept = sum(rejection.answered for rejection in rejections)
    reason = (
        f"{seen:.0%} of the {len(uses)} working inputs answer visibly; {kept} of {len(rejections)} wrong "
        "inputs were answered"
    )
    return scored(fmean(parts), reason, defects)


def _is_visible(step: Step) -> bool:
    """Anything that can be noticed; a focus that moves to another field shows its caret there."""
    return step.change.seen or bool(step.change.focus and step.change.focus != step.action.selector)


def _nothing_answers(subject: Subject) -> Measured:
    if subject.controls and not subject.trace.steps:
        return unmeasured("nobody used the page")
    return scored(0.0, "no input answered")


def _worth(rejection: _Rejection) -> float:
    return 0.5 if rejection.by_dialog else float(rejection.answered)


def _rejections(subject: Subject) -> list[_Rejection]:
    """Every control's first wrong input, except where the page calculated with it and failed: that is item 4's."""
    steps = subject.trace.steps
    found: dict[str, _Rejection] = {}
    for position, step in enumerate(steps):
        if step.action.intent == "invalid" and step.outcome == "done" and step.action.kind == "type":
            key = step.action.ref or step.action.selector
            window = steps[position : position + 1 + _ANSWER_WITHIN]
            if not any(is_failed_value(text) for text in step.change.appeared_text):
                found.setdefault(key, _rejection(window))
    return list(found.values())


def _rejection(window: tuple[Step, ...]) -> _Rejection:
    """A valid input to the same control ends the wait for an answer."""
    first, considered = window[0], [window[0]]
    for step in window[1:]:
        if step.action.kind == "type" and step.action.intent != "invalid":
            break
        considered.append(step)
    by_dialog = any(step.change.dialogs for step in considered)
    answered = any(_says_something(step) for step in considered)
    return _Rejection(first, answered or by_dialog, by_dialog and not answered)


def _says_something(step: Step) -> bool:
    own_value = f"{(step.action.target or step.action.role)[:60]}: value"
    states = [line for line in step.change.states if not line.startswith(own_value)]
    refocused = step.action.kind != "type" and bool(step.change.focus) and step.change.focus != step.action.selector
    return bool(step.change.appeared_text or step.change.vanished_text or states or refocused)


def _silent_rejections(subject: Subject, rejections: list[_Rejection]) -> list[Defect]:
    silent = [rejection for rejection in rejections if not rejection.answered]
    if not silent:
        return []
    step = silent[0].step
    named = and_more([shortened(r.step.action.target or r.step.action.selector, 30) for r in silent])
    why = (
        f"Wrong input (“{shortened(step.action.value, 30)}”) is taken without a word, so users do not learn "
        "what is wrong."
    )
    severity: Severity = "major" if len(silent) == len(rejections) and len(silent) > 1 else "minor"
    return [
        Defect(
            severity,
            f"Wrong input goes unanswered: {named}",
            why,
            step.action.selector,
            step.index,
            subject.picture_of(step),
        )
    ]


def _alerts(subject: Subject) -> list[Defect]:
    step = next((step for step in subject.trace.steps if step.change.dialogs), None)
    if step is None:
        return []
    why = "It stops the whole page until it is closed and tells nothing at the place where something is wrong."
    title = f"A browser dialog instead of a message on the page: “{shortened(step.change.dialogs[0], 60)}”"
    return [Defect("minor", title, why, step.action.selector, step.index, subject.picture_of(step))]
