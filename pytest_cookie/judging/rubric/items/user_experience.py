"""Item 14 of the rubric, user experience: controls are named, reachable and in their place."""

from collections.abc import Iterator

from pytest_cookie.core.page import Element
from pytest_cookie.core.perception import AxeViolation
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.content_amount import weigh_substance
from pytest_cookie.judging.measures.faults import find_faults, report_faults
from pytest_cookie.judging.measures.interaction import NATIVE_ROLES
from pytest_cookie.judging.rubric.check_results import run_checks
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import (
    Measured,
    describe_costs,
    mark_scored,
    mark_unmeasured,
    page_defect,
    step_defect,
    subtract_costs,
)
from pytest_cookie.judging.rubric.names import (
    list_names,
    list_others,
    locate_unnamed,
    name_control,
    name_element,
    name_input,
    quote_names,
)

_NAME_RULES = frozenset(
    {
        "label", "button-name", "link-name", "select-name", "input-button-name", "aria-input-field-name",
        "aria-command-name", "aria-toggle-field-name", "summary-name",
    }
)  # fmt: skip
_DRAWING_RULES = frozenset({"svg-img-alt", "role-img-alt", "object-alt"})
_NAMED_ROLES = frozenset(
    {"textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider", "checkbox", "radio", "button", "link"}
)
_INNER = " >>> "
_FEW, _MANY = 2, 3
_SCROLLING_KEYS = frozenset({"ArrowUp", "ArrowDown", "Space", "PageDown", "PageUp", "Home", "End"})
_JUMP_PX = 40  # about two lines; less goes unnoticed
_UNNAMED_SHARE = 0.04  # of all controls, from which nameless ones are major


def measure_user_experience(context: RubricContext) -> Measured:
    """Item 14: controls are understandable and within reach.

    Defects: controls without a name (axe-core's label, button-name, link-name, select-name; minor, major from three
    that are 4 % of all); a text field that belongs to a group of radio buttons (minor); drawings with an image role and
    no description (minor); controls hidden under something else at desktop width (major) or at mobile width only
    (minor); controls that a fixed element covers at every scroll position (major); targets under 24 × 24 px at mobile
    width (minor, from three); keys that steer a drawn stage and also scroll the page (major in games, else minor);
    controls that no press reached because something covered them (major); what its checks find; on leaves that are only
    read, also the defects that items 3 and 13 count elsewhere. Multiplied by `weigh_substance`; 0 if the brief demands
    full interaction and the page has no control and no stage. Not measured: flow. Known false alarms: a control that
    another one covers on purpose; a field for “Other: …” that is sent under the name of its radio buttons.
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
        *_jumping(context),
        *_unreached(context),
    ]
    if context.requirements.interaction == "none":
        defects += [
            *report_faults(context, find_faults(context)),
            *run_checks(context, "13").defects,
        ]
    checked = run_checks(context, "14")
    found = [*defects, *checked.defects]
    reason = count(len(context.controls), "control") + describe_costs(found)
    return weigh_substance(context).apply(subtract_costs(defects) - checked.cost, reason, found)


def _unnamed(context: RubricContext) -> Iterator[Defect]:
    broken = [violation for violation in context.perception.axe if violation.rule in _NAME_RULES]
    framed = _unnamed_in_frames(context, broken)
    unnamed = sum(violation.count for violation in broken) + len(framed)
    if unnamed:
        elements = [*_elements(broken), *framed]
        title = f"{count(unnamed, 'control')} without an accessible name"
        named = list_names([name_element(element, context.controls) for element in elements], room=120, total=unnamed)
        why = f"Screen readers cannot announce their purpose: {named}. Give each a label, a text or an `aria-label`."
        why += locate_unnamed(elements)
        first = elements[0].selector if elements else ""
        many = unnamed >= max(_MANY, _UNNAMED_SHARE * len(context.controls))
        yield page_defect(context, FindingKind.UNNAMED_CONTROL, "major" if many else "minor", title, why, first)


def _unnamed_in_frames(context: RubricContext, broken: list[AxeViolation]) -> list[Element]:
    """Nameless controls in frames and closed shadow roots, into which axe-core does not look."""
    if any(_INNER in element.selector for violation in broken for element in violation.elements):
        return []
    return [
        Element(selector=control.selector, box=control.box)
        for control in context.controls
        if _INNER in control.selector and not control.name.strip() and control.role in _NAMED_ROLES
    ]


def _undescribed(context: RubricContext) -> Iterator[Defect]:
    """Drawings with an image role; pictures from files belong to item 15."""
    broken = [violation for violation in context.perception.axe if violation.rule in _DRAWING_RULES]
    if broken:
        elements = _elements(broken)
        title = f"{count(sum(violation.count for violation in broken), 'drawing')} without a text alternative"
        why = "They have the role of an image but no description for people who cannot see them. Add an `aria-label`."
        why += locate_unnamed(elements)
        yield page_defect(
            context, FindingKind.UNDESCRIBED_DRAWING, "minor", title, why, elements[0].selector if elements else ""
        )


def _typed_among_choices(context: RubricContext) -> Iterator[Defect]:
    """A text field with the name of a group of radio buttons: it takes any text instead of one of the choices."""
    questions = {control.group for control in context.controls if control.input_type == "radio"} - {""}
    for field in context.controls:
        if field.input_type == "text" and field.group in questions:
            title = f"A text field is among radio buttons: {name_control(field)}"
            why = "The question offers choices, but users can type any text into it. Use a radio button."
            why += locate_unnamed([field])
            yield page_defect(context, FindingKind.TEXT_FIELD_AMONG_RADIOS, "minor", title, why, field.selector)
            return


def _elements(violations: list[AxeViolation]) -> list[Element]:
    return [element for violation in violations for element in violation.elements]


def _hidden(context: RubricContext) -> Iterator[Defect]:
    desktop, mobile = context.view("desktop"), context.view("mobile")
    at_desktop = desktop.layout.covered_controls if desktop else ()
    if at_desktop:
        yield _covered(context, at_desktop, context.picture(), narrow=False)
    elif mobile and mobile.layout.covered_controls:
        yield _covered(context, mobile.layout.covered_controls, mobile.screenshot, narrow=True)


def _covered(context: RubricContext, elements: tuple[Element, ...], picture: str, *, narrow: bool) -> Defect:
    where = " at mobile width" if narrow else ""
    names = [name_element(element, context.controls) for element in elements]
    title = f"Controls are covered{where}: {list_names(names)}"
    why = (
        "Other elements lie over them, so clicks do not reach them. Move them "
        f"apart.{list_others(names)}{locate_unnamed(elements)}"
    )
    return Defect(
        FindingKind.COVERED_CONTROL, "minor" if narrow else "major", title, why, elements[0].selector, evidence=picture
    )


def _buried(context: RubricContext) -> Iterator[Defect]:
    """Reports the widest width at which it happens, without the controls that `_hidden` reports."""
    for view in context.perception.views:
        known = {element.selector for element in view.layout.covered_controls}
        buried = [element for element in view.layout.buried_controls if element.selector not in known]
        if buried:
            names = [name_element(element, context.controls) for element in buried]
            title = f"Fixed content covers controls at {view.viewport.width} px: {list_names(names, 18)}"
            why = (
                f"They lie {buried[0].detail} at every scroll position, so users cannot press them. Leave room for "
                f"it.{list_others(names, listed_room=18)}{locate_unnamed(buried)}"
            )
            yield Defect(
                FindingKind.CONTROL_UNDER_FIXED_ELEMENT,
                "major",
                title,
                why,
                buried[0].selector,
                evidence=view.buried_screenshot,
            )
            return


def _unreached(context: RubricContext) -> Iterator[Defect]:
    """Controls that no press reached because something covered them from the start, or came to cover them in use.

    The former belong to item 3 on pages that are used. The latter need two controls under the same cover, and others
    that could be pressed meanwhile, so that a dialog that must be closed first does not count.
    """
    known = {element.selector for view in context.perception.views for element in view.layout.covered_controls}
    steps = context.trace.steps
    reached = {step.action.ref for step in steps if step.outcome == "done"}
    kept = [step for step in steps if _is_kept_off(step) and step.action.ref not in reached]
    for cover in dict.fromkeys(step.cover for step in kept):
        under = {step.action.ref: step for step in kept if step.cover == cover}
        first, last = min(step.index for step in under.values()), max(step.index for step in under.values())
        between = any(step.action.kind == "click" and step.outcome == "done" for step in steps[first : last + 1])
        controls = [control for ref in under if (control := context.controls_by_ref.get(ref))]
        at_first = [other for other in controls if other.covered and other.selector not in known]
        later = [other for other in controls if not other.covered] if between else []
        is_read = context.requirements.interaction == "none"
        if (at_first and is_read) or len(later) >= _FEW:
            yield _kept_off(context, [under[one.ref] for one in (later if len(later) >= _FEW else at_first)])
            return


def _is_kept_off(step: Step) -> bool:
    return bool(step.action.ref) and step.action.role not in NATIVE_ROLES and bool(step.cover)


def _kept_off(context: RubricContext, steps: list[Step]) -> Defect:
    names = [name_input(step.action) for step in steps]
    why = (
        f"Clicks did not reach them: {name_input(steps[0].action)} was {shorten(steps[0].problem, 60)}. Remove what "
        f"covers them.{list_others(names)}{locate_unnamed([step.action for step in steps])}"
    )
    title = f"Controls are covered in use: {list_names(names)}"
    return step_defect(context, steps[0], FindingKind.COVERED_CONTROL, "major", title, why)


def _small(context: RubricContext) -> Iterator[Defect]:
    mobile = context.view("mobile")
    small = mobile.layout.small_targets if mobile else ()
    if mobile and len(small) >= _MANY:
        names = [name_element(element, context.controls) for element in small]
        title = f"Touch targets are too small: {list_names(names, 28)}"
        size = f" The first has {small[0].detail}." if small[0].detail else ""
        why = f"At mobile width, targets need 24 × 24 px or space around them (WCAG 2.2, 2.5.8).{size} Enlarge them."
        why += f"{list_others(names, listed_room=28)}{locate_unnamed(small)}"
        yield Defect(FindingKind.SMALL_TARGET, "minor", title, why, small[0].selector, evidence=mobile.screenshot)


def _jumping(context: RubricContext) -> Iterator[Defect]:
    """Keys that steer the stage and also scroll the page, the browser's default."""
    jumps = [step for step in context.trace.steps if _scrolls(step)]
    if jumps and context.requirements.drawn and context.stage_drawn:
        keys = quote_names(dict.fromkeys(step.action.key for step in jumps))
        what = "game" if context.requirements.scene == "game" else "drawing"
        why = (
            f"They control the {what}, but the browser also scrolls, which moves it out of view. Call "
            "`event.preventDefault()` in the key handler."
        )
        severity: Severity = "major" if context.requirements.scene == "game" else "minor"
        title = f"Keys that control the {what} also scroll the page: {keys}"
        yield step_defect(context, jumps[0], FindingKind.SCROLLING_KEYS, severity, title, why, "")


def _scrolls(step: Step) -> bool:
    meant = step.action.key in _SCROLLING_KEYS and not step.action.ref
    return meant and abs(step.change.scrolled_px) >= _JUMP_PX
