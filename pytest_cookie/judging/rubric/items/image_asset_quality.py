"""Item 15 of the rubric: pictures."""

from collections.abc import Iterator

from pytest_cookie.core.page import Media
from pytest_cookie.judging.checks.media import broken_pictures, is_foreign, media_names, stretched_pictures
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.grade import Grade, taken_off, told
from pytest_cookie.judging.rubric.measurement import (
    Defect,
    Measured,
    cost_of,
    inapplicable,
    left_after,
    scored,
    unmeasured,
)

_VISIBLE_PX = 24
_BLURRED = 0.5


def image_asset_quality(subject: RubricContext) -> Measured:
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
    if not subject.demands.imagery:
        return inapplicable("neither the leaf nor the brief asks for pictures")
    if subject.inventory is None:
        return unmeasured("the page's pictures were not recorded")
    pictures = [medium for medium in subject.inventory.media if medium.tag in ("img", "svg")]
    drawn = subject.stage_drawn or bool(subject.inventory.canvases)
    if not pictures and not drawn:
        return _without_pictures(subject)
    images = [medium for medium in pictures if medium.tag == "img"]
    if pictures and not drawn and all(not medium.loaded and is_foreign(subject, medium) for medium in pictures):
        return unmeasured("every picture is on another host, which is refused here")
    defects = [
        *broken_pictures(subject),
        *_blurred(subject, images),
        *_undescribed(subject, images),
        *stretched_pictures(subject),
    ]
    grades = _grades_of_pictures(subject, images)
    reason = (
        f"images: {len(images)}, drawings: {len(pictures) - len(images)}, canvases: {len(subject.inventory.canvases)}"
        f"{cost_of(defects)}{told(grades)}"
    )
    return scored(left_after(defects) - taken_off(grades), reason, defects)


def _grades_of_pictures(subject: RubricContext, images: list[Media]) -> list[Grade]:
    """One bad picture of many is less than all of them; the defects count kinds alone."""
    if not images:
        return []
    own = [medium for medium in images if not is_foreign(subject, medium)]
    there = sum(medium.loaded for medium in own) / len(own) if own else 1.0
    sharp = [min(1.0, m.natural_width / max(1.0, m.box.width)) for m in images if _is_measurable(m) and _is_raster(m)]
    described = sum(medium.alt is not None for medium in images) / len(images)
    return [
        Grade("loaded", there, 0.25),
        Grade("sharp", sum(sharp) / len(sharp) if sharp else 1.0, 0.15),
        Grade("described", described, 0.05),
    ]


def _without_pictures(subject: RubricContext) -> Measured:
    styling = subject.styling
    if styling and styling.backgrounds >= 3:
        return scored(0.5, "no picture element; painted backgrounds only")
    why = "The brief or its kind of page asks for pictures, and there is no image, drawing or canvas."
    return scored(0.0, "no pictures", [Defect("major", "No pictures at all", why, evidence=subject.picture())])


def _is_measurable(medium: Media) -> bool:
    return (
        medium.loaded
        and min(medium.natural_width, medium.natural_height, medium.box.width, medium.box.height) >= _VISIBLE_PX
    )


def _is_raster(medium: Media) -> bool:
    return not medium.source.endswith(".svg") and "image/svg" not in medium.source


def _blurred(subject: RubricContext, images: list[Media]) -> Iterator[Defect]:
    soft = [m for m in images if _is_measurable(m) and _is_raster(m) and m.natural_width / m.box.width < _BLURRED]
    if soft:
        why = "They are drawn at over twice their own size, so they look soft."
        yield Defect(
            "minor",
            f"Pictures are too small for their place: {media_names(soft)}",
            why,
            soft[0].selector,
            evidence=subject.picture(),
        )


def _undescribed(subject: RubricContext, images: list[Media]) -> Iterator[Defect]:
    mute = [medium for medium in images if medium.alt is None]
    if mute:
        why = "Without alt text they say nothing to people who cannot see them, and nothing where they do not load."
        yield Defect(
            "minor",
            f"Pictures without alt text: {media_names(mute)}",
            why,
            mute[0].selector,
            evidence=subject.picture(),
        )
