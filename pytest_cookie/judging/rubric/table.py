"""The rubric as a table: sixteen items, 2a and 3a, in the order and with the names of Cookie-Bench B.4.2, Table 13."""

from collections.abc import Callable
from dataclasses import dataclass

from pytest_cookie.core.verdict import Finding, RubricItem
from pytest_cookie.judging.rubric.check_results import CheckResults, run_checks
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.dimensions import Dimension
from pytest_cookie.judging.rubric.items.animation_smoothness import measure_animation_smoothness
from pytest_cookie.judging.rubric.items.audio_and_video_behaviour import measure_audio_and_video_behaviour
from pytest_cookie.judging.rubric.items.code_renders import measure_code_renders
from pytest_cookie.judging.rubric.items.colour_harmony import measure_colour_harmony
from pytest_cookie.judging.rubric.items.data_display import measure_data_display
from pytest_cookie.judging.rubric.items.design_refinement import measure_design_refinement
from pytest_cookie.judging.rubric.items.feature_count import measure_feature_count
from pytest_cookie.judging.rubric.items.image_asset_quality import measure_image_asset_quality
from pytest_cookie.judging.rubric.items.intent_alignment import measure_intent_alignment
from pytest_cookie.judging.rubric.items.interaction_feedback import measure_interaction_feedback
from pytest_cookie.judging.rubric.items.interface_regularity import measure_interface_regularity
from pytest_cookie.judging.rubric.items.language_consistency import measure_language_consistency
from pytest_cookie.judging.rubric.items.layout_rationality import measure_layout_rationality
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from pytest_cookie.judging.rubric.items.no_console_errors import measure_no_console_errors
from pytest_cookie.judging.rubric.items.responsive_adaptation import measure_responsive_adaptation
from pytest_cookie.judging.rubric.items.transition_effects import measure_transition_effects
from pytest_cookie.judging.rubric.items.user_experience import measure_user_experience
from pytest_cookie.judging.rubric.measurement import Measured, mark_scored
from pytest_cookie.judging.rubric.requirements import criterion

RUBRIC_VERSION = "57"
"""Changes whenever the same evidence may get another verdict."""


@dataclass(frozen=True)
class Item:
    """A row of the rubric and the function that measures it."""

    id: str
    name: str
    dimension: Dimension
    measure: Callable[[RubricContext], Measured]
    runs_checks: bool = False
    """Whether `measure` itself runs the checks that feed the item. Else what they find is taken off its result."""


RUBRIC: tuple[Item, ...] = (
    Item("1", "Code renders", "functionality", measure_code_renders),
    Item("2", "Intent alignment", "functionality", measure_intent_alignment),
    Item("2a", "Language consistency", "functionality", measure_language_consistency),
    Item("3", "Logic correctness", "functionality", measure_logic_correctness, runs_checks=True),
    Item("3a", "Feature count", "functionality", measure_feature_count),
    Item("4", "Data display", "functionality", measure_data_display, runs_checks=True),
    Item("5", "No console errors", "functionality", measure_no_console_errors),
    Item("6", "Responsive adaptation", "functionality", measure_responsive_adaptation),
    Item("7", "Layout rationality", "aesthetics", measure_layout_rationality),
    Item("8", "Interface regularity", "aesthetics", measure_interface_regularity),
    Item("9", "Colour harmony", "aesthetics", measure_colour_harmony, runs_checks=True),
    Item("10", "Design refinement", "aesthetics", measure_design_refinement),
    Item("11", "Animation smoothness", "aesthetics", measure_animation_smoothness),
    Item("12", "Transition effects", "aesthetics", measure_transition_effects),
    Item("13", "Interaction feedback", "functionality", measure_interaction_feedback, runs_checks=True),
    Item("14", "User experience", "functionality", measure_user_experience, runs_checks=True),
    Item("15", "Image asset quality", "aesthetics", measure_image_asset_quality),
    Item("16", "Audio and video behaviour", "functionality", measure_audio_and_video_behaviour),
)


def measure_rubric(context: RubricContext) -> tuple[list[RubricItem], list[Finding]]:
    """Measure every item, in the table's order; the findings of all items come in the same order."""
    items, findings = [], []
    for item in RUBRIC:
        measured = item.measure(context)
        if not item.runs_checks:
            measured = _with_checks(measured, run_checks(context, item.id))
        items.append(_row(item, measured, criterion(context.requirements.scene, item.id)))
        findings += [defect.as_finding(item.dimension, item.id) for defect in measured.defects]
    return items, [_beside(finding, findings) for finding in findings]


def _beside(finding: Finding, findings: list[Finding]) -> Finding:
    """The finding, naming one of another item at the same element in the same step: they may have one cause."""
    if finding.step is None or not finding.selector:
        return finding
    place = finding.step, finding.selector
    others = (one for one in findings if (one.step, one.selector) == place and one.item != finding.item)
    other = next(others, None)
    if other is None:
        return finding
    return finding.model_copy(update={"why": f"{finding.why} At the same element in the same step: “{other.title}”."})


def _with_checks(measured: Measured, checked: CheckResults) -> Measured:
    """The result of an item less what its checks find; an item that has no score has no findings of checks either."""
    if measured.score is None or not (checked.found or checked.grades):
        return measured
    left = checked.share_left
    reason = f"{measured.reason}; checks: {1 - left:.0%} off" if left < 1 else measured.reason
    return mark_scored(measured.score * left, reason, [*measured.defects, *checked.defects])


def _row(item: Item, measured: Measured, asked: str) -> RubricItem:
    """The row of an item; if the item fails, with its requirement for such a page."""
    row = RubricItem(
        id=item.id,
        name=item.name,
        dimension=item.dimension,
        status=measured.status,
        score=measured.score,
        reason=measured.reason,
    )
    told = row.passed is False and bool(asked)
    return row.model_copy(update={"reason": f"{row.reason}; expected of such a page: {asked}"}) if told else row
