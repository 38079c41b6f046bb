"""`FilmSettings`: the size, the rate and the limits of a film."""

from dataclasses import dataclass
from typing import Literal

Container = Literal["mp4", "webm"]

FILM_FILE = "film.json"
"""What a film holds, beside it; see `core.film.FilmSummary`."""

SOUND_FILE = "sound.json"
"""What was heard, in numbers, beside them."""


@dataclass(frozen=True)
class FilmSettings:
    """How a session is filmed.

    `width` × `height` is the picture in pixels (an odd one gets one more row or column); a window of this size is
    shown pixel for pixel, any other is centred and made smaller where it has to be. `device_scale`: pixels of the
    pictures a CSS pixel. Near `max_bytes` the film gets coarser; of pictures that would take more than `max_kbps`
    (kilobits a second of page time) some are left out; after `max_seconds` of page time it ends. `container` None takes
    MP4 (H.264, AAC) where these encoders are there, else WebM (VP9, Opus).
    """

    width: int = 1280
    height: int = 720
    fps: int = 30
    device_scale: float = 1.0
    draw_hand: bool = True
    max_bytes: int = 64_000_000
    max_kbps: int = 16_000
    max_seconds: float = 1_800.0
    container: Container | None = None
