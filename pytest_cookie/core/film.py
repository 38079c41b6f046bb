"""`FilmSummary`: the content of a session's film, and the times of its steps. Part of `Evidence`."""

from typing import Literal

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath

VideoCodec = Literal["h264", "vp9"]
AudioCodec = Literal["aac", "opus"]


class Chapter(FrozenModel):
    """A step of the session as a chapter of the film. It ends where the next one begins."""

    page_ms: int
    """Beginning of the chapter, in page time, which is also the moment in the film."""
    title: str
    """Title of the step."""
    step: int | None = None
    """Index of the step in the trace. Null in a film of anything but an exploration."""


class QualityStep(FrozenModel):
    """A change to a coarser encoding, because the film came near its size limit."""

    page_ms: int
    """Beginning, in page time."""
    crf: int
    """Constant quality of the encoder; higher is coarser."""
    fps: int
    """Frames per second. 0: no more pictures are added."""


class FilmSummary(FrozenModel):
    """The contents of a film: the file `film.json`. Times are page time since the start of the session.

    A frame has exactly the page time of its picture and is held until the next one.
    """

    schema_version: Literal[1] = 1
    """Version of this schema."""
    file: InnerPath
    """File name of the film. Empty if no picture was ever shown; `notes` has the reason."""
    duration_ms: int
    """Length of the film."""
    width: int
    """Width in px."""
    height: int
    """Height in px."""
    video_codec: VideoCodec | None = None
    """Codec of the pictures."""
    audio_codec: AudioCodec | None = None
    """Codec of the sound. Null if the page was silent; the film then has no sound track."""
    fps_cap: int
    """Maximum number of frames per second. Of pictures closer together, the last one is kept."""
    staleness_ms: int
    """Maximum age of a picture in the film. `quality_steps` may have others for parts of it."""
    frames: int = 0
    """Number of frames."""
    keyframes: int = 0
    """Number of frames that were encoded completely."""
    pictures: int = 0
    """Number of pictures that the browser sent."""
    dropped: int = 0
    """Number of pictures that were left out because of `fps_cap`."""
    late: int = 0
    """Number of pictures and inputs that arrived after a later one and were moved."""
    late_by_ms: int = 0
    """The greatest such delay."""
    bytes: int = 0
    """Size of the film."""
    max_bytes: int
    """Size limit of the film."""
    hand_drawn: bool
    """Whether pointer and keys are drawn into the film."""
    chapters: tuple[Chapter, ...] = ()
    """The steps of the session."""
    quality_steps: tuple[QualityStep, ...] = ()
    """Moments at which the quality gets lower."""
    sound_file: InnerPath = ""
    """The description of the sound. Empty without sound."""
    notes: tuple[str, ...] = ()
    """Limitations of the film."""
