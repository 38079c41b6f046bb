"""Item 16 of the rubric: sound and video."""

from pytest_cookie.judging.checks.interactions import uses_of
from pytest_cookie.judging.checks.media import media_names
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.measurement import (
    Defect,
    Measured,
    cost_of,
    count_of,
    inapplicable,
    left_after,
    scored,
    unmeasured,
)

_LEAST_TO_SOUND = 3
_SILENT = 0.4


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
                f"Sound or video does not load: {media_names(dead)}",
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
                f"Sound or video without controls: {media_names(bare)}",
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
