"""`find_interactions`: every input that the exploration used, except those whose silence is no proof."""

from collections import defaultdict
from collections.abc import Mapping

from pytest_cookie.core.page import FIELD_ROLES, Control
from pytest_cookie.core.parsing import url_parts
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.judging.measures.interaction import STAGE, Interaction, is_within
from pytest_cookie.judging.measures.silence import Silence
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.once import once

_GONE_SHARE = 0.25  # of the page's elements; a filter or search may leave so few
_LEAST_STORM = 3  # two alike may be so by chance
_A_PAIR = 2  # differently named buttons that ask for the same
_BUTTONS = frozenset({"button", "menuitem", "tab"})
_SLIGHT_SCROLL = 120
"""CSS px, a sixth of the window: a place that is not in view yet is further away."""
_RESTLESS = 0.25
"""The share of the window above which the exploration reports much motion."""


@once
def find_interactions(context: RubricContext) -> tuple[Interaction, ...]:
    """Every input that the exploration used, in order of first use. Looks, hovers, scrolls and Tab do not count."""
    steps: dict[str, list[Step]] = defaultdict(list)
    for step in context.trace.steps:
        key = _input_of(step)
        if key and not _is_in_vain(step, context):
            steps[key].append(step)
    interactions = _build_interactions(steps, context)
    silence = Silence(context, interactions)
    return tuple(
        interaction
        for interaction in interactions
        if interaction.answer != "silent"
        or any(step.page_errors for step in interaction.steps)
        or silence.is_fault(interaction)
    )


def _build_interactions(steps: Mapping[str, list[Step]], context: RubricContext) -> tuple[Interaction, ...]:
    first_link = next((control.ref for control in context.controls if control.role == "link"), "")
    uncertain = _bare_steps(context) | find_moving_steps(context) | find_steps_elsewhere(context)
    missing_target = {anchor.selector: anchor.detail for anchor in context.perception.lost_anchors}
    done = [step for used in steps.values() for step in used if step.outcome == "done"]
    floods_dialogs, restless = _is_stormy(done), _is_restless(context)
    undifferentiated = _told_indifferently(done) | _told_far_away(done, context) | _scrolled_alike(done)
    fields = frozenset(control.selector for control in context.controls if control.role in FIELD_ROLES)
    interactions = []
    for key, used in steps.items():
        control = context.controls_by_ref.get(key)
        interactions.append(
            Interaction(
                key,
                tuple(used),
                control,
                key == first_link,
                _missing_target_of(control, missing_target),
                uncertain,
                context.confirmed_steps,
                is_code_example=control is not None and context.is_code_example(control),
                floods_dialogs=floods_dialogs,
                undifferentiated=undifferentiated,
                fields=fields,
                restless=restless,
                held=_find_held(control, used, context),
            )
        )
    return tuple(interactions)


def _find_held(control: Control | None, used: list[Step], context: RubricContext) -> dict[int, str]:
    """The value of a control before each of these steps, if one of the steps before changed it."""
    wanted, held, value = {step.index for step in used if step.action.edits_field}, {}, None
    if control is None or not wanted:
        return {}
    for step in context.trace.steps:
        if step.index in wanted and value is not None:
            held[step.index] = value
        for state in step.change.states:
            if state.property == "value" and state.is_change_of(control.name or control.role):
                value = str(state.after or "")
    return held


def _is_stormy(used: list[Step]) -> bool:
    """Whether most inputs, or most buttons, open a dialog. Pages of lists have few buttons."""
    pressed = [step for step in used if step.action.kind == "click" and step.action.role in _BUTTONS]
    return any(len(_saying(of)) >= _LEAST_STORM and len(_saying(of)) * 2 > len(of) for of in (used, pressed))


def _told_indifferently(done: list[Step]) -> frozenset[int]:
    """Presses whose only effect is a request to the browser that most other presses make too.

    Most presses of differently named buttons make the same request, and show no change. Buttons that share a name, one
    beside each address, are copy buttons; and a different file for each press is a response.
    """
    presses = [step for step in done if step.action.kind == "click"]
    asking = [step for step in presses if step.change.effects or step.change.popups or step.change.downloads]
    asking = [step for step in asking if step.change.shown is False and not step.change.pixels]
    askers: dict[object, set[str]] = defaultdict(set)
    for step in asking:
        askers[_asked_for(step)].add(step.action.target or step.action.selector)
    alike = [step for step in asking if len(askers[_asked_for(step)]) >= _A_PAIR]
    names = _names(alike)
    if len(names) < _LEAST_STORM or len(alike) * 2 <= len(presses):
        return frozenset()
    return frozenset(step.index for step in alike)


def _told_far_away(done: list[Step], context: RubricContext) -> frozenset[int]:
    """Presses whose only effect is new text in one line outside the window.

    There are three or more differently named buttons, and most presses: any input writes to that line.
    """
    presses = [step for step in done if step.action.kind == "click"]
    far = [step for step in presses if _only_rewrites_unseen(step.change, context.controls_by_ref.get(step.action.ref))]
    said = {text for step in far for text in step.change.appeared_text}
    first = far[0].index if far else 0
    alike = [step for step in far if step.index == first or (said & set(step.change.vanished_text))]
    names = _names(alike)
    if len(names) < _LEAST_STORM or len(alike) * 2 <= len(presses):
        return frozenset()
    return frozenset(step.index for step in alike)


def _scrolled_alike(done: list[Step]) -> frozenset[int]:
    """Presses whose only effect is that the page scrolls a little, or as far as after other presses.

    There are three or more differently named buttons, and most presses. A button that leads to a place scrolls as far
    as the place is away.
    """
    presses = [step for step in done if step.action.presses_target and step.action.role != "link"]
    far: dict[int, list[Step]] = defaultdict(list)
    for step in presses:
        if _only_scrolls(step.change):
            distance = round(abs(step.change.scrolled_px))
            far[0 if distance <= _SLIGHT_SCROLL else distance].append(step)
    alike = [step for steps in far.values() if len(_names(steps)) >= _LEAST_STORM for step in steps]
    return frozenset(step.index for step in alike) if len(alike) * 2 > len(presses) else frozenset()


def _names(steps: list[Step]) -> set[str]:
    return {step.action.target or step.action.selector for step in steps}


def _only_scrolls(change: Change) -> bool:
    told = change.dom_added or change.dom_removed or change.appeared_text or change.vanished_text or change.url
    asked = change.dialogs or change.popups or change.downloads or change.effects or change.sounded
    return bool(change.scrolled_px) and not (told or asked or change.state_or_motion or change.scrolled_x_px)


def _only_rewrites_unseen(change: Change, control: Control | None) -> bool:
    """Whether one or two texts changed out of sight, and no more than the look of the pressed control besides."""
    told = change.dom_added or change.dom_removed or change.state_or_motion or change.url or change.scrolled_px
    asked = change.dialogs or change.popups or change.downloads or change.effects
    in_sight = change.pixels and not (control and is_within(change, control.box))
    rewrites = bool(change.appeared_text) and change.dom_changed <= _A_PAIR
    return change.shown is True and rewrites and not (told or asked or in_sight)


def _asked_for(step: Step) -> tuple[tuple[str, ...], ...]:
    change = step.change
    return tuple(sorted(set(change.effects))), change.popups, change.downloads


def _is_restless(context: RubricContext) -> bool:
    """Whether much of a page without a canvas moves; for a canvas, trials show its responses."""
    drawn = context.inventory is not None and bool(context.inventory.canvases)
    return not drawn and not context.requirements.drawn and context.trace.restless > _RESTLESS


def _saying(steps: list[Step]) -> list[Step]:
    return [step for step in steps if step.change.messages]


def _missing_target_of(control: Control | None, missing_target: dict[str, str]) -> str:
    """The missing target of a link; by its address too, since the selectors of the two page scans may differ."""
    if control is None:
        return ""
    by_address = control.role == "link" and control.href in missing_target.values()
    return missing_target.get(control.selector, "") or (control.href if by_address else "")


def find_tried_steps(context: RubricContext) -> list[Step]:
    """Steps that used an input or tried to, except keys that may have been for something else."""
    return [step for step in context.trace.steps if _input_of(step) and not _is_in_vain(step, context)]


def _input_of(step: Step) -> str:
    action = step.action
    if not action.uses_control or action.value == "Tab":
        return ""
    if action.ref or action.selector:
        return action.ref or action.selector
    return f"key:{action.key}" if action.is_keyboard else f"{action.kind}{STAGE}"


def _is_in_vain(step: Step, context: RubricContext) -> bool:
    """Whether it was a key without a target on a page without a stage, which may listen for other keys."""
    action, drawn = step.action, context.requirements.drawn or context.stage_drawn
    pressed_on_nothing = action.is_keyboard and not action.names_element
    return pressed_on_nothing and not drawn and not step.change.seen and not step.page_errors


@once
def find_moving_steps(context: RubricContext) -> frozenset[int]:
    """Steps taken while a canvas moved by itself, or other motion hid their effect.

    Steps whose input was tried on a fresh page are excluded.
    """
    found = [step.index for step in context.trace.steps if step.hidden_by]
    drawn = context.inventory is not None and bool(context.inventory.canvases)
    moving = drawn and (context.perception.restless > 0 or context.trace.restless > 0)
    for step in context.trace.steps:
        if moving:
            found.append(step.index)
        if step.change.motion == "started":
            moving = drawn
        elif step.change.motion == "stopped":
            moving = False
    return frozenset(found) - context.confirmed_steps - context.refuted_steps


@once
def find_steps_elsewhere(context: RubricContext) -> frozenset[int]:
    """Steps on other documents of the site; no inventory shows their selected or disabled controls."""
    home = _document(context.inventory.url) if context.inventory else ""
    found, here = [], home
    for step in context.trace.steps:
        if here != home:
            found.append(step.index)
        here = _document(step.change.url) if step.change.url else here
    return frozenset(found)


def find_steps_at_home(context: RubricContext) -> tuple[Step, ...]:
    """Steps that began and ended on the document being judged, at any place of it."""
    home = _document(context.inventory.url) if context.inventory else ""
    elsewhere = find_steps_elsewhere(context)
    return tuple(
        step
        for step in context.trace.steps
        if step.index not in elsewhere and _document(step.change.url or home) == home
    )


def _document(url: str) -> str:
    """The file of an address; "" for the site's first page and for routes that a script makes."""
    path = url_parts(url).path
    return path if "." in path.rpartition("/")[2] and path != "/index.html" else ""


def _bare_steps(context: RubricContext) -> frozenset[int]:
    """Steps before which over a quarter of the page's elements was gone, as after a search without results."""
    whole = context.inventory.element_count if context.inventory else 0
    found, balance = [], 0
    for step in context.trace.steps:
        if balance < -_GONE_SHARE * whole:
            found.append(step.index)
        balance += step.change.dom_added - step.change.dom_removed
        balance = 0 if step.action.resets_page else min(balance, 0)
    return frozenset(found)
