"""Items 15 and 16 of the rubric: pictures, sound and video."""

from collections.abc import Iterator

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import FailedRequest, Media
from pytest_cookie.core.parsing import parse_number
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.checks.interactions import uses_of
from pytest_cookie.judging.rubric.context import RubricContext, is_own_fault
from pytest_cookie.judging.rubric.grade import Grade, taken_off, told
from pytest_cookie.judging.rubric.measurement import (
    Defect,
    Measured,
    and_more,
    cost_of,
    count_of,
    inapplicable,
    left_after,
    scored,
    shortened,
    unmeasured,
)

_VISIBLE_PX = 24
_BLURRED = 0.5
_FAR_OFF = 1.33
_LEAST_TO_SOUND = 3
_SILENT = 0.4


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
    if pictures and not drawn and all(not medium.loaded and _is_foreign(subject, medium) for medium in pictures):
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
    own = [medium for medium in images if not _is_foreign(subject, medium)]
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


def broken_pictures(subject: RubricContext) -> Iterator[Defect]:
    """Images of the page that did not load, and pictures that use asked for in vain; other hosts are exempt."""
    media = subject.inventory.media if subject.inventory else ()
    images = [medium for medium in media if medium.tag == "img"]
    broken = [medium for medium in images if not medium.loaded and not _is_foreign(subject, medium)]
    names = [shortened(medium.alt or medium.source.rpartition("/")[2] or medium.selector, 40) for medium in broken]
    told = {medium.source for medium in broken}
    names += [shortened(r.url.rpartition("/")[2], 40) for r in _asked_in_vain(subject) if r.url not in told]
    if names:
        why = "The browser shows its mark for a missing picture, or nothing, where the picture should be."
        everything = len(broken) == len(images) and len(images) > 1
        selector = broken[0].selector if broken else ""
        title = f"Pictures do not load: {and_more(names)}"
        yield Defect("critical" if everything else "major", title, why, selector, evidence=subject.picture())


def _asked_in_vain(subject: RubricContext) -> list[FailedRequest]:
    requests = [r for step in subject.trace.steps for r in step.failed_requests]
    pictures = [r for r in requests if r.resource_type == "image" and is_own_fault(r)]
    return list({request.url: request for request in pictures}.values())


def _is_foreign(subject: RubricContext, medium: Media) -> bool:
    """Pictures of other hosts are refused by our network policy: no fault of the page's (B.4.1, third-party
    services).

    An image that never loaded may not say where it is from; it is excused where a picture was refused.
    """
    if not medium.source:
        return any(r.blocked and r.resource_type == "image" for r in subject.perception.failed_requests)
    return medium.source.startswith(("http://", "https://", "//")) and not medium.source.startswith(f"{ORIGIN}/")


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
            f"Pictures are too small for their place: {_names(soft)}",
            why,
            soft[0].selector,
            evidence=subject.picture(),
        )


def _undescribed(subject: RubricContext, images: list[Media]) -> Iterator[Defect]:
    mute = [medium for medium in images if medium.alt is None]
    if mute:
        why = "Without alt text they say nothing to people who cannot see them, and nothing where they do not load."
        yield Defect(
            "minor", f"Pictures without alt text: {_names(mute)}", why, mute[0].selector, evidence=subject.picture()
        )


def stretched_pictures(subject: RubricContext) -> Iterator[Defect]:
    """Pictures and canvases in a box of another shape, at the widest width that has some."""
    for view in subject.perception.views:
        if view.layout.stretched:
            first = view.layout.stretched[0]
            named = and_more([shortened(one.text or one.selector, 30) for one in view.layout.stretched])
            little = 1 / _FAR_OFF <= _leading_number(first.detail) <= _FAR_OFF
            severity: Severity = "minor" if little else "major"
            title = f"Pictures are stretched at {view.viewport.width} px: {named}"
            why = f"The first is {first.detail}, so that what it shows is out of proportion."
            yield Defect(severity, title, why, first.selector, evidence=view.screenshot)
            return


def _leading_number(detail: str) -> float:
    """What a page's own script has had a hand in is no number at times."""
    return parse_number(detail.partition(" ")[0]) or 0.0


def _names(media: list[Media]) -> str:
    return and_more(
        [shortened(medium.alt or medium.source.rpartition("/")[2] or medium.selector, 30) for medium in media]
    )


def audio_and_video(subject: RubricContext) -> Measured:
    """Item 16. Sound and video load and can be controlled.

    Inapplicable unless the brief asks for sound or video. Measured on `video` and `audio` elements: one that did
    not load is a major defect, one without controls of its own a minor one. Without such an element what counts is
    whether the page was heard in use (WebAudio and media alike): 1, or 0.4 with a minor defect where nothing sounded
    though three inputs or more answered. Unmeasured where nobody listened, as in real time, or too little was tried.
    Whether the sound fits is not measured. Known false alarms: players with their own controls in script;
    sound that comes later than anybody stayed.
    """
    if not subject.demands.sound:
        return inapplicable("the brief asks for neither sound nor video")
    media = [m for m in (subject.inventory.media if subject.inventory else ()) if m.tag in ("video", "audio")]
    if not media:
        return _heard(subject)
    dead = [medium for medium in media if not medium.loaded]
    bare = [medium for medium in media if medium.loaded and not medium.controls]
    defects = []
    if dead:
        why = "The file did not arrive, so there is nothing to hear or see."
        defects.append(
            Defect(
                "major",
                f"Sound or video does not load: {_names(dead)}",
                why,
                dead[0].selector,
                evidence=subject.picture(),
            )
        )
    if bare:
        why = "There is no way to pause it or change its volume."
        defects.append(
            Defect(
                "minor",
                f"Sound or video without controls: {_names(bare)}",
                why,
                bare[0].selector,
                evidence=subject.picture(),
            )
        )
    return scored(
        left_after(defects),
        f"{count_of(len(media), 'media element')}, {len(dead)} not loaded{cost_of(defects)}",
        defects,
    )


def _heard(subject: RubricContext) -> Measured:
    """Sound that a script makes, as it was heard in use."""
    sound_file = subject.evidence.sound_file
    if sound_file:
        return scored(1.0, "no media element; sound made by script was heard")
    answered = sum(use.answer == "answered" for use in uses_of(subject))
    if sound_file is None or answered < _LEAST_TO_SOUND:
        return unmeasured("no media element; whether a script makes sound was not recorded, or too little was tried")
    why = f"The brief asks for sound, {count_of(answered, 'input')} answered, and not a sound was heard."
    silent = Defect("minor", "Nothing was ever heard", why, evidence=subject.picture())
    return scored(_SILENT, "no media element, and no sound in use", [silent])
