"""The rubric as a table: sixteen items, 2a and 3a, in the order and with the names of Cookie-Bench B.4.2, Table 13."""

from collections.abc import Callable
from dataclasses import dataclass

from pytest_cookie.core.verdict import Dimension, Finding, RubricItem
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.items.animation_smoothness import animation_smoothness
from pytest_cookie.judging.rubric.items.audio_and_video_behaviour import audio_and_video
from pytest_cookie.judging.rubric.items.code_renders import code_renders
from pytest_cookie.judging.rubric.items.colour_harmony import colour_harmony
from pytest_cookie.judging.rubric.items.data_display import data_display
from pytest_cookie.judging.rubric.items.design_refinement import design_refinement
from pytest_cookie.judging.rubric.items.feature_count import feature_count
from pytest_cookie.judging.rubric.items.image_asset_quality import image_asset_quality
from pytest_cookie.judging.rubric.items.intent_alignment import intent_alignment
from pytest_cookie.judging.rubric.items.interaction_feedback import interaction_feedback
from pytest_cookie.judging.rubric.items.interface_regularity import interface_regularity
from pytest_cookie.judging.rubric.items.language_consistency import language_consistency
from pytest_cookie.judging.rubric.items.layout_rationality import layout_rationality
from pytest_cookie.judging.rubric.items.logic_correctness import logic_correctness
from pytest_cookie.judging.rubric.items.no_console_errors import no_console_errors
from pytest_cookie.judging.rubric.items.responsive_adaptation import responsive_adaptation
from pytest_cookie.judging.rubric.items.transition_effects import transition_effects
from pytest_cookie.judging.rubric.items.user_experience import user_experience
from pytest_cookie.judging.rubric.measurement import Measured
from pytest_cookie.judging.rubric.requirements import criterion

RUBRIC_VERSION = "27"
"""Changes whenever the same evidence may get another verdict."""


@dataclass(frozen=True)
class Item:
    """A row of the rubric and the function that measures it."""

    id: str
    name: str
    dimension: Dimension
    measure: Callable[[RubricContext], Measured]


RUBRIC: tuple[Item, ...] = (
    Item("1", "Code renders", "functionality", code_renders),
    Item("2", "Intent alignment", "functionality", intent_alignment),
    Item("2a", "Language consistency", "functionality", language_consistency),
    Item("3", "Logic correctness", "functionality", logic_correctness),
    Item("3a", "Feature count", "functionality", feature_count),
    Item("4", "Data display", "functionality", data_display),
    Item("5", "No console errors", "functionality", no_console_errors),
    Item("6", "Responsive adaptation", "functionality", responsive_adaptation),
    Item("7", "Layout rationality", "aesthetics", layout_rationality),
    Item("8", "Interface regularity", "aesthetics", interface_regularity),
    Item("9", "Colour harmony", "aesthetics", colour_harmony),
    Item("10", "Design refinement", "aesthetics", design_refinement),
    Item("11", "Animation smoothness", "aesthetics", animation_smoothness),
    Item("12", "Transition effects", "aesthetics", transition_effects),
    Item("13", "Interaction feedback", "functionality", interaction_feedback),
    Item("14", "User experience", "functionality", user_experience),
    Item("15", "Image asset quality", "aesthetics", image_asset_quality),
    Item("16", "Audio and video behaviour", "functionality", audio_and_video),
)


def measured_by_rubric(context: RubricContext) -> tuple[list[RubricItem], list[Finding]]:
    """Measure every item, in the table's order; the findings of all items come in the same order."""
    items, findings = [], []
    for item in RUBRIC:
        measured = item.measure(context)
        items.append(_row(item, measured, criterion(context.requirements.scene, item.id)))
        findings += [
            Finding(
                dimension=item.dimension,
                severity=defect.severity,
                title=defect.title,
                why=defect.why,
                item=item.id,
                selector=defect.selector,
                step=defect.step,
                evidence=defect.evidence,
            )
            for defect in measured.defects
        ]
    return items, findings


def _row(item: Item, measured: Measured, asked: str) -> RubricItem:
    """The row of an item; if the item fails, with what it asks of such a page."""
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
