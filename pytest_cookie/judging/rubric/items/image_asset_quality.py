"""Item 15 of the rubric: pictures."""

from collections.abc import Iterator

from pytest_cookie.core.page import Media
from pytest_cookie.judging.checks.media import find_broken_pictures, find_stretched_pictures, is_foreign, name_media
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.grade import Grade, describe_grades, sum_deductions
from pytest_cookie.judging.rubric.measurement import (
    Defect,
    Measured,
    describe_costs,
    mark_inapplicable,
    mark_scored,
    mark_unmeasured,
    subtract_costs,
)

_VISIBLE_PX = 24
_BLURRED = 0.5


def image_asset_quality(context: RubricContext) -> Measured:
    """Item 15. Pictures load, fit their slot and are described.

    Measured: pictures that did not load (critical if all, else major), that are drawn at over twice their own size
    (minor), that have no alt text (minor), that are drawn into a box of another shape, canvases too (major from a third
    off, else minor, 12 % are tolerated; at the widest width that shows it); each kind is one defect, and besides 0.25
    goes off by the share that did not load, 0.15 by how far pictures are below their own size, 0.05 by the share that
    is not described. A canvas, an SVG or painted backgrounds count as pictures. Inapplicable unless the leaf or the
    brief asks for pictures; then a page without any has 0. Elsewhere broken pictures are item 4's, stretched ones item
    7's. Whether a picture suits its text is not measured. Known false alarms: decoration without alt text; a canvas
    whose program makes up for the shape of its box.
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
        return mark_unmeasured("every picture is on another host, which is refused here")
    defects = [
        *find_broken_pictures(context),
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
    """One bad picture of many is less than all of them; the defects count kinds alone."""
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
        return mark_scored(0.5, "no picture element; painted backgrounds only")
    why = "The brief or its kind of page asks for pictures, and there is no image, drawing or canvas."
    return mark_scored(0.0, "no pictures", [Defect("major", "No pictures at all", why, evidence=context.picture())])


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
        why = "They are drawn at over twice their own size, so they look soft."
        yield Defect(
            "minor",
            f"Pictures are too small for their place: {name_media(soft)}",
            why,
            soft[0].selector,
            evidence=context.picture(),
        )


def _undescribed(context: RubricContext, images: list[Media]) -> Iterator[Defect]:
    mute = [medium for medium in images if medium.alt is None]
    if mute:
        why = "Without alt text they say nothing to people who cannot see them, and nothing where they do not load."
        yield Defect(
            "minor",
            f"Pictures without alt text: {name_media(mute)}",
            why,
            mute[0].selector,
            evidence=context.picture(),
        )
