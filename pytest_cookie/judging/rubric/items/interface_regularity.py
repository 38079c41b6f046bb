"""Item 8 of the rubric, interface regularity: type, spacing and siblings follow a system."""

from statistics import fmean

from pytest_cookie.core.parsing import parse_number
from pytest_cookie.core.perception import Styling
from pytest_cookie.judging.measures.content_amount import weigh_fullness
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.grade import Grade, describe_grades, rate_value, sum_deductions
from pytest_cookie.judging.rubric.measurement import Measured, mark_unmeasured, page_defect
from pytest_cookie.judging.visual.alignment import measure_regularity
from pytest_cookie.judging.visual.css_coverage import describe_undressed, share_of_dressing

_LEAST_SHARE = 0.01  # of the text; less is a logo or an icon font
_MOST_SIZES = 10  # more make a finding
_MOST_FACES = 4
"""More make a finding."""
_GRID = 4.0  # px; the step of common spacing scales
_NO_DISTANCES = 0.5  # half for a drawn stage, which has its distances in the drawing


def measure_interface_regularity(context: RubricContext) -> Measured:
    """Item 8: type, spacing and corners follow a system.

    The mean of four measures: font sizes that carry at least 1 % of the text (1 up to 7 sizes, 0 from 14); font
    families likewise (1 up to 3, 0 from 6); the share of margins, paddings and gaps on a 4 px grid, give or take half a
    pixel (1 from 60 %, 0 at 25 %, which is chance); corner radii that make up at least 3 % of all corners (1 up to 5, 0
    from 11). Multiplied by `weigh_fullness`, and by signs / 4 if item 10 counts fewer than four signs of styling. Known
    false alarm: fluid type and spacing (`clamp`, percent) is systematic without being round.
    """
    styling = context.styling
    if styling is None or not styling.font_sizes:
        return mark_unmeasured("there is no text to measure")
    sizes = _in_use(styling.font_sizes, _LEAST_SHARE)
    faces = _in_use(styling.font_families, _LEAST_SHARE)
    radii = _in_use(styling.radii, 0.03)
    on_grid = _share_on_grid(styling, without=_NO_DISTANCES if context.stage_drawn else 0.0)
    parts = [
        rate_value(sizes, good=4, fine=7, bad=14),
        rate_value(faces, good=2, fine=3, bad=6),
        rate_value(on_grid, good=0.9, fine=0.6, bad=0.25),
        rate_value(radii, good=3, fine=5, bad=11),
    ]
    grades = _grades_of_siblings(context)
    defects = []
    if sizes > _MOST_SIZES:
        why = f"More than {_MOST_SIZES} sizes look accidental. Use a few for the whole page."
        defects.append(
            page_defect(context, FindingKind.TOO_MANY_FONT_SIZES, "minor", f"The page uses {sizes} font sizes", why)
        )
    if faces > _MOST_FACES:
        why = f"More than {_MOST_FACES} families look accidental. Use a few for the whole page."
        title = f"The page uses {faces} font families"
        defects.append(page_defect(context, FindingKind.TOO_MANY_FONT_FAMILIES, "minor", title, why))
    reason = (
        f"font sizes: {sizes} ({parts[0]:.0%}), font families: {faces} ({parts[1]:.0%}), spacing on a 4 px grid: "
        f"{on_grid:.0%} ({parts[2]:.0%}), corner radii: {radii} ({parts[3]:.0%}); mean of the "
        f"four{describe_grades(grades)}{describe_undressed(styling)}"
    )
    return weigh_fullness(context).apply(
        (fmean(parts) - sum_deductions(grades)) * share_of_dressing(styling), reason, defects
    )


def _grades_of_siblings(context: RubricContext) -> list[Grade]:
    composition = context.perception.composition
    if composition is None:
        return []
    regularity = measure_regularity(composition)
    return [
        Grade("lines", regularity.lines.score, 0.2),
        Grade("gaps", regularity.gaps.score, 0.2),
        Grade("sizes", regularity.sizes.score, 0.2),
        Grade("dress of equals", regularity.dress.score, 0.25),
    ]


def _in_use(counts: dict[str, int], least: float) -> int:
    total = sum(counts.values())
    return sum(1 for count in counts.values() if count >= least * total)


def _share_on_grid(styling: Styling, *, without: float) -> float:
    """The share of distances on the grid, 0 to 1; `without` for a page that has no distances."""
    distances = [(px, count) for told, count in styling.gaps.items() if (px := parse_number(told)) is not None]
    total = sum(count for _, count in distances)
    on_grid = sum(count for px, count in distances if min(px % _GRID, _GRID - px % _GRID) <= 0.5)
    return on_grid / total if total else without
