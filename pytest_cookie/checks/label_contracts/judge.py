"""Compares what labels promise with what controls did: undo, swap, answer to keys."""

import re
from collections.abc import Iterator

from pytest_cookie.core.page import WITHOUT_KEYS
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import MAX_CONTROL_NAME, Step
from pytest_cookie.judging.measures.gone_texts import gone_texts
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind, FindingKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_subject, quote_names

UNDO_WITHOUT_EFFECT = CheckKind(
    "undo-without-effect", "Undo does not restore the entry that was removed right before it."
)
SWAP_WITHOUT_EFFECT = CheckKind("swap-without-effect", "Swap does not exchange the two values.")

_SELECT_ROLES = frozenset({"combobox", "listbox"})
_ARROW_KEYS = re.compile(
    r"\b(arrow|cursor) keys?\b|touches? (fléchées?|directionnelles?)|teclas? de (flecha|dirección|direção)|"
    r"teclas? (direccionales|direcionais)|pfeiltasten?|方向[键鍵]|箭头键|矢印キー|방향키|화살표 ?키",
    re.IGNORECASE,
)
_IF_CHOSEN = re.compile(
    r"focus|select|choos|chosen|drag|hold|fokus|auswähl|markier|sélection|chois|eleg|seleccion|selecion|escolh|选|選|焦点|포커스|선택",
    re.IGNORECASE,
)


def find_broken_contracts(context: RubricContext) -> list[Defect]:
    """One defect for each kind of broken contract; contracts that were not tried or cannot be checked give none."""
    return [*_undo(context), *_swap(context), *_keys(context)]


def _undo(context: RubricContext) -> Iterator[Defect]:
    """An undo that restores no part of the removal right before it."""
    steps = context.trace.steps
    for position, step in enumerate(steps):
        if step.action.purpose != "undo" or step.outcome != "done" or step.page_errors or not step.change.seen:
            continue  # silence and exceptions are separate faults
        taken = _taken(steps, position)
        if taken and not taken & set(step.change.appeared_text):
            title = f"{name_subject(step.action)} does not restore the removed entry"
            gone = quote_names(sorted(taken), 100)
            why = f"{gone} was removed right before and did not come back. Restore what was removed."
            yield step_defect(context, step, UNDO_WITHOUT_EFFECT, "major", title, why)
            return


def _taken(steps: tuple[Step, ...], position: int) -> set[str]:
    """The texts that the removal before this step took away, without those of a confirmation dialog."""
    window = list(steps[max(0, position - 2) : position])
    begin = next((i for i, step in enumerate(window) if step.action.purpose == "destroy"), None)
    return set() if begin is None else gone_texts(window[begin:])


def _swap(context: RubricContext) -> Iterator[Defect]:
    """A swap after which two lists do not hold each other's values; checked if a list's value changed at all."""
    lists = {control.name[:60] for control in context.controls if control.role in _SELECT_ROLES and control.name}
    for step in context.trace.steps:
        if step.action.purpose != "swap" or step.outcome != "done":
            continue
        changed = [
            (state.control, *state.texts) for state in step.change.states if state.texts and state.control in lists
        ]
        if changed and sorted(old for _, old, _ in changed) != sorted(new for _, _, new in changed):
            said = _describe_swap(context, step, changed)
            title = f"{name_subject(step.action)} does not swap the two values"
            yield step_defect(context, step, SWAP_WITHOUT_EFFECT, "major", title, f"{said} Exchange the two values.")
            return


def _describe_swap(context: RubricContext, swap: Step, changed: list[tuple[str, str, str]]) -> str:
    """What happened to the lists: those that changed, and those that kept a value which another one took."""
    told = [f"“{name}” went from “{old}” to “{new}”" for name, old, new in changed]
    values = {
        control.name[:MAX_CONTROL_NAME]: control.value for control in context.controls if control.role in _SELECT_ROLES
    }
    for step in context.trace.steps:
        changes = step.change.states if step.index < swap.index else ()
        values |= {change.control: change.texts[1] for change in changes if change.texts and change.control in values}
    taken = {new for _, _, new in changed}
    for name in dict.fromkeys(name for name, _, _ in changed):
        values.pop(name, None)
    told += [f"“{name}” kept “{value}”" for name, value in values.items() if value in taken]
    return f"{'; '.join(told)}."


def _keys(context: RubricContext) -> Iterator[Defect]:
    """Arrow keys that the page mentions and that have no effect, neither by themselves nor with the focus on an item.

    An item is a control that is no field or link: a card, a cell, a tab, a button of a row. If the page has items and
    the key was not tried on one, the result is unknown. On a stage, keys count only if a trial on a fresh page showed
    that they have no effect.
    """
    if context.inventory is None:
        return
    said = next((line for line in context.inventory.whole_text.splitlines() if _ARROW_KEYS.search(line)), "")
    arrows = [step for step in context.trace.steps if step.action.key.startswith("Arrow") and step.outcome == "done"]
    pressed = [step for step in arrows if not step.action.names_element]
    on_item = [step for step in arrows if step.action.names_element and step.action.role not in WITHOUT_KEYS]
    has_items = any(control.role not in WITHOUT_KEYS and not control.disabled for control in context.controls)
    if context.stage_drawn:
        answered = any(step.index not in context.refuted_steps for step in pressed)
    else:
        answered = any(step.change.seen or step.page_errors or step.problem for step in (*pressed, *on_item))
        answered = answered or (has_items and not on_item)
    if said and pressed and not answered and not _IF_CHOSEN.search(said):
        key = pressed[0].action.key
        title = f"Key “{key}”, which the page mentions, does nothing"
        why = f"The page says “{shorten(said.strip(), 100)}”, but does not respond to the key. Handle it."
        yield step_defect(context, pressed[0], FindingKind.DEAD_KEY, "major", title, why)
