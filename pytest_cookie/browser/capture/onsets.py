"""Finds the moments at which sounds begin in a sound track."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

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
