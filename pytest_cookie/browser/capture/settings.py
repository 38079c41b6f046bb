"""`FilmSettings`: the size, the rate and the limits of a film."""

from dataclasses import dataclass
from typing import Literal

Container = Literal["mp4", "webm"]

FILM_FILE = "film.json"
"""Describes the film, next to it; see `core.film.FilmSummary`."""

SOUND_FILE = "sound.json"
"""Describes the sound in numbers, next to the film."""


@dataclass(frozen=True)
class FilmSettings:
    """How a session is filmed.

    `width` × `height` is the picture size in pixels (odd sizes get one more row or column). A window of this size is
    shown pixel by pixel; others are centred, and scaled down if necessary. `device_scale`: picture pixels per CSS
    pixel. Near `max_bytes` the film becomes coarser; pictures that would exceed `max_kbps` (kilobits per second of page
    time) are omitted; after `max_seconds` of page time the film ends. `container` None means MP4 (H.264, AAC) if its
    encoders are installed, else WebM (VP9, Opus).
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
