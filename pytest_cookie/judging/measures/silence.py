"""`Silence`: whether an input without a response is a fault of the page, compared with its other inputs."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, takewhile

from pytest_cookie.core.action import Reload, Select
from pytest_cookie.core.labels import Language
from pytest_cookie.core.page import FailedRequest
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.brief.unneeded import is_unneeded
from pytest_cookie.judging.brief.vocabulary import find_concepts
from pytest_cookie.judging.measures.interaction import Interaction
from pytest_cookie.judging.rubric.context import RubricContext, is_own_fault
from pytest_cookie.judging.text.begin_anew import begins_anew

_A_PAIR = 2  # of two alike, one may be selected already
_LEAST_SHARED = 2
"""Words at the start of two names that are the same by chance in one of them, such as “Day”."""
_WORD = re.compile(r"\w+")
_LEAST_EFFECT = 0.002  # of the window; a button's hover fades on less
_LEAST_DROPS = 2  # one place may rightly refuse a drop
_CRUMB = re.compile(r"bread-?crumb|\bcrumbs?\b", re.IGNORECASE)


class Silence:
    """Decides whether the silence of an input is a fault of this page, whose other inputs are `interactions`."""

    def __init__(self, context: RubricContext, interactions: Sequence[Interaction]) -> None:
        self._context = context
        self._interactions = interactions
        self._numbers = Counter(control.kind for control in context.controls)
        self._first_of_type = {control.kind: control.ref for control in reversed(context.controls)}
        self._before = {step.index: earlier for earlier, step in pairwise(context.trace.steps)}
        self._dragged = _dragged_types(context)
        self._here = self._places_where_one_is()

    def is_fault(self, interaction: Interaction) -> bool:
        """Whether `interaction`, which was silent, should have been answered."""
        return (
            self._is_proof(interaction)
            and not (interaction.only_looks_clickable and interaction.control_type in self._dragged)
            and not _is_to_be_dragged(interaction)
            and not (interaction.is_drag and self._context.requirements.scene == "game")  # its rules may forbid it
            and not self._has_nothing_to_do(interaction)
            and not self._is_at_its_start(interaction)
            and not self._has_nothing_to_take_back(interaction)
            and not self._may_have_paused(interaction)
            and not self._leads_to_chosen(interaction)
            and not self._finds_all_turned(interaction)
            and not is_unneeded(interaction.control, self._context, interaction.label)
            and not (interaction.label in self._here and _is_well(interaction))
        )

    def _is_proof(self, interaction: Interaction) -> bool:
        """Whether silence proves a fault, compared with the other controls of the same type.

        It does not in these cases. The silent member of a group of three or more was pressed before the others, which
        all respond: it was selected from the start; if it is the first of them on the page, one other that
        responds is enough. One of two whose other was not tried may be selected, and a single breadcrumb is the
        current place. A control that is off is dead only if another one responds later; before, a choice may have
        locked them all. A single element that only looks clickable may listen for its children; several of one type
        are a promise. If another link without a target responds, the page reads the address itself, so this one may
        work too. A dragged part is stuck if no drag had an effect and it was dropped in two places.
        """
        if interaction.is_drag:
            drags = [other for other in self._interactions if other.is_drag]
            return len(interaction.steps) >= _LEAST_DROPS and all(drag.answer == "silent" for drag in drags)
        if interaction.missing_target:
            return not any(other.missing_target and other.answer == "answered" for other in self._interactions)
        group = [
            other
            for other in self._interactions
            if other.control_type == interaction.control_type and other is not interaction
        ]
        if interaction.stays_off:
            return any(
                other.answer in ("answered", "own_look") and other.steps[0].index > interaction.steps[0].index
                for other in group
            )
        came_first = all(interaction.steps[0].index < other.steps[0].index for other in group)
        number = self._numbers[interaction.control_type]
        is_first = interaction.key == self._first_of_type.get(interaction.control_type)
        others = len(group) >= 2 or (bool(group) and number > _A_PAIR and is_first)
        if others and came_first and all(other.answer in ("answered", "own_look") for other in group):
            return False
        if not group and ((number == _A_PAIR and interaction.role == "button") or _CRUMB.search(interaction.selector)):
            return False
        return not interaction.only_looks_clickable or any(other.answer == "silent" for other in group)

    def _has_nothing_to_do(self, interaction: Interaction) -> bool:
        """Whether a button that clears or resets may have had no work to do.

        Its silence is proof if it is in a row that it should remove, or if it is the only one of its type and a value
        was entered in the step right before.
        """
        if any(step.action.purpose != "destroy" or step.action.within for step in interaction.steps):
            return False
        earlier = [self._before[step.index] for step in interaction.steps if step.index in self._before]
        # after a reload everything is reset, and a choice from a list may be the state it resets to
        earlier = [step for step in earlier if not isinstance(step.action, Reload | Select)]
        changed = any(state.property in ("value", "checked") for step in earlier for state in step.change.states)
        return not changed or any(
            other.control_type == interaction.control_type for other in self._interactions if other is not interaction
        )

    def _leads_to_chosen(self, interaction: Interaction) -> bool:
        """Whether it leads to a choice that is already made, such as the day of a calendar that is open.

        At each step of its own, a choice was made before whose name begins with more of its words than that of any
        other choice: a list's “6 March: night shift” leads to the day “6 March, free”. Names of choices may change with
        the page, so of several the last one that was changed counts.
        """
        control = interaction.control
        if control is not None and (control.checked is not None or control.selected is not None):
            return False  # its own state tells
        return all(_names_chosen(interaction.label, self._find_choices(step)) for step in interaction.steps)

    def _finds_all_turned(self, interaction: Interaction) -> bool:
        """Whether there was nothing left to turn: another of its type turns several choices at once, such as “Check
        all”, and before each press none of these was turned."""
        turned: dict[str, bool] = {}
        for other in self._interactions:
            if other is not interaction and other.control_type == interaction.control_type:
                for step in other.steps:
                    states = [state for state in step.change.states if state.property == "checked"]
                    turned |= {state.control: state.after is True for state in states if len(states) >= _A_PAIR}
        if len(set(turned.values())) != 1:
            return False
        choices = [self._find_choices(step) for step in interaction.steps]
        return all(seen.get(name) is not to for seen in choices for name, to in turned.items() if name in seen)

    def _find_choices(self, press: Step) -> dict[str, bool]:
        """The choices of the page by name, and whether each was made when a step began; the last changed one last."""
        found = {
            control.name: bool(control.checked or control.selected)
            for control in self._context.controls
            if control.checked is not None or control.selected is not None
        }
        for step in self._context.trace.steps:
            if step.index >= press.index:
                break
            states = [state for state in step.change.states if state.property in ("checked", "selected")]
            for state in sorted(states, key=lambda state: state.after is True):
                found.pop(state.control, None)
                found[state.control] = state.after is True
        return found

    def _is_at_its_start(self, interaction: Interaction) -> bool:
        """Whether a button such as "New game" was pressed only before anything was done on the loaded page."""
        if not begins_anew(interaction.label):
            return False
        presses = {step.index for step in interaction.steps}
        used = False
        for step in self._context.trace.steps:
            if used and step.index in presses:
                return False
            used = not step.action.begins_anew and (used or (step.action.is_input and step.change.seen))
        return True

    def _has_nothing_to_take_back(self, interaction: Interaction) -> bool:
        """Whether an undo was pressed before anything was done, or a redo when the last effect was not an undo's."""
        meant = self._find_meaning(interaction)
        if not meant & {"undo", "redo"}:
            return False
        presses, last = {step.index for step in interaction.steps}, ""
        for step in self._context.trace.steps:
            if step.index in presses and last and ("undo" in meant or last == "undo"):
                return False
            if step.action.resets_page:
                last = ""
            elif step.action.is_input and step.change.seen:
                is_undo = step.action.purpose == "undo" or "undo" in self._find_concepts(step.action.target)
                last = "undo" if is_undo else "other"
        return True

    def _may_have_paused(self, interaction: Interaction) -> bool:
        """Whether a pause button may have stopped what does not show: after each press, no stage or key had an effect.

        Where the page stands still between inputs, a pause only shows in what they no longer do.
        """
        if "pause" not in self._find_meaning(interaction) or not _has_stage(self._context):
            return False
        presses, is_paused = {step.index for step in interaction.steps}, False
        for step in self._context.trace.steps:
            if step.index in presses:
                is_paused = True
            elif step.action.resets_page:
                is_paused = False
            elif is_paused and step.action.is_input and not step.action.ref and _is_clear(step):
                return False
        return True

    def _find_meaning(self, interaction: Interaction) -> frozenset[str]:
        return frozenset() if interaction.is_key else self._find_concepts(interaction.label)

    def _find_concepts(self, name: str) -> frozenset[str]:
        languages: set[Language] = {self._context.case.language, "en"}
        return frozenset(one.concept.id for language in languages for one in find_concepts(name, language))

    def _places_where_one_is(self) -> frozenset[str]:
        """Names of the page's only breadcrumb, if it and exactly one other input of that name are silent.

        Both lead to the current place: the breadcrumb shows it, the other is its navigation entry.
        """
        named = Counter(interaction.label for interaction in self._interactions if interaction.answer == "silent")
        crumbs = [
            interaction
            for interaction in self._interactions
            if interaction.answer == "silent"
            and _CRUMB.search(interaction.selector)
            and self._numbers[interaction.control_type] == 1
        ]
        return frozenset(interaction.label for interaction in crumbs if named[interaction.label] == _A_PAIR)


def _has_stage(context: RubricContext) -> bool:
    return context.stage_drawn or (context.inventory is not None and bool(context.inventory.canvases))


def _is_clear(step: Step) -> bool:
    """Whether more changed than the look of a button that the pointer left."""
    change = step.change
    return change.seen and bool(change.appeared_text or change.vanished_text or change.pixels >= _LEAST_EFFECT)


def _names_chosen(label: str, chosen: dict[str, bool]) -> bool:
    """Whether the name that begins with the most words of a label is of a choice that is made."""
    shared = {name: _count_shared_words(label, name) for name in chosen if name != label}
    most = max(shared.values(), default=0)
    nearest = [name for name, words in shared.items() if words == most]
    return most >= _LEAST_SHARED and chosen[nearest[-1]]


def _count_shared_words(label: str, name: str) -> int:
    pairs = zip(_WORD.findall(label.lower()), _WORD.findall(name.lower()), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _dragged_types(context: RubricContext) -> frozenset[str]:
    """Types of control if one of them was dragged with an effect: a press need not have one."""
    dragged = [step for step in context.trace.steps if step.action.kind == "drag" and step.change.seen]
    places = {step.action.selector for step in dragged} - {""}
    return frozenset(control.kind for control in context.controls if control.kind and control.selector in places)


def _is_to_be_dragged(interaction: Interaction) -> bool:
    """Whether it was only pressed, and shows the hand of things to drag: a press need not have an effect."""
    return all(step.action.purpose == "move" for step in interaction.steps)


def _is_well(interaction: Interaction) -> bool:
    """Whether its silence is the only evidence against it."""
    return not interaction.missing_target and not any(failed_request(step) for step in interaction.steps)


def failed_request(step: Step) -> FailedRequest | None:
    """The failed request of a step to the page's own origin.

    Pictures, media and requests made with wrong input do not count.
    """
    if step.action.intent == "invalid":
        return None
    requests = (r for r in step.failed_requests if r.resource_type not in ("image", "media"))
    return next((request for request in requests if is_own_fault(request)), None)
