"""`FilmSummary`: the content of a session's film, and the times of its steps. Part of `Evidence`."""

from typing import Literal

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath

VideoCodec = Literal["h264", "vp9"]
AudioCodec = Literal["aac", "opus"]


class Chapter(FrozenModel):
    """A step of the session. It begins at `page_ms`, which is also the time in the film, and ends with the next one."""

    page_ms: int
    title: str


class QualityStep(FrozenModel):
    """Encoding became coarser from `page_ms` on, because the film came near its size limit.

    `crf` is the encoder's constant quality (higher is coarser); `fps` 0 means that no further picture was added.
    """

    page_ms: int
    crf: int
    fps: int


class FilmSummary(FrozenModel):
    """`film.json`. All times are milliseconds of page time since the session's start.

    `file` is the film's name beside this file, empty if nothing was ever visible; `notes` then says so.
    A frame appears in the film at exactly the page time of its picture and lasts until the next one. Of several
    pictures within 1/`fps_cap` s only the last is kept; `dropped` counts the others, so the film is never more than
    `staleness_ms` old (unless `quality_steps` says otherwise).
    `audio_codec` is None if there was no sound; the film then has no sound track. `sound_file` describes the sound.
    `late` counts pictures and inputs that were reported after a later one, and therefore moved by up to `late_by_ms`.
    """

    schema_version: int = 1
    file: InnerPath
    duration_ms: int
    width: int
    height: int
    video_codec: VideoCodec | None = None
    audio_codec: AudioCodec | None = None
    fps_cap: int
    staleness_ms: int
    frames: int = 0
    keyframes: int = 0
    pictures: int = 0
    dropped: int = 0
    late: int = 0
    late_by_ms: int = 0
    bytes: int = 0
    max_bytes: int
    hand_drawn: bool
    chapters: tuple[Chapter, ...] = ()
    quality_steps: tuple[QualityStep, ...] = ()
    sound_file: InnerPath = ""
    notes: tuple[str, ...] = ()
