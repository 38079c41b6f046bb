"""The dominant pitch of short pieces of sound."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

LOWEST_HZ, HIGHEST_HZ = 50.0, 5_000.0

_PERIODIC = 0.6  # less is noise
_NEARLY_HIGHEST = 0.9
_PRESENT = 0.05  # a fundamental has at least this share of the strongest partial's amplitude
_NEAR = 0.04
_AUDIBLE_POWER = 1e-6  # -60 dBFS


@dataclass(frozen=True)
class Pitch:
    """`hz` is None if there is no pitch; `confidence` is how periodic the sound is, 0 to 1."""

    hz: float | None
    confidence: float


def dominant_pitch(frames: Floats, rate: int) -> list[Pitch]:
    """Return the pitch of each row of `frames` (one channel, `rate` samples per second, about 100 ms).

    The period is the first high peak of the normalised square difference function (McLeod and Wyvill 2005, "A smarter
    way to find pitch"); the spectrum then gives the exact frequency. If that period is missing from the spectrum (a
    chord repeats only with all its notes), the strongest partial is the pitch.
    """
    frames = frames - frames.mean(axis=1, keepdims=True)
    similarity = _similarity(frames, rate)
    spectra, bin_hz = _spectra(frames, rate)
    loud = (frames**2).mean(axis=1) >= _AUDIBLE_POWER
    return [
        _pitch(one, spectrum, rate, bin_hz) if audible else Pitch(None, 0.0)
        for one, spectrum, audible in zip(similarity, spectra, loud, strict=True)
    ]


def _similarity(frames: Floats, rate: int) -> Floats:
    """Return the similarity of a frame with itself shifted by 0, 1, 2, … samples: 1 equal, 0 unrelated, -1 opposite."""
    length = frames.shape[1]
    size = 1 << (2 * length - 1).bit_length()
    correlation = np.fft.irfft(np.abs(np.fft.rfft(frames, size)) ** 2, size)
    lags = np.arange(min(length // 2, int(rate / LOWEST_HZ) + 2))
    sums = np.concatenate([np.zeros((len(frames), 1)), np.cumsum(frames**2, axis=1)], axis=1)
    energy = sums[:, length - lags] + sums[:, [-1]] - sums[:, lags]
    return np.asarray(2 * correlation[:, lags] / np.maximum(energy, 1e-12))


def _spectra(frames: Floats, rate: int) -> tuple[Floats, float]:
    length = frames.shape[1]
    size = 1 << (4 * length - 1).bit_length()
    return np.abs(np.fft.rfft(frames * np.hanning(length), size)), rate / size


def _pitch(similarity: Floats, spectrum: Floats, rate: int, bin_hz: float) -> Pitch:
    lag = _period(similarity, shortest=int(rate / HIGHEST_HZ))
    if lag is None or similarity[lag] < _PERIODIC:
        return Pitch(None, round(float(max(0.0, similarity[lag])) if lag else 0.0, 2))
    audible = spectrum[: int(HIGHEST_HZ / bin_hz)].copy()
    audible[: int(LOWEST_HZ / bin_hz * (1 - _NEAR))] = 0
    hz = rate / (lag + _offset(similarity, lag))
    low = min(int(hz * (1 - _NEAR) / bin_hz), len(audible) - 1)  # a period between two lags may be a little too short
    high = int(hz * (1 + _NEAR) / bin_hz) + 2
    near = low + int(audible[low:high].argmax())
    if audible[near] < _PRESENT * audible.max():
        near = int(audible.argmax())
    return Pitch(round((near + _offset(np.log(spectrum + 1e-12), near)) * bin_hz, 1), round(float(similarity[lag]), 2))


def _period(similarity: Floats, *, shortest: int) -> int | None:
    """Return the first peak nearly as high as the highest, after the similarity was once negative; None if no shift
    makes the sound like itself, such as a single chirp."""
    unlike = np.flatnonzero(similarity < 0)
    if not len(unlike):
        return None
    middle = similarity[1:-1]
    peaks = 1 + np.flatnonzero((middle > similarity[:-2]) & (middle >= similarity[2:]))
    peaks = peaks[(peaks >= max(int(unlike[0]), shortest)) & (similarity[peaks] > 0)]
    if not len(peaks):
        return None
    heights = similarity[peaks]
    return int(peaks[heights >= _NEARLY_HIGHEST * heights.max()][0])


def _offset(values: Floats, at: int) -> float:
    """Return the position of the peak at `at` between its neighbours, by a parabola: -0.5 to 0.5."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, here, after = values[at - 1 : at + 2]
    bend = before - 2 * here + after
    return float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5)) if bend < 0 else 0.0
