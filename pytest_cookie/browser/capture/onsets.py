"""Finds the moments at which sounds begin: in a sound track, and while a session runs."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from pytest_cookie.browser.clock.page_clock import SoundSink
from pytest_cookie.core.sound import FLOOR_DBFS, SoundOnset

Samples = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float64]

CHANNEL_WEIGHTS = np.array([0.6, 0.4], dtype=np.float32)
"""Weights to mix two channels: unequal, so that channels in opposite phase do not cancel."""

_STEP_MS, _WINDOW_MS = 5, 20
_LAG = _WINDOW_MS // _STEP_MS
_BANDS = 32
_LOWEST_HZ, _HIGHEST_HZ = 60.0, 12_000.0
_NEW_SHARE = 0.75
_NEARLY_ALL = 0.9
_LOUD_ENOUGH = 0.1  # of the previous power: the click at which a sound is cut off is not an onset
_AUDIBLE_POWER = 1e-6  # -60 dBFS
_MIN_GAP_MS = 50
_MAX_ONSETS = 2_000
_BATCH = 1_000
_LOOK_MS = (-25, 25)
_GROUND_MS = 8
_RISE = 2.0


def find_onsets(samples: Samples, rate: int) -> tuple[int, ...]:
    """Return onsets in ms of samples (n, 2), `rate` per second, to about 10 ms; at most 2,000.

    A sound begins if at least three quarters of the power in a window of 20 ms was absent in the 20 ms before (spectral
    flux over 32 bands of a quarter octave): an attack, or a clearly different note. A fade does not count.
    """
    bands = np.concatenate([np.zeros((_LAG, _BANDS)), *_band_powers(samples, rate)])
    rise = np.maximum(bands[_LAG:] - bands[:-_LAG], 0).sum(axis=1)
    power, before = bands[_LAG:].sum(axis=1), bands[:-_LAG].sum(axis=1)
    is_new = (power > 0) & (rise >= _NEW_SHARE * power) & (power >= _LOUD_ENOUGH * before)
    onsets: list[int] = []
    for first, last in _runs(is_new):
        is_risen = rise[first:last] >= _NEARLY_ALL * rise[first:last].max()
        onset = _refine(samples, rate, (first + int(is_risen.argmax())) * _step(rate) * 1000 // rate)
        if not onsets or onset - onsets[-1] >= _MIN_GAP_MS:
            onsets.append(onset)
    return tuple(onsets[:_MAX_ONSETS])


def _band_powers(samples: Samples, rate: int) -> Iterator[Floats]:
    """Yield the power by band of each window, in batches; zero for silent windows."""
    step, window = _step(rate), rate * _WINDOW_MS // 1000
    shape = np.hanning(window)
    edges = np.geomspace(_LOWEST_HZ, min(_HIGHEST_HZ, rate / 2), _BANDS)
    band_of = np.digitize(np.fft.rfftfreq(window, 1 / rate), edges)
    into = np.eye(_BANDS + 1)[band_of][:, :_BANDS]
    for at in range(0, len(samples), _BATCH * step):
        mono = samples[at : at + _BATCH * step + window] @ CHANNEL_WEIGHTS
        count = -(-min(len(samples) - at, _BATCH * step) // step)
        padded = np.pad(mono, (0, max(0, count * step + window - len(mono))))
        frames = np.lib.stride_tricks.sliding_window_view(padded, window)[: count * step : step]
        bands = np.zeros((count, _BANDS))
        loud = (frames**2).mean(axis=1) >= _AUDIBLE_POWER
        if loud.any():
            bands[loud] = np.abs(np.fft.rfft(frames[loud] * shape)) ** 2 @ into
        yield bands


def _step(rate: int) -> int:
    """Samples from window to window."""
    return rate * _STEP_MS // 1000


def _runs(is_new: npt.NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yield start and end (exclusive) of each run of True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], is_new, [False]]).astype(np.int8)))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)


def _refine(samples: Samples, rate: int, rough_ms: int) -> int:
    """Return the millisecond at which the level rises near `rough_ms`, or `rough_ms` if only the note changes."""
    start, end = rough_ms + _LOOK_MS[0], rough_ms + _LOOK_MS[1]
    piece = samples[max(0, start) * rate // 1000 : end * rate // 1000] @ CHANNEL_WEIGHTS
    piece = np.pad(piece, (max(0, -start) * rate // 1000, 0))  # before the session began there was silence
    length = rate // 1000
    count = len(piece) // length
    if count <= _GROUND_MS:
        return rough_ms
    level = np.sqrt((piece[: count * length].reshape(count, length) ** 2).mean(axis=1))
    ground = float(level[:_GROUND_MS].max())
    if level.max() < _RISE * ground:
        return rough_ms
    return start + int((level >= max(level.max() / 4, _RISE * ground)).argmax())


_CONTEXT_MS = 200
"""Of the sound before, so that a sound that goes on is not taken for one that begins."""
_HELD_BACK_MS = 60
"""An onset is found when the sound after it is known."""
_LEVEL_MS, _LEVEL_WINDOW_MS = 300, 50
_LONGEST_MS = 60_000
_MOST_ONSETS = 40
_SAME_MS = 50
_RATES = range(3_000, 768_001)
_MOST_RATES = 6
_MOST_LEVEL = 1e4


class OnsetMeter:
    """Passes all sound on to `sink` and keeps it until `take`. Has no cost while the page is silent."""

    def __init__(self, sink: SoundSink) -> None:
        self._sink = sink
        self._pieces: dict[int, list[tuple[float, Samples]]] = {}
        self._taken_ms = 0.0

    def sound(self, start_ms: float, samples: Samples, rate: int) -> None:
        """Sound from `start_ms` of page time on, as for `PictureSink.sound`."""
        self._sink.sound(start_ms, samples, rate)
        if rate in _RATES and (rate in self._pieces or len(self._pieces) < _MOST_RATES):
            self._pieces.setdefault(rate, []).append((start_ms, np.array(samples, dtype=np.float32)))

    def take(self, page_ms: float) -> tuple[SoundOnset, ...]:
        """Return the onsets since the last call until shortly before `page_ms`, at most 40, in order."""
        since_ms, until_ms = self._taken_ms, max(self._taken_ms, page_ms - _HELD_BACK_MS)
        self._taken_ms = until_ms
        found = [onset for rate in self._pieces for onset in self._onsets_at(rate, since_ms, until_ms, page_ms)]
        for rate, pieces in self._pieces.items():
            self._pieces[rate] = [
                (at, piece) for at, piece in pieces if at + len(piece) * 1000 / rate >= until_ms - _CONTEXT_MS
            ]
        return _without_repeats(sorted(found, key=lambda onset: onset.at_ms))[:_MOST_ONSETS]

    def _onsets_at(self, rate: int, since_ms: float, until_ms: float, page_ms: float) -> list[SoundOnset]:
        begins_ms = max(since_ms - _CONTEXT_MS, page_ms - _LONGEST_MS, 0.0)
        samples = self._mix(rate, begins_ms, page_ms)
        if not samples.any():
            return []
        times = [round(begins_ms) + onset for onset in find_onsets(samples, rate)]
        return [
            SoundOnset(at_ms=at_ms, level_dbfs=_level_after(samples, rate, at_ms - round(begins_ms)))
            for at_ms in times
            if since_ms <= at_ms < until_ms
        ]

    def _mix(self, rate: int, begins_ms: float, ends_ms: float) -> Samples:
        mixed = np.zeros((max(0, round((ends_ms - begins_ms) * rate / 1000)), 2), dtype=np.float32)
        for start_ms, piece in self._pieces[rate]:
            if piece.ndim != 2 or piece.shape[1] != 2 or not np.isfinite(start_ms):
                continue
            at = round((start_ms - begins_ms) * rate / 1000)
            first, last = max(0, -at), min(len(piece), len(mixed) - at)
            if first < last:
                usable = np.nan_to_num(piece[first:last], nan=0.0, posinf=0.0, neginf=0.0)
                mixed[at + first : at + last] += usable.clip(-_MOST_LEVEL, _MOST_LEVEL)
        return mixed


def _level_after(samples: Samples, rate: int, at_ms: int) -> int:
    """The highest RMS level in 50 ms within 300 ms of an onset, in whole dB below full scale."""
    first = max(0, at_ms) * rate // 1000
    window = rate * _LEVEL_WINDOW_MS // 1000
    piece = samples[first : first + rate * _LEVEL_MS // 1000].astype(np.float64)
    powers = [float((piece[at : at + window] ** 2).mean()) for at in range(0, len(piece), window)]
    loudest = max(powers, default=0.0)
    return round(max(FLOOR_DBFS, 10 * np.log10(loudest))) if loudest > 0 else round(FLOOR_DBFS)


def _without_repeats(onsets: list[SoundOnset]) -> tuple[SoundOnset, ...]:
    """Sounds of two sample rates that begin together are one."""
    kept: list[SoundOnset] = []
    for onset in onsets:
        if not kept or onset.at_ms - kept[-1].at_ms >= _SAME_MS:
            kept.append(onset)
    return tuple(kept)
