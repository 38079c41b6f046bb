"""Finds pages whose visible controls can never be used.

The brief asks for an interactive page. If the page itself prevents its use, that costs as much as dead controls.
"""

from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.core.wording import count
from pytest_cookie.judging.rubric.context import WINDOW_PX, RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import page_defect, step_defect
from pytest_cookie.judging.rubric.names import list_names, locate_unnamed, name_control, name_input

_MOSTLY = 0.8  # share; a link of the footer may be left
_LEAST_FLEEING = 2  # a single one may be a joke or a moving target
_LEAST_RELOADS = 2  # a single one may be meant to reload
_LEAST_LOOKS = 2  # a page may be locked for a moment while it loads
_OF_THE_BROWSER = frozenset({"Tab", "Escape"})
_ANY_MOTION = 0.001  # share of the window, if the size of the targets is unknown


def is_unusable(context: RubricContext) -> bool:
    """Whether none of the page can be used."""
    return bool(find_unusable_controls(context))


def find_unusable_controls(context: RubricContext) -> list[Defect]:
    """One critical defect for the first reason that is found; empty if the page can be used."""
    for told in (_disabled, _gone, _locked, _fleeing, _reloading):
        if found := told(context):
            return [found]
    return []


def _disabled(context: RubricContext) -> Defect | None:
    """At least 80 % of the controls were disabled from the start, no action enabled one, and no input had an effect.

    A page that is used by keyboard or on its stage may have a single button that waits for its end.
    """
    off = [control for control in context.controls if control.disabled]
    if not off or len(off) < _MOSTLY * len(context.controls):
        return None
    turned_on = any(
        state.property == "disabled" and state.after is False
        for step in context.trace.steps
        for state in step.change.states
    )
    if turned_on or any(_is_answered(step) for step in context.trace.steps) or not context.trace.steps:
        return None
    title = "Every control is disabled" if len(off) == len(context.controls) else "Nearly every control is disabled"
    named = list_names([name_control(control) for control in off], 100)
    why = f"Users see {named}, but no action enabled any of them. Enable what can be used.{locate_unnamed(off)}"
    return page_defect(context, FindingKind.ALL_CONTROLS_DISABLED, "critical", title, why, off[0].selector)


def _is_answered(step: Step) -> bool:
    """Whether the page reacted to an input; scrolling by an arrow key is the browser's doing."""
    is_input = step.action.is_input and step.action.value not in _OF_THE_BROWSER
    return is_input and step.change.seen and not _only_scrolled(step.change)


def _only_scrolled(change: Change) -> bool:
    in_document = change.dom_added or change.dom_removed or change.dom_changed or change.appeared_text
    in_document = in_document or change.state_or_motion
    return bool(change.scrolled_px) and not in_document


def _gone(context: RubricContext) -> Defect | None:
    """The page had controls when it loaded, and none before any action.

    Controls that fade while the pointer rests, and respond when pressed later, do not count.
    """
    before_use = _untouched(context.trace.steps)
    gone = next((step for step in before_use if step.controls == 0), None)
    if not context.controls or gone is None or any(_is_used_after(gone, step) for step in context.trace.steps):
        return None
    why = (
        f"The page loads with {count(len(context.controls), 'control')}. {gone.page_ms / 1000:.1f} s later, "
        "without any action, none is left. Keep them on the page."
    )
    title = "All controls disappear by themselves"
    return step_defect(context, gone, FindingKind.PAGE_EMPTIES_ITSELF, "critical", title, why, "")


def _locked(context: RubricContext) -> Defect | None:
    """At every look no control could be pressed: all were covered, inert or disabled, and no input had an effect.

    Looks right after a reload do not count, since a page may lock itself a moment later.
    """
    looks = [step for step in context.trace.steps if step.usable_controls is not None and not step.action.begins_anew]
    if len(looks) < _LEAST_LOOKS or any(step.usable_controls for step in looks):
        return None
    seen = next((step for step in looks if step.controls), None)
    if not context.controls or seen is None or any(_is_answered(step) for step in context.trace.steps):
        return None
    named = list_names([name_control(control) for control in context.controls], 100)
    cover = next((step.cover or step.press_went_to for step in looks if step.cover or step.press_went_to), "")
    by = f" ({shorten(cover, 60)})" if cover else ""
    why = (
        f"Users see {named}, but each time something lay over it{by}, or it was inert or disabled, so no press "
        "arrived. Unlock the page."
    )
    title, selector = "The page is locked: no control can be pressed", context.controls[0].selector
    return step_defect(context, seen, FindingKind.PAGE_LOCKED, "critical", title, why, selector)


def _is_used_after(moment: Step, step: Step) -> bool:
    used = step.index > moment.index and bool(step.action.ref) and step.outcome == "done"
    return used and step.change.seen and step.action.is_input


def _untouched(steps: tuple[Step, ...]) -> list[Step]:
    """The steps up to the first action that could have caused a change."""
    first = next((i for i, step in enumerate(steps) if not step.action.leaves_untouched), len(steps))
    return list(steps[:first])


def _fleeing(context: RubricContext) -> Defect | None:
    """Most press targets moved away each time the pointer came.

    Skipped if as much of the page moves by itself as one target covers: targets of a game fly, they do not flee.
    """
    presses = [step for step in context.trace.steps if step.action.presses_target and step.action.ref]
    missed = [step for step in presses if step.moved_away]
    if len({step.action.ref for step in missed}) < _LEAST_FLEEING or len(missed) * 2 <= len(presses):
        return None
    if max(context.trace.restless, context.perception.restless) >= _least_share(context, missed):
        return None
    fleeing = [step.action for step in {step.action.ref: step for step in missed}.values()]
    named = list_names([name_input(action) for action in fleeing], 100)
    why = f"Each time the pointer reached {named}, the control had moved away. Keep it still.{locate_unnamed(fleeing)}"
    title = "Buttons move away from the pointer"
    return step_defect(context, missed[0], FindingKind.FLEEING_BUTTONS, "critical", title, why)


def _least_share(context: RubricContext, missed: list[Step]) -> float:
    """The share of the window that the smallest missed target covers; a minimum if its size is unknown."""
    boxes = [control.box for step in missed if (control := context.controls_by_ref.get(step.action.ref))]
    return min((box.width * box.height / WINDOW_PX for box in boxes), default=0.0) or _ANY_MOTION


def _reloading(context: RubricContext) -> Defect | None:
    """Most presses of buttons, at least two different ones, reloaded the page and left it unchanged.

    A game whose only button restarts it does not count, nor does a page that clears its messages.
    """
    presses = [step for step in context.trace.steps if step.action.kind == "click" and step.action.role == "button"]
    reloaded = [step for step in presses if step.change.reloaded and not _is_rewritten(step.change)]
    if len({step.action.ref for step in reloaded}) < _LEAST_RELOADS or len(reloaded) * 2 <= len(presses):
        return None
    why = (
        f"{len(reloaded)} of {len(presses)} clicks reloaded the page, which discards the effect of this and earlier "
        'clicks. Prevent the default action, or use `type="button"`.'
    )
    title = "Clicking a button reloads the page"
    return step_defect(context, reloaded[0], FindingKind.RELOAD_ON_CLICK, "critical", title, why)


def _is_rewritten(change: Change) -> bool:
    return bool(change.appeared_text or change.vanished_text)
