"""`FilmSummary`: what a session's film holds, and where in it each step is. Part of `Evidence`."""

from typing import Literal

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath

VideoCodec = Literal["h264", "vp9"]
AudioCodec = Literal["aac", "opus"]


class Chapter(FrozenModel):
    """A step of the session: it begins at `page_ms`, which is also the moment in the film, and ends with the next."""

    page_ms: int
    title: str


class QualityStep(FrozenModel):
    """From `page_ms` on the picture was encoded this coarsely, because the film came near its size limit.

    `crf` is the encoder's constant quality (higher is coarser); `fps` 0 means that no more pictures were taken in.
    """

    page_ms: int
    crf: int
    fps: int


class FilmSummary(FrozenModel):
    """`film.json`. All times are milliseconds of page time since the session's start.

    `file` is the film's name beside it, empty where nothing was ever shown; then `notes` says so.
    A frame stands in the film at exactly the page time of its picture and is held until the next. Of pictures that
    follow each other within 1/`fps_cap` s the last is kept; `dropped` counts those that gave way, so what the film
    shows is never older than `staleness_ms` (as long as `quality_steps` does not say otherwise).
    `audio_codec` is None where nothing ever sounded: such a film has no sound track. `sound_file` describes the sound.
    `late`: pictures and inputs that were told after a later one, moved there by up to `late_by_ms`.
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
