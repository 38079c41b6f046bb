"""How much content a page has: an almost empty page earns little."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.trace import CUT_SHORT
from pytest_cookie.core.wording import count
from pytest_cookie.judging.brief.extract import extract_requirements
from pytest_cookie.judging.measures.empty_layout import is_empty_layout
from pytest_cookie.judging.measures.faults import find_faults
from pytest_cookie.judging.measures.find_interactions import find_interactions, find_moving_steps
from pytest_cookie.judging.measures.interaction import NATIVE_ROLES, Interaction
from pytest_cookie.judging.measures.label_effects import find_label_effects, find_pretending_names
from pytest_cookie.judging.measures.undrawn import share_undrawn
from pytest_cookie.judging.measures.untested import is_unmeasured
from pytest_cookie.judging.rubric.context import RubricContext, letters_worth
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.measurement import Measured, mark_scored
from pytest_cookie.judging.rubric.once import once
from pytest_cookie.judging.text.code_examples import plain_name

_LETTERS_OF_A_PAGE = 200  # so many letters are one point of content
_CONTROLS_OF_A_PAGE = 4  # so many controls are one point
_PICTURES_OF_A_PAGE = 4  # so many pictures are one point
_MOST_OF_STAGE = 8  # points of a drawn stage that fills its window in many colours
_EXPECTED_POINTS = 1  # that any brief leads one to expect
_POINTS_OF_A_THING = 0.3  # expected for each thing that the brief names
_MOST_THINGS = 40  # of a long brief; further ones repeat
_NO_THINGS = frozenset({"figure", "count", "colour", "font"})
_POINTS_OF_A_RICH_PAGE = 12
_COLOURS_OF_A_PAGE = 8  # of 512; fewer are a page without colours
_FILLED_PAGE = 0.12  # share of cells with content from which a page counts as filled
_SHELL = 0.25  # what is left of a score if only the frame of a page loaded
_CLEARLY_WEIGHTED = 0.9
"""Below this weight of a dimension's items, a note explains its score."""
_CONCLUSIVE = frozenset({"answered", "silent"})


@dataclass(frozen=True)
class Weight:
    """A factor of 0 to 1 on an item's score, and the reason if it is below 1."""

    share: float
    why: str

    def apply(self, score: float, reason: str, defects: Sequence[Defect] = ()) -> Measured:
        """The score times `share`, with `why` added to the reason."""
        told = f"; weighted {self.share:.0%}: {self.why}" if self.share < 1 else ""
        return mark_scored(score * self.share, reason + told, defects)


def weigh_presence(context: RubricContext) -> Weight:
    """The factor of items that any page passes unless it fails (1 and 5): 0.5 plus the page's content, at most 1."""
    return Weight(min(1.0, 0.5 + _shown_or_done(context)), _what_is_there(context))


def weigh_substance(context: RubricContext) -> Weight:
    """The factor of functionality items that only look for faults.

    The content that the page shows (`weigh_fullness`). If the brief demands full interaction, the content it shows or
    the inputs that work, where working inputs (`share_of_working_inputs`) make up half: the shell of an application is
    half a page.
    """
    shown = _shown_or_done(context)
    if context.requirements.interaction != "full" or is_unmeasured(context):
        return Weight(shown, _what_is_there(context))
    doing = f"{len(working_inputs(context))} of at least {count(count_required_inputs(context), 'input')} work"
    why = doing if shown == 1 else f"{_what_is_there(context)}, and {doing}"
    return Weight(shown * (1 + share_of_working_inputs(context)) / 2, why)


def _shown_or_done(context: RubricContext) -> float:
    """The content shown plus the inputs that work: a small working tool is a page, a sidebar alone is not."""
    if _is_shell(context):
        return _SHELL
    done = share_of_working_inputs(context) if context.requirements.interaction == "full" else 0.0
    return min(1.0, _shown(context) + done) * _seen(context)


def weigh_fullness(context: RubricContext) -> Weight:
    """The factor of aesthetics items: how much content the page shows, and in how many colours.

    The root of content (`count_points`) as a share of what the brief leads one to expect: a point and 0.3 for each
    thing that it names. Times the root of the share of the pictures that holds anything, full from 12 %, and of the
    number of colours, full from 8 of 512. Times the share of text that can be seen (`measures/undrawn.py`). A quarter
    if only the shell of the page loaded, or if its content vanished (`measures/vanishing.py`).
    """
    if _is_shell(context):
        return Weight(_SHELL, _what_is_there(context))
    drawn = 1 - share_undrawn(context)
    return Weight(_shown(context) * _seen(context) * _colourful(context) * drawn, _what_is_there(context))


def describe_weights(context: RubricContext) -> tuple[str, ...]:
    """Notes on dimensions whose criteria are weighted clearly below 1: such scores are low without a finding."""
    weights = {"functionality": weigh_substance(context), "aesthetics": weigh_fullness(context)}
    return tuple(
        f"{dimension}: criteria that look for faults count {weight.share:.0%}, because {weight.why}. This costs points "
        "without a finding."
        for dimension, weight in weights.items()
        if weight.share < _CLEARLY_WEIGHTED
    )


def _is_shell(context: RubricContext) -> bool:
    return context.vanished_step is not None or is_empty_layout(context)


def grade_amount(context: RubricContext) -> float:
    """Content beyond the expected amount, 0 to 1: doublings count alike, full from 12 points (`count_points`)."""
    return min(1.0, math.log1p(count_points(context)) / math.log1p(_POINTS_OF_A_RICH_PAGE)) * _seen(context)


@once
def count_points(context: RubricContext) -> float:
    """Distinct content: one point for 200 letters of visible text at load or in use (an ideogram counts 2.5), for 4
    controls of different names, and for 4 pictures; a drawn stage counts up to 8, by its filled share and colours.
    Controls that only answer with their own name, on a page of such, are no content.
    """
    named = find_pretending_names(context)
    shown = [control for control in context.controls if plain_name(control.name) not in named]
    controls = {(control.role, control.name or control.ref) for control in shown}
    letters = context.letters - sum(letters_worth(character) for name in named for character in name)
    points = max(0.0, letters) / _LETTERS_OF_A_PAGE + len(controls) / _CONTROLS_OF_A_PAGE
    return points + len(context.pictures) / _PICTURES_OF_A_PAGE + _points_of_stage(context)


def _points_of_stage(context: RubricContext) -> float:
    if not context.stage_drawn:
        return 0.0
    return _MOST_OF_STAGE * _colourful(context) * _seen(context)


def _shown(context: RubricContext) -> float:
    found = extract_requirements(context.case.brief, context.case.language)
    wanted = sum(requirement.wanted and requirement.kind not in _NO_THINGS for requirement in found)
    expected = _EXPECTED_POINTS + _POINTS_OF_A_THING * min(wanted, _MOST_THINGS)
    return math.sqrt(min(1.0, count_points(context) / expected))


def _colourful(context: RubricContext) -> float:
    pictures = context.visible_content
    return math.sqrt(min(1.0, pictures.shades / _COLOURS_OF_A_PAGE)) if pictures else 1.0


def _seen(context: RubricContext) -> float:
    """Content drawn at 4 % opacity does not count: the root of the filled share of the pictures, full from 12 %."""
    pictures = context.visible_content
    return math.sqrt(min(1.0, pictures.filled / _FILLED_PAGE)) if pictures else 1.0


def _what_is_there(context: RubricContext) -> str:
    if context.vanished_step is not None:
        return f"the page's content is gone from step {context.vanished_step} on"
    if is_empty_layout(context):
        return "the page is empty beside its sidebar"
    if undrawn := share_undrawn(context):
        return f"{undrawn:.0%} of the page's text is never seen"
    pictures = context.visible_content
    seen = (
        (f"{pictures.filled:.0%} of the screenshots filled, with {count(pictures.shades, 'colour')}",)
        if pictures
        else ()
    )
    parts = (
        count(round(context.letters), "letter"),
        count(len(context.controls), "control"),
        count(len(context.pictures), "picture"),
        *seen,
    )
    return f"the page has little content ({', '.join(parts)})"


def share_of_working_inputs(context: RubricContext) -> float:
    """Working inputs as a share of the required ones, 0 to 1."""
    return min(1.0, len(working_inputs(context)) / count_required_inputs(context))


@once
def working_inputs(context: RubricContext) -> list[Interaction]:
    """The inputs that responded and did not fail; of those that only answer with their own name, one of each form."""
    interactions = find_interactions(context)
    failed = [interaction for fault in find_faults(context) for interaction in fault.interactions]
    alike = [interaction for group in find_label_effects(context) for interaction in group[1:]]
    return [
        interaction
        for interaction in interactions
        if interaction.answer == "answered" and interaction not in failed and interaction not in alike
    ]


@once
def count_required_inputs(context: RubricContext) -> int:
    """How many inputs must work, at least one.

    This is `Requirements.working_inputs` minus the inputs that could not show an effect. Effects on a moving stage
    cannot be seen, so inputs used there are not required. Nor are fields that were filled in right before a press that
    worked, since their effect shows in that response. If time or steps ran out before all controls were used, no more
    is required than was tried with a clear result: untested is not broken.
    """
    interactions, moving = find_interactions(context), find_moving_steps(context)
    unseen = [
        interaction
        for interaction in interactions
        if interaction.answer != "answered" and any(step.index in moving for step in interaction.steps)
    ]
    sent = _sent_fields(context, working={interaction.key for interaction in working_inputs(context)})
    asked = context.requirements.working_inputs - len(unseen) - len(sent)
    coverage = context.trace.coverage
    if context.trace.stopped in CUT_SHORT and coverage.controls_exercised < coverage.controls_found:
        asked = min(asked, sum(interaction.answer in _CONCLUSIVE for interaction in interactions))
    return max(1, asked)


def _sent_fields(context: RubricContext, *, working: set[str]) -> set[str]:
    """Fields without a response of their own that were filled in right before an input that worked, as in a form.

    They belong to the next input that is pressed: if that has no effect, the working one after it has not sent them,
    but it may do so itself when it is pressed again. Ticks and keys other than Enter do not send a form.
    """
    sent_by: dict[str, set[str]] = defaultdict(set)
    filled: set[str] = set()
    sent: set[str] = set()
    for step in context.trace.steps:
        action = step.action
        if step.outcome != "done" or not action.is_input:
            continue
        if action.fills_field:
            filled.add(action.ref)
            continue
        if action.key != "Enter" if action.is_keyboard else action.role in NATIVE_ROLES:
            continue
        sent_by[action.ref] |= filled
        filled = set()
        if step.change.seen and action.ref in working:
            sent |= sent_by[action.ref]
    return sent - working - {""}
