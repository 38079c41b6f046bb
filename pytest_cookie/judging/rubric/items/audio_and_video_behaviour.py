"""Item 16 of the rubric, audio and video behaviour."""

from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.find_interactions import find_interactions
from pytest_cookie.judging.measures.media import name_media, name_other_media
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import (
    Measured,
    describe_costs,
    mark_inapplicable,
    mark_scored,
    mark_unmeasured,
    page_defect,
    subtract_costs,
)

_LEAST_TO_SOUND = 3  # working inputs; fewer may rightly be silent
_SILENT = 0.4  # not 0: the sound may begin under a condition that was not met


def measure_audio_and_video_behaviour(context: RubricContext) -> Measured:
    """Item 16: sound and video load and can be controlled.

    Inapplicable unless the brief asks for sound or video. For `video` and `audio` elements: one that did not load is a
    major defect, one without controls a minor one. Without such elements the score depends on whether the page was
    heard in use (WebAudio and media alike): 1, or 0.4 with a minor defect if it stayed silent although three or more
    inputs worked. Unmeasured if sound was not recorded, as in real time, or too little was tried. Not measured: whether
    the sound fits. Known false alarms: players with controls of their own made by script; sound that starts after the
    exploration has ended.
    """
    if not context.requirements.sound:
        return mark_inapplicable("the brief asks for neither sound nor video")
    media = [m for m in (context.inventory.media if context.inventory else ()) if m.tag in ("video", "audio")]
    if not media:
        return _heard(context)
    dead = [medium for medium in media if not medium.loaded]
    uncontrolled = [medium for medium in media if medium.loaded and not medium.controls]
    defects = []
    if dead:
        why = (
            "The file did not load, so users cannot hear or see it. Correct the address or include the "
            f"file.{name_other_media(dead)}"
        )
        title = f"Sound or video does not load: {name_media(dead)}"
        defects.append(page_defect(context, FindingKind.MEDIA_NOT_LOADED, "major", title, why, dead[0].selector))
    if uncontrolled:
        why = (
            "Users cannot pause it or change its volume. Add the `controls` attribute or buttons of your "
            f"own.{name_other_media(uncontrolled)}"
        )
        without = f"Sound or video has no controls: {name_media(uncontrolled)}"
        first = uncontrolled[0].selector
        defects.append(page_defect(context, FindingKind.MEDIA_WITHOUT_CONTROLS, "minor", without, why, first))
    return mark_scored(
        subtract_costs(defects),
        f"{count(len(media), 'media element')}, {len(dead)} not loaded{describe_costs(defects)}",
        defects,
    )


def _heard(context: RubricContext) -> Measured:
    """The score by sound that a script made, as recorded in use."""
    sound_file = context.evidence.sound_file
    if sound_file:
        return mark_scored(1.0, "no media element; script-made sound was heard")
    answered = sum(interaction.answer == "answered" for interaction in find_interactions(context))
    if sound_file is None or answered < _LEAST_TO_SOUND:
        return mark_unmeasured("no media element; script-made sound was not recorded, or too little was tried")
    why = (
        f"The brief asks for sound. {count(answered, 'input')} worked, but the page stayed silent. "
        "Play the sounds that the brief asks for."
    )
    silent = page_defect(context, FindingKind.SILENT_PAGE, "minor", "The page makes no sound", why)
    return mark_scored(_SILENT, "no media element and no sound in use", [silent])
