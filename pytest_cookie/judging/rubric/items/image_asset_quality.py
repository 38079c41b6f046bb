"""Item 15 of the rubric, image asset quality."""

from collections.abc import Iterator

from pytest_cookie.core.page import Media
from pytest_cookie.judging.measures.media import (
    find_broken_pictures,
    find_placeholder_pictures,
    find_stretched_pictures,
    is_foreign,
    name_media,
    name_other_media,
)
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.grade import Grade, describe_grades, sum_deductions
from pytest_cookie.judging.rubric.measurement import (
    Measured,
    describe_costs,
    mark_inapplicable,
    mark_scored,
    mark_unmeasured,
    page_defect,
    subtract_costs,
)

_VISIBLE_PX = 24  # smaller pictures are icons and spacers
_BLURRED = 0.5  # pixels of the file for each displayed px


def measure_image_asset_quality(context: RubricContext) -> Measured:
    """Item 15: pictures load, fit their slot and have a description.

    Defects, one for each kind: pictures that do not load (critical if all, else major), also those of a picture service
    that no longer exists; plain boxes of a placeholder service (major if there is no other picture, else minor; exempt
    if the brief speaks of placeholders); pictures shown at over twice their own size (minor); pictures without alt text
    (minor); pictures and canvases in a box of another aspect ratio (major from a third off, else minor, 12 % tolerated;
    reported at the widest width that has one). Beyond that, up to 0.25 comes off by the share that did not load, 0.15
    by how far pictures are below their displayed size, 0.05 by the share without a description. A canvas, an SVG or
    painted backgrounds count as pictures. Inapplicable unless the leaf or the brief asks for pictures; then a page
    without any gets 0. Elsewhere, broken pictures and placeholders belong to item 4 and stretched ones to item 7. Not
    measured: whether a picture suits its text. Known false alarms: decoration without alt text; a canvas whose script
    corrects for the shape of its box.
    """
    if not context.requirements.imagery:
        return mark_inapplicable("neither the leaf nor the brief asks for pictures")
    if context.inventory is None:
        return mark_unmeasured("the page's pictures were not recorded")
    pictures = [medium for medium in context.inventory.media if medium.tag in ("img", "svg")]
    drawn = context.stage_drawn or bool(context.inventory.canvases)
    if not pictures and not drawn:
        return _without_pictures(context)
    images = [medium for medium in pictures if medium.tag == "img"]
    if pictures and not drawn and all(not medium.loaded and is_foreign(context, medium) for medium in pictures):
        return mark_unmeasured("every picture is on another host, and those requests are refused here")
    defects = [
        *find_broken_pictures(context),
        *find_placeholder_pictures(context),
        *_blurred(context, images),
        *_undescribed(context, images),
        *find_stretched_pictures(context),
    ]
    grades = _grades_of_pictures(context, images)
    reason = (
        f"images: {len(images)}, drawings: {len(pictures) - len(images)}, canvases: {len(context.inventory.canvases)}"
        f"{describe_costs(defects)}{describe_grades(grades)}"
    )
    return mark_scored(subtract_costs(defects) - sum_deductions(grades), reason, defects)


def _grades_of_pictures(context: RubricContext, images: list[Media]) -> list[Grade]:
    """Grades by share, since one bad picture of many is less than all of them; defects count only kinds."""
    if not images:
        return []
    own = [medium for medium in images if not is_foreign(context, medium)]
    there = sum(medium.loaded for medium in own) / len(own) if own else 1.0
    sharp = [min(1.0, m.natural_width / max(1.0, m.box.width)) for m in images if _is_measurable(m) and _is_raster(m)]
    described = sum(medium.alt is not None for medium in images) / len(images)
    return [
        Grade("loaded", there, 0.25),
        Grade("sharp", sum(sharp) / len(sharp) if sharp else 1.0, 0.15),
        Grade("described", described, 0.05),
    ]


def _without_pictures(context: RubricContext) -> Measured:
    styling = context.styling
    if styling and styling.backgrounds >= 3:
        return mark_scored(0.5, "no picture element, only painted backgrounds")
    why = (
        "The brief or this kind of page asks for images, but the page has no image, drawing or canvas. Add images that "
        "belong to its content."
    )
    return mark_scored(
        0.0,
        "no pictures",
        [page_defect(context, FindingKind.NO_PICTURES, "major", "The page has no images", why)],
    )


def _is_measurable(medium: Media) -> bool:
    return (
        medium.loaded
        and min(medium.natural_width, medium.natural_height, medium.box.width, medium.box.height) >= _VISIBLE_PX
    )


def _is_raster(medium: Media) -> bool:
    return not medium.source.endswith(".svg") and "image/svg" not in medium.source


def _blurred(context: RubricContext, images: list[Media]) -> Iterator[Defect]:
    soft = [m for m in images if _is_measurable(m) and _is_raster(m) and m.natural_width / m.box.width < _BLURRED]
    if soft:
        why = f"They are shown at over twice their own size. Use larger files.{name_other_media(soft)}"
        title = f"Images are blurred: {name_media(soft)}"
        yield page_defect(context, FindingKind.BLURRED_PICTURE, "minor", title, why, soft[0].selector)


def _undescribed(context: RubricContext, images: list[Media]) -> Iterator[Defect]:
    mute = [medium for medium in images if medium.alt is None]
    if mute:
        why = (
            "Screen readers cannot describe them, and no text replaces an image that fails to load. Give each an `alt` "
            f"text, empty for mere decoration.{name_other_media(mute)}"
        )
        title = f"Images have no alt text: {name_media(mute)}"
        yield page_defect(context, FindingKind.MISSING_ALT_TEXT, "minor", title, why, mute[0].selector)
