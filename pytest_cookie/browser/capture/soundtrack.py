"""`Soundtrack`: mixes all sounds, sample by sample, in a nameless file, so that memory use stays small."""

import math
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import av
import numpy as np
import numpy.typing as npt

from pytest_cookie.core.sound import SILENCE_DBFS

Samples = npt.NDArray[np.float32]

MIN_RATE, MAX_RATE = 3_000, 768_000
"""Sample rates that browsers accept for an AudioContext."""

_MAX_TRACKS = 6
_MAX_MS = 3_600_000
_INAUDIBLE = 10 ** (SILENCE_DBFS / 20)
_MAX_LEVEL = 1e4  # 80 dB over full scale; keeps sums of hostile samples finite
_FIRST_SECONDS = 30
_CHUNK = 65_536


@dataclass(frozen=True)
class Mix:
    """The mix from page time 0: (n, 2) floats, not clipped; `clipped_samples` are beyond full scale."""

    samples: Samples
    rate: int
    clipped_samples: int


class Soundtrack:
    """One track per sample rate during the session (sources of one rate join exactly), one mix at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tracks: dict[int, _Track] = {}
        self._is_audible = False
        self._lost = self._corrected = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for track in self._tracks.values():
            track.close()

    def add(self, start_ms: float, samples: Samples, rate: int) -> None:
        """Add samples that begin at `start_ms`. Raises `ValueError` unless `samples` is (n, 2)."""
        if samples.ndim != 2 or samples.shape[1] != 2:
            raise ValueError(f"sound is samples of shape (n, 2), not {samples.shape}")
        track = self._track(rate)
        if track is None or not math.isfinite(start_ms):
            self._lost += len(samples)
            return
        usable = np.nan_to_num(samples, nan=0.0, posinf=0.0, neginf=0.0).clip(-_MAX_LEVEL, _MAX_LEVEL)
        self._corrected += int((usable != samples).sum())
        self._is_audible = self._is_audible or bool((np.abs(usable) > _INAUDIBLE).any())
        self._lost += len(samples) - track.add(round(start_ms * rate / 1000), usable)

    def _track(self, rate: int) -> "_Track | None":
        if rate not in self._tracks and MIN_RATE <= rate <= MAX_RATE and len(self._tracks) < _MAX_TRACKS:
            self._tracks[rate] = _Track(self._folder, rate)
        return self._tracks.get(rate)

    def mix(self, end_ms: int, rates: tuple[int, ...]) -> Mix | None:
        """Mix everything until `end_ms`, at a rate among `rates` (the last, unless a track has one); None if it is
        silent."""
        if not self._is_audible or end_ms == 0:
            return None
        rate = next((rate for rate in self._tracks if rate in rates), rates[-1])
        if rate not in self._tracks:
            self._tracks[rate] = _Track(self._folder, rate)
        main = self._tracks[rate]
        for track in self._tracks.values():
            if track is not main:
                _resample_into(main, track)
        samples = main.samples(round(end_ms * rate / 1000))
        clipped = sum(int((np.abs(samples[at : at + _CHUNK]) > 1).sum()) for at in range(0, len(samples), _CHUNK))
        return Mix(samples, rate, clipped)

    @property
    def notes(self) -> Iterator[str]:
        """Describe samples that could not be used."""
        if self._lost:
            yield f"{self._lost} samples of sound are lost: outside the film's first hour, or of an unusual sample rate"
        if self._corrected:
            yield f"{self._corrected} samples of sound were not numbers, or implausibly loud, and were corrected"


class _Track:
    """Samples of one rate in a growing, memory-mapped file without a name, which vanishes with the process."""

    def __init__(self, folder: Path, rate: int) -> None:
        self.rate = rate
        self.end = 0
        self._file: IO[bytes] = tempfile.TemporaryFile(dir=folder, prefix=".film.sound.")  # noqa: SIM115 - see `close`
        self._mapped = self._map(rate * _FIRST_SECONDS)

    def add(self, at: int, samples: Samples) -> int:
        """Add samples at sample `at`; return how many were added (not those before 0 or after the hour)."""
        skipped = max(0, -at)
        at, usable = max(0, at), samples[skipped:]
        usable = usable[: max(0, self.rate * _MAX_MS // 1000 - at)]
        if not len(usable):
            return 0
        self._reserve(at + len(usable))
        self._mapped[at : at + len(usable)] += usable
        self.end = max(self.end, at + len(usable))
        return len(usable)

    def samples(self, count: int) -> Samples:
        """Return the first `count` samples, with silence for missing ones."""
        self._reserve(count)
        return self._mapped[:count]

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _reserve(self, count: int) -> None:
        if count > len(self._mapped):
            self._mapped = self._map(max(count, 2 * len(self._mapped)))

    def _map(self, count: int) -> "np.memmap[tuple[int, int], np.dtype[np.float32]]":
        self._file.truncate(count * 8)  # sparse: silence takes no room
        return np.memmap(self._file, np.float32, "r+", shape=(count, 2))


def _resample_into(main: _Track, track: _Track) -> None:
    resampler = av.AudioResampler(format="fltp", layout="stereo", rate=main.rate)
    at = 0
    for frame in chain(_frames(track), (None,)):
        for resampled in resampler.resample(frame):
            samples = np.ascontiguousarray(resampled.to_ndarray().T, dtype=np.float32)
            main.add(at, samples)
            at += len(samples)


def _frames(track: _Track) -> Iterator[av.AudioFrame]:
    samples = track.samples(track.end)
    for at in range(0, track.end, _CHUNK):
        yield sound_frame(samples[at : at + _CHUNK], track.rate, at)


def sound_frame(samples: Samples, rate: int, at: int) -> av.AudioFrame:
    """Convert samples (n, 2) for PyAV; the first is number `at` since page time 0."""
    frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples.T), format="fltp", layout="stereo")
    frame.sample_rate, frame.pts = rate, at
    return frame
