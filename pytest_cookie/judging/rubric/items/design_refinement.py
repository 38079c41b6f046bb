"""Item 10 of the rubric: refinement of the design."""

from math import exp

from pytest_cookie.core.perception import Styling
from pytest_cookie.judging.checks.content_amount import weigh_fullness
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.grade import Grade, describe_grades, sum_deductions
from pytest_cookie.judging.rubric.measurement import (
    Defect,
    Measured,
    format_count,
    interpolate,
    mark_scored,
    mark_unmeasured,
)
from pytest_cookie.judging.visual.css_coverage import DRESSED, describe_dressing, find_signs_of_dressing
from pytest_cookie.judging.visual.typography import grade_typography

_TINY = 0.5
_RICH = 60


def design_refinement(context: RubricContext) -> Measured:
    """Item 10. Design intent beyond bare content: only its measurable edge.

    Measured: how many of seven signs of dressing the page has (a type face other than the browser's own, three or
    more sizes of type, backgrounds on three or more elements, shadows or rounded corners, 8 style rules or more,
    rules for hover or focus, transitions or animations). Score: signs / 7. An undressed page (under four signs)
    has 0 and a major defect. Whether the dress is a good one is not measured. Known false alarm: deliberately plain
    pages.
    """
    styling = context.styling
    if styling is None:
        return mark_unmeasured("the page's style was not recorded")
    signs = find_signs_of_dressing(styling)
    count = sum(signs.values())
    missing = [sign for sign, there in signs.items() if not there]
    reason = f"{count} of {len(signs)} signs of dressing" + (f"; missing: {', '.join(missing)}" if missing else "")
    if count >= DRESSED:
        grades = _grades_of_refinement(context)
        score = count / len(signs) - sum_deductions(grades)
        return weigh_fullness(context).apply(score, f"{reason}{describe_grades(grades)}", _small_defects(context))
    return mark_scored(0.0, reason, [_undressed(context, styling, f"{count} of {len(signs)}")])


def _undressed(context: RubricContext, styling: Styling, signs: str) -> Defect:
    if styling.unstyled:
        why = "No style of its own applies to it: it shows the browser's own defaults, and nothing but its content."
        return Defect("major", "The page is undressed", why, evidence=context.picture())
    why = f"It has {describe_dressing(styling)}. That makes {signs} signs of dressing; with {DRESSED} a page counts as dressed."
    return Defect("major", "The page is plain", why, evidence=context.picture())


def _grades_of_refinement(context: RubricContext) -> list[Grade]:
    composition = context.perception.composition
    if composition is None:
        return []
    icons = interpolate(composition.tofu / 5, good=0.0, bad=1.0)
    parts = 1 - exp(-(composition.boxes + len(composition.texts)) / _RICH)
    return [*grade_typography(composition), Grade("icons", icons, 0.15), Grade("richness", parts, 0.06)]


def _small_defects(context: RubricContext) -> list[Defect]:
    composition = context.perception.composition
    if composition is None:
        return []
    defects = []
    if composition.tofu:
        why = "The face of the icons did not load, so an empty box stands where each should be."
        defects.append(
            Defect("minor", f"{format_count(composition.tofu, 'icon')} shown as boxes", why, evidence=context.picture())
        )
    tiny = next((grade for grade in grade_typography(composition) if grade.name == "size of text"), None)
    if tiny and tiny.score < _TINY:
        why = "Half of its letters are set so small that reading them takes an effort."
        defects.append(Defect("major", "The text is tiny", why, evidence=context.picture()))
    return defects
