"""Reads films: small frames to choose from, large ones to show, the sound to play. Times are exact page time, in ms."""

import io
import wave
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import av
import numpy as np
from av.container import InputContainer
from PIL import Image

from pytest_cookie.judging.model.keyframe_selection import Pixels
from pytest_cookie.judging.model.keyframes import Frame

SMALL = (128, 72)
"""Width and height of small frames."""

LEAST_GAP_MS = 80  # twelve frames a second show a jump
MAX_SMALL_FRAMES = 1_500  # bounds the memory: 41 MB
_SOUND_RATE = 16_000  # enough for speech and pitch, and what audio models take


class UnreadableFilmError(Exception):
    """The film is missing or cannot be decoded."""


def read_small_frames(path: Path, duration_ms: int) -> list[Frame]:
    """Small frames of the film, at most twelve a second and 1,500 in all.

    Of several pictures in a slot the last is taken. Raises `UnreadableFilmError`.
    """
    gap = max(LEAST_GAP_MS, duration_ms // MAX_SMALL_FRAMES)
    kept: list[Frame] = []
    waiting: tuple[int, av.VideoFrame] | None = None
    with _opened(path) as film:
        for moment, frame in _frames(film):
            if waiting is not None and waiting[0] // gap != moment // gap:
                kept.append(_small(*waiting))
            waiting = (moment, frame)
        if waiting is not None:
            kept.append(_small(*waiting))
    return kept


def read_pictures_at(path: Path, moments: Collection[int]) -> dict[int, Image.Image]:
    """The film's pictures that begin at these moments. Raises `UnreadableFilmError`."""
    wanted, found = set(moments), dict[int, Image.Image]()
    if not wanted:
        return found
    with _opened(path) as film:
        for moment, frame in _frames(film):
            if moment in wanted:
                found[moment] = Image.fromarray(_pixels(frame.reformat(format="rgb24")))
            if moment >= max(wanted):
                break
    return found


def sound_of(path: Path, max_seconds: int) -> bytes:
    """The film's sound as WAV, one channel of 16 kHz; b"" if it has none. Raises `UnreadableFilmError`."""
    resampler = av.AudioResampler(format="s16", layout="mono", rate=_SOUND_RATE)
    heard, samples = list[bytes](), 0
    with _opened(path) as film:
        if not film.streams.audio:
            return b""
        for frame in film.decode(audio=0):
            for piece in resampler.resample(frame):
                heard.append(np.ascontiguousarray(piece.to_ndarray()).tobytes())
                samples += piece.samples
            if samples >= max_seconds * _SOUND_RATE:
                break
    return _wav(b"".join(heard)[: max_seconds * _SOUND_RATE * 2])


@contextmanager
def _opened(path: Path) -> Iterator[InputContainer]:
    try:
        with av.open(str(path)) as film:
            yield film
    except (av.FFmpegError, OSError, ValueError) as problem:
        raise UnreadableFilmError(f"{path.name}: {problem}") from problem


def _frames(film: InputContainer) -> Iterator[tuple[int, av.VideoFrame]]:
    if not film.streams.video:
        raise UnreadableFilmError("the film has no pictures")
    film.streams.video[0].codec_context.thread_count = 1
    for frame in film.decode(video=0):
        if frame.time is not None:
            yield round(frame.time * 1000), frame


def _small(moment: int, frame: av.VideoFrame) -> Frame:
    width, height = SMALL
    small = frame.reformat(width=width, height=height, format="rgb24", interpolation="AREA")
    return Frame(moment, _pixels(small))


def _pixels(frame: av.VideoFrame) -> Pixels:
    return frame.to_ndarray().astype(np.uint8, copy=False)


def _wav(samples: bytes) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(_SOUND_RATE)
        sound.writeframes(samples)
    return file.getvalue()
