"""Item 14 of the rubric: controls are named, reachable and where they should be."""

from collections.abc import Iterator

from pytest_cookie.core.page import Element
from pytest_cookie.core.perception import AxeViolation
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.checks.breakdown import COVERED
from pytest_cookie.judging.checks.content_amount import weigh_substance
from pytest_cookie.judging.checks.faults import find_faults, report_faults
from pytest_cookie.judging.checks.focus_visibility import find_unseen_focus
from pytest_cookie.judging.checks.interaction import NATIVE_ROLES
from pytest_cookie.judging.checks.native_dialogs import report_dialogs
from pytest_cookie.judging.checks.response_time import report_late_answers, report_slow_handlers
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.measurement import (
    Defect,
    Measured,
    describe_costs,
    format_count,
    mark_scored,
    mark_unmeasured,
    quote_first,
    subtract_costs,
)

_NAME_RULES = frozenset(
    {
        "label", "button-name", "link-name", "select-name", "input-button-name", "aria-input-field-name",
        "aria-command-name", "aria-toggle-field-name", "summary-name",
    }
)  # fmt: skip
_DRAWING_RULES = frozenset({"svg-img-alt", "role-img-alt", "object-alt"})
_FEW, _MANY = 2, 3
_SCROLLING_KEYS = frozenset({"ArrowUp", "ArrowDown", "Space", "PageDown", "PageUp", "Home", "End"})
_JUMP_PX = 40
_UNNAMED_SHARE = 0.04


def user_experience(context: RubricContext) -> Measured:
    """Item 14. Controls are understandable and within reach.

    Measured: controls without a name (axe-core's label, button-name, link-name, select-name; minor, major from
    three on that are 4 % of all), a text field that belongs to the radio buttons of one question (minor), drawings
    that call themselves pictures and have none (minor), controls hidden under something else at desktop width (major)
    or at mobile width only (minor), controls that something fixed covers wherever the page is scrolled to (major),
    targets under 24 × 24 px at mobile width (minor, from three on), keyboard focus that moves without being visible
    (minor), keys that steer a drawn stage and scroll the page as well (major in games, else minor), inputs that hold
    the page up (`report_slow_handlers`, in machine time: the one thing here that another exploration may tell otherwise),
    controls that no press reached because something came to lie over them (major), and, on leaves that are only read,
    what items 3 and 13 count elsewhere. Multiplied by `weigh_substance`; where the brief demands full interaction and the
    page has no control and no stage, 0. Flow is not measured. Known false alarms: a control that another one
    deliberately covers; a field for “Other: …” that is sent under the name of its radio buttons.
    """
    if context.inventory is None:
        return mark_unmeasured("the page's controls were not recorded")
    if context.requirements.interaction == "full" and not context.controls and not context.stage_drawn:
        return mark_scored(0.0, "no control at all")
    defects = [
        *_unnamed(context),
        *_undescribed(context),
        *_typed_among_choices(context),
        *_hidden(context),
        *_buried(context),
        *_small(context),
        *find_unseen_focus(context),
        *_jumping(context),
        *_unreached(context),
        *report_slow_handlers(context),
    ]
    if context.requirements.interaction == "none":
        defects += [
            *report_faults(context, find_faults(context)),
            *report_late_answers(context),
            *report_dialogs(context),
        ]
    reason = format_count(len(context.controls), "control") + describe_costs(defects)
    return weigh_substance(context).apply(subtract_costs(defects), reason, defects)


def _unnamed(context: RubricContext) -> Iterator[Defect]:
    broken = [violation for violation in context.perception.axe if violation.rule in _NAME_RULES]
    count = sum(violation.count for violation in broken)
    if count:
        elements = _elements(broken)
        title = f"{format_count(count, 'control')} without a name: {quote_first([shorten(e.selector, 40) for e in elements])}"
        why = "Neither a label nor a text says what they are for; people who use a screen reader meet an empty control."
        first = elements[0].selector if elements else ""
        many = count >= max(_MANY, _UNNAMED_SHARE * len(context.controls))
        yield Defect("major" if many else "minor", title, why, first, evidence=context.picture())


def _undescribed(context: RubricContext) -> Iterator[Defect]:
    """Drawings that the page itself calls pictures; those that are files are item 15's."""
    broken = [violation for violation in context.perception.axe if violation.rule in _DRAWING_RULES]
    if broken:
        count = sum(violation.count for violation in broken)
        elements = _elements(broken)
        title = f"{format_count(count, 'drawing')} without a description"
        why = "It calls itself a picture and says nothing of what it shows to people who do not see it."
        yield Defect("minor", title, why, elements[0].selector if elements else "", evidence=context.picture())


def _typed_among_choices(context: RubricContext) -> Iterator[Defect]:
    """A field sent under the name of radio buttons is one of them in a wrong type: it takes any text for an answer."""
    questions = {control.group for control in context.controls if control.input_type == "radio"} - {""}
    for field in context.controls:
        if field.input_type == "text" and field.group in questions:
            title = f"A plain text field stands among radio buttons: “{shorten(field.name or field.selector, 40)}”"
            why = "It belongs to their question, which is answered by choosing; here anything can be typed instead."
            yield Defect("minor", title, why, field.selector, evidence=context.picture())
            return


def _elements(violations: list[AxeViolation]) -> list[Element]:
    return [element for violation in violations for element in violation.elements]


def _hidden(context: RubricContext) -> Iterator[Defect]:
    desktop, mobile = context.view("desktop"), context.view("mobile")
    at_desktop = desktop.layout.covered_controls if desktop else ()
    if at_desktop:
        yield _covered(at_desktop, context.picture(), narrow=False)
    elif mobile and mobile.layout.covered_controls:
        yield _covered(mobile.layout.covered_controls, mobile.screenshot, narrow=True)


def _covered(elements: tuple[Element, ...], picture: str, *, narrow: bool) -> Defect:
    where = " at mobile width" if narrow else ""
    title = f"Controls are hidden under something else{where}: {quote_first([_name(element) for element in elements])}"
    why = "Something lies over them, so a click does not reach them."
    return Defect("minor" if narrow else "major", title, why, elements[0].selector, evidence=picture)


def _buried(context: RubricContext) -> Iterator[Defect]:
    """Of the widths at which it happens the widest is told; what `_hidden` tells is told once."""
    for view in context.perception.views:
        known = {element.selector for element in view.layout.covered_controls}
        buried = [element for element in view.layout.buried_controls if element.selector not in known]
        if buried:
            named = quote_first([_name(element) for element in buried])
            title = f"Controls cannot be got out from under something fixed at {view.viewport.width} px: {named}"
            why = f"They lie {buried[0].detail} even where the page scrolls no further, so that no press reaches them."
            yield Defect("major", title, why, buried[0].selector, evidence=view.screenshot)
            return


def _unreached(context: RubricContext) -> Iterator[Defect]:
    """Controls that no press reached, since something lay over them from the start, or came over them in use.

    The former is item 3's where the page is used; of the latter two under the same thing are told, and only where
    others could be pressed meanwhile, so that it is no dialog that asks to be closed first.
    """
    known = {one.selector for view in context.perception.views for one in view.layout.covered_controls}
    steps = context.trace.steps
    reached = {step.action.ref for step in steps if step.outcome == "done"}
    kept = [step for step in steps if _is_kept_off(step) and step.action.ref not in reached]
    for cover in dict.fromkeys(step.problem for step in kept):
        under = {step.action.ref: step for step in kept if step.problem == cover}
        first, last = min(one.index for one in under.values()), max(one.index for one in under.values())
        between = any(step.action.kind == "click" and step.outcome == "done" for step in steps[first : last + 1])
        controls = [control for ref in under if (control := context.controls_by_ref.get(ref))]
        at_first = [one for one in controls if one.covered and one.selector not in known]
        later = [one for one in controls if not one.covered] if between else []
        is_read = context.requirements.interaction == "none"
        if (at_first and is_read) or len(later) >= _FEW:
            yield _kept_off(context, [under[one.ref] for one in (later if len(later) >= _FEW else at_first)])
            return


def _is_kept_off(step: Step) -> bool:
    return bool(step.action.ref) and step.action.role not in NATIVE_ROLES and COVERED in step.problem


def _kept_off(context: RubricContext, steps: list[Step]) -> Defect:
    named = quote_first([shorten(step.action.target or step.action.selector, 40) for step in steps])
    why = f"A press does not reach them: they are {shorten(steps[0].problem, 60)}."
    title = f"Something lies over controls: {named}"
    return Defect("major", title, why, steps[0].action.selector, steps[0].index, context.picture_of(steps[0]))


def _small(context: RubricContext) -> Iterator[Defect]:
    mobile = context.view("mobile")
    small = mobile.layout.small_targets if mobile else ()
    if mobile and len(small) >= _MANY:
        title = f"Targets too small for a finger: {quote_first([_name(element) for element in small])}"
        why = "They are under 24 × 24 px at mobile width, with neighbours close by (WCAG 2.2, 2.5.8)."
        yield Defect("minor", title, why, small[0].selector, evidence=mobile.screenshot)


def _jumping(context: RubricContext) -> Iterator[Defect]:
    """Keys that are meant for the stage and scroll the page as well, as the browser does unless it is told not to."""
    jumps = [step for step in context.trace.steps if _scrolls(step)]
    if jumps and context.requirements.drawn and context.stage_drawn:
        keys = quote_first(list(dict.fromkeys(step.action.value.partition(":")[0] for step in jumps)))
        why = "The key is meant for the stage, but the browser scrolls the page with it, so the stage jumps away."
        severity: Severity = "major" if context.requirements.scene == "game" else "minor"
        yield Defect(severity, f"Keys scroll the page: {keys}", why, "", jumps[0].index, context.picture_of(jumps[0]))


def _scrolls(step: Step) -> bool:
    key = step.action.value.partition(":")[0]
    meant = step.action.kind in ("press", "hold") and not step.action.ref and key in _SCROLLING_KEYS
    return meant and abs(step.change.scrolled_px) >= _JUMP_PX


def _name(element: Element) -> str:
    return shorten(element.text or element.selector, 40)
