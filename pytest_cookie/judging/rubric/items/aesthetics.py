"""Items 8 and 10 of the rubric: a system in type, distances and siblings; refinement."""

from math import exp
from statistics import fmean

from pytest_cookie.core.parsing import parse_number
from pytest_cookie.core.perception import Styling
from pytest_cookie.judging.checks.content_amount import fullness_of
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.grade import Grade, graded, taken_off, told
from pytest_cookie.judging.rubric.measurement import Defect, Measured, count_of, falling, scored, unmeasured
from pytest_cookie.judging.visual.alignment import regularity_of
from pytest_cookie.judging.visual.css_coverage import DRESSED, bare, dress_of, dressing_of, signs_of_dressing
from pytest_cookie.judging.visual.typography import grades_of_type

_LEAST_SHARE = 0.01
_GRID = 4.0
_NO_DISTANCES = 0.5
_TINY = 0.5
_RICH = 60


def interface_regularity(subject: RubricContext) -> Measured:
    """Item 8. Type, distances and corners follow a system.

    Measured, the mean of four: sizes of type that carry at least 1 % of the text (1 up to 7, 0 from 14 on); type
    faces likewise (1 up to 3, 0 from 6 on); the share of margins, paddings and gaps on a grid of 4 px, half a pixel
    of play (1 from 60 % on, 0 at 25 %, which is chance); corner radii that make at least 3 % of all corners (1 up
    to 5, 0 from 11 on). Multiplied by `fullness_of`, and by signs / 4 where item 10 counts
    under four signs of dressing. Known false alarm: fluid type and distances (`clamp`,
    percent) are systematic without being round.
    """
    styling = subject.styling
    if styling is None or not styling.font_sizes:
        return unmeasured("no text whose type could be measured")
    sizes = _in_use(styling.font_sizes, _LEAST_SHARE)
    faces = _in_use(styling.font_families, _LEAST_SHARE)
    radii = _in_use(styling.radii, 0.03)
    on_grid = _share_on_grid(styling, without=_NO_DISTANCES if subject.stage_drawn else 0.0)
    parts = [
        graded(sizes, good=4, fine=7, bad=14),
        graded(faces, good=2, fine=3, bad=6),
        graded(on_grid, good=0.9, fine=0.6, bad=0.25),
        graded(radii, good=3, fine=5, bad=11),
    ]
    grades = _grades_of_siblings(subject)
    defects = []
    if sizes > 10:
        defects.append(_too_many(subject, sizes, "sizes of type"))
    if faces > 4:
        defects.append(_too_many(subject, faces, "type faces"))
    reason = (
        f"sizes of type: {sizes} ({parts[0]:.0%}), type faces: {faces} ({parts[1]:.0%}), distances on a 4 px grid: "
        f"{on_grid:.0%} ({parts[2]:.0%}), corner radii: {radii} ({parts[3]:.0%}); the mean of the four"
        f"{told(grades)}{bare(styling)}"
    )
    return fullness_of(subject).scored((fmean(parts) - taken_off(grades)) * dressing_of(styling), reason, defects)


def _grades_of_siblings(subject: RubricContext) -> list[Grade]:
    composition = subject.perception.composition
    if composition is None:
        return []
    regularity = regularity_of(composition)
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
    """`without` any distances it is so much: a page has a rhythm of its own only where it has some, or is drawn."""
    uses = [(px, count) for told, count in styling.gaps.items() if (px := parse_number(told)) is not None]
    total = sum(count for _, count in uses)
    on_grid = sum(count for px, count in uses if min(px % _GRID, _GRID - px % _GRID) <= 0.5)
    return on_grid / total if total else without


def _too_many(subject: RubricContext, count: int, what: str) -> Defect:
    return Defect(
        "minor",
        f"{count} {what} on one page",
        "So many look accidental rather than chosen.",
        evidence=subject.picture(),
    )


def design_refinement(subject: RubricContext) -> Measured:
    """Item 10. Design intent beyond bare content: only its measurable edge.

    Measured: how many of seven signs of dressing the page has (a type face other than the browser's own, three or
    more sizes of type, backgrounds on three or more elements, shadows or rounded corners, 8 style rules or more,
    rules for hover or focus, transitions or animations). Score: signs / 7. An undressed page (under four signs)
    has 0 and a major defect. Whether the dress is a good one is not measured. Known false alarm: deliberately plain
    pages.
    """
    styling = subject.styling
    if styling is None:
        return unmeasured("the page's style was not recorded")
    signs = signs_of_dressing(styling)
    count = sum(signs.values())
    missing = [sign for sign, there in signs.items() if not there]
    reason = f"{count} of {len(signs)} signs of dressing" + (f"; missing: {', '.join(missing)}" if missing else "")
    if count >= DRESSED:
        grades = _grades_of_refinement(subject)
        score = count / len(signs) - taken_off(grades)
        return fullness_of(subject).scored(score, f"{reason}{told(grades)}", _small_defects(subject))
    return scored(0.0, reason, [_undressed(subject, styling, f"{count} of {len(signs)}")])


def _undressed(subject: RubricContext, styling: Styling, signs: str) -> Defect:
    if styling.unstyled:
        why = "No style of its own applies to it: it shows the browser's own defaults, and nothing but its content."
        return Defect("major", "The page is undressed", why, evidence=subject.picture())
    why = f"It has {dress_of(styling)}. That makes {signs} signs of dressing; with {DRESSED} a page counts as dressed."
    return Defect("major", "The page is plain", why, evidence=subject.picture())


def _grades_of_refinement(subject: RubricContext) -> list[Grade]:
    composition = subject.perception.composition
    if composition is None:
        return []
    icons = falling(composition.tofu / 5, good=0.0, bad=1.0)
    parts = 1 - exp(-(composition.boxes + len(composition.texts)) / _RICH)
    return [*grades_of_type(composition), Grade("icons", icons, 0.15), Grade("richness", parts, 0.06)]


def _small_defects(subject: RubricContext) -> list[Defect]:
    composition = subject.perception.composition
    if composition is None:
        return []
    defects = []
    if composition.tofu:
        why = "The face of the icons did not load, so an empty box stands where each should be."
        defects.append(
            Defect("minor", f"{count_of(composition.tofu, 'icon')} shown as boxes", why, evidence=subject.picture())
        )
    tiny = next((grade for grade in grades_of_type(composition) if grade.name == "size of text"), None)
    if tiny and tiny.score < _TINY:
        why = "Half of its letters are set so small that reading them takes an effort."
        defects.append(Defect("major", "The text is tiny", why, evidence=subject.picture()))
    return defects
