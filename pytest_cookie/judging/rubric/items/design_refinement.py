"""Item 10 of the rubric, design refinement: only its measurable part."""

from math import exp

from pytest_cookie.core.perception import Styling
from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.content_amount import weigh_fullness
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.grade import Grade, describe_grades, sum_deductions
from pytest_cookie.judging.rubric.measurement import Measured, interpolate, mark_scored, mark_unmeasured, page_defect
from pytest_cookie.judging.visual.css_coverage import DRESSED, describe_dressing, find_signs_of_dressing
from pytest_cookie.judging.visual.typography import grade_typography

_TINY = 0.5  # at this score half of the letters are tiny
_RICH = 60  # boxes and texts at which 63 % of the measure is reached


def measure_design_refinement(context: RubricContext) -> Measured:
    """Item 10: design intent beyond bare content, as far as it can be measured.

    Counts seven signs of styling: a font other than the browser's default, three or more font sizes, backgrounds on
    three or more elements, shadows or rounded corners, 8 or more style rules, rules for hover or focus, transitions or
    animations. Score: signs / 7. A page with fewer than four signs gets 0 and a major defect. Not measured: whether the
    design is good. Known false alarm: deliberately plain pages.
    """
    styling = context.styling
    if styling is None:
        return mark_unmeasured("the page's style was not recorded")
    signs = find_signs_of_dressing(styling)
    shown = sum(signs.values())
    missing = [sign for sign, there in signs.items() if not there]
    reason = f"{shown} of {len(signs)} signs of styling" + (f"; missing: {', '.join(missing)}" if missing else "")
    if shown >= DRESSED:
        grades = _grades_of_refinement(context)
        score = shown / len(signs) - sum_deductions(grades)
        return weigh_fullness(context).apply(score, f"{reason}{describe_grades(grades)}", _small_defects(context))
    return mark_scored(0.0, reason, [_undressed(context, styling, f"{shown} of {len(signs)}")])


def _undressed(context: RubricContext, styling: Styling, signs: str) -> Defect:
    if styling.unstyled:
        why = "No CSS applies, so the browser shows the content in its default style. Add a style sheet."
        return page_defect(context, FindingKind.UNSTYLED_PAGE, "major", "The page has no styles", why)
    why = (
        f"It has {describe_dressing(styling)}. That is {signs} signs of styling; {DRESSED} are needed. Style its parts."
    )
    return page_defect(context, FindingKind.PLAIN_PAGE, "major", "The page is hardly styled", why)


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
        why = "The icon font did not load. Include it, or use images."
        title = f"{count(composition.tofu, 'icon')} shown as empty boxes"
        defects.append(page_defect(context, FindingKind.MISSING_ICONS, "minor", title, why))
    tiny = next((grade for grade in grade_typography(composition) if grade.name == "size of text"), None)
    if tiny and tiny.score < _TINY:
        why = "Half of the letters are so small that they are hard to read. Enlarge the text."
        defects.append(page_defect(context, FindingKind.TINY_TEXT, "major", "Most of the text is tiny", why))
    return defects
