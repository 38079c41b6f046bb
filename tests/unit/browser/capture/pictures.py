"""Pictures that carry their own page time as a row of black and white blocks, and how to read it off a frame."""

import io
from pathlib import Path

import av
import numpy as np
from PIL import Image

BITS = 20
_ROW = slice(8, 40)


def counter(ms: int, *, size=(320, 180), kind="JPEG", ground=(90, 130, 170)) -> bytes:
    """A picture that shows `ms` over its ground, a colour or a picture."""
    picture = np.empty((size[1], size[0], 3), np.uint8)
    picture[...] = ground
    step = size[0] // BITS
    for bit in range(BITS):
        picture[_ROW, bit * step : (bit + 1) * step] = 255 * (ms >> bit & 1)
    return encoded(picture, kind)


def encoded(picture: np.ndarray, kind="JPEG") -> bytes:
    file = io.BytesIO()
    options = {"quality": 90} if kind == "JPEG" else {"compress_level": 1}
    Image.fromarray(picture).save(file, kind, **options)
    return file.getvalue()


def read_counter(picture: np.ndarray) -> int:
    step = picture.shape[1] // BITS
    row = picture[_ROW].mean(axis=(0, 2))
    return sum(1 << bit for bit in range(BITS) if row[bit * step + 2 : (bit + 1) * step - 2].mean() > 128)


def frames(path: Path) -> list[tuple[int, np.ndarray]]:
    """Moment in ms and RGB picture of every frame of a film."""
    with av.open(str(path)) as film:
        return [
            (round(frame.pts * frame.time_base * 1000), frame.to_ndarray(format="rgb24"))
            for frame in film.decode(video=0)
        ]


def sound(path: Path) -> tuple[np.ndarray, int]:
    """The film's sound as (2, n) samples from moment 0 on, and their rate."""
    with av.open(str(path)) as film:
        pieces = [(frame.pts * frame.time_base, frame.to_ndarray()) for frame in film.decode(audio=0)]
        rate = film.streams.audio[0].rate
    samples = np.concatenate([piece for _, piece in pieces], axis=1)
    first = round(pieces[0][0] * rate)
    return (np.pad(samples, ((0, 0), (first, 0))) if first >= 0 else samples[:, -first:]), rate


def shown_at(pictures: list[tuple[int, np.ndarray]], ms: int) -> np.ndarray:
    """What a viewer sees at a moment."""
    return [picture for moment, picture in pictures if moment <= ms][-1]


def tone(hz: float, seconds: float, *, level=0.5, rate=48_000) -> np.ndarray:
    """A sine on both channels, (n, 2)."""
    at = np.arange(round(seconds * rate)) / rate
    return np.repeat((level * np.sin(2 * np.pi * hz * at))[:, np.newaxis], 2, axis=1).astype(np.float32)
