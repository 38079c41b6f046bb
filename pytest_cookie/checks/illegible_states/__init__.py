"""Illegible states: text that is hard to read in a theme, a dialog or a message that the exploration reached."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pytest_cookie.checks.check import Check
from pytest_cookie.core.legibility import FaintText
from pytest_cookie.core.page import Element
from pytest_cookie.core.verdict import Severity
from pytest_cookie.core.wording import count
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.grade import Grade
from pytest_cookie.judging.rubric.measurement import COSTS
from pytest_cookie.judging.rubric.names import list_others, locate_unnamed, name_element, name_use_of_target

ILLEGIBLE_STATE = CheckKind(
    "illegible-state", "Text is hard to read in another state of the page, such as its dark theme."
)

_FAINT = 2 / 3
"""Texts with less of the contrast that they need are hard to read: 3:1, or 2:1 if large."""
_UNREADABLE = 2.0  # contrast ratio below which text hardly differs from its background
_MANY_LETTERS = 30  # unreadable letters: a sentence
_SOME_LETTERS, _SOME_SHARE = 10, 0.04
_MUCH_FAINT = 0.3  # share of the text in view
_MOST_FINDINGS = 2  # states; further ones usually have the same cause
_TIMES = 2.5  # two fifths of the text faint cost all of item 9's contrast
_WHOLE_CONTRAST = 0.6
"""The share of contrast in item 9."""


@dataclass(frozen=True)
class _State:
    """The faint texts of a state, and the cause of the state in words."""

    after: str
    step: int
    picture: str
    letters: int
    faint: tuple[FaintText, ...]
    under_pointer: str = ""
    """Selector of the control under the pointer, unless it took on another state."""

    @property
    def share(self) -> float:
        """The share of the characters in view that are faint."""
        return min(1.0, sum(text.letters for text in self.faint) / max(1, self.letters))

    @property
    def unreadable(self) -> list[FaintText]:
        """Texts that hardly differ from their background."""
        return [text for text in self.faint if text.contrast < _UNREADABLE]

    @property
    def is_hindering(self) -> bool:
        """Whether much is unreadable, or a control or heading is, or much of the state is faint.

        A look that a control has only under the pointer hinders nobody: its label was legible before.
        """
        if all(text.selector == self.under_pointer for text in self.faint):
            return False
        letters = sum(text.letters for text in self.unreadable)
        is_much = letters >= _MANY_LETTERS or (
            letters >= _SOME_LETTERS and letters >= _SOME_SHARE * max(1, self.letters)
        )
        is_vital = any(faint_text.control or faint_text.heading for faint_text in self.unreadable)
        return is_much or is_vital or self.share >= _MUCH_FAINT

    @property
    def cost(self) -> float:
        """The cost in item 9: of the finding, and up to all of its contrast by the share of faint text."""
        return max(COSTS["major" if self.is_hindering else "minor"], _WHOLE_CONTRAST * min(1.0, _TIMES * self.share))


def find_illegible_states(context: RubricContext) -> list[Defect]:
    """One defect a state, the worst first, at most two. Texts in the same colours count at one state only."""
    return [_to_defect(state) for state in _worst_states(context)]


def grade_states(context: RubricContext) -> list[Grade]:
    """How legible the worst state is. It takes up to 0.6 off item 9, in place of the cost of the findings."""
    cost = max((state.cost for state in _worst_states(context)), default=0.0)
    return [Grade("states", 1 - cost / _WHOLE_CONTRAST, _WHOLE_CONTRAST)]


def _worst_states(context: RubricContext) -> Sequence[_State]:
    """States without the texts that are as faint at rest: item 9 finds those by axe-core and the picture."""
    composition = context.perception.composition
    at_rest = {
        text.selector: text.contrast for text in (composition.texts if composition else ()) if text.contrast is not None
    }
    told: set[tuple[str, str]] = set()
    states = []
    for state in _states(context):
        faint = [
            faint_text
            for faint_text in state.faint
            if faint_text.contrast < _FAINT * faint_text.needed
            and (faint_text.ink, faint_text.ground) not in told
            and at_rest.get(faint_text.selector, 21.0) > 1.2 * faint_text.contrast
        ]
        told |= {(text.ink, text.ground) for text in faint}
        if faint:
            states.append(replace(state, faint=tuple(faint)))
    return sorted(states, key=lambda state: -state.cost)[:_MOST_FINDINGS]


def _states(context: RubricContext) -> Iterator[_State]:
    """Whole pages in other colours first, then the windows of the steps."""
    steps = {step.index: step for step in context.trace.steps}
    for view in context.perception.recoloured:
        used = name_use_of_target(steps[view.step].action) if view.step in steps else f"a press on “{view.control}”"
        yield _State(used, view.step, view.screenshot, view.legibility.letters, view.legibility.faint)
    for step in steps.values():
        if found := step.legibility:
            used = name_use_of_target(step.action)
            pointed = "" if step.change.states else step.action.selector
            yield _State(used, step.index, context.picture_of(step), found.letters, found.faint, pointed)


def _to_defect(state: _State) -> Defect:
    faint = sorted(state.faint, key=lambda one: one.contrast)
    elements = [Element(selector=text.selector, text=text.text) for text in faint]
    names = list(dict.fromkeys(name_element(element) for element in elements))
    first, more = faint[0], f" and {len(names) - 1} more" if len(names) > 1 else ""
    colours = f" ({first.ink} on {first.ground})" if first.ink and first.ground else ""
    title = f"Text is hard to read after {state.after}: {names[0]} ({first.contrast}:1){more}"
    why = (
        f"{count(sum(faint_text.letters for faint_text in faint), 'letter')}, {state.share:.0%} of the text in view, "
        f"{'has' if len(faint) == 1 else 'have'} too little contrast: {first.contrast}:1{colours}, and "
        f"{first.needed:g}:1 is needed (WCAG 2.2, 1.4.3). Give this state its own colours."
        f"{list_others(names, listed_room=1)}{locate_unnamed(elements)}"
    )
    severity: Severity = "major" if state.is_hindering else "minor"
    return Defect(ILLEGIBLE_STATE, severity, title, why, first.selector, state.step, state.picture)


CHECK = Check(
    id="illegible-states",
    item="9",
    find=find_illegible_states,
    kinds=(ILLEGIBLE_STATE,),
    weight=0,
    grade=grade_states,
)
