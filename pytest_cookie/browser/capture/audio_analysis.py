"""Describes a sound track in numbers and a sentence, for a judge that cannot listen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pytest_cookie.browser.capture.onsets import CHANNEL_WEIGHTS, find_onsets
from pytest_cookie.core.sound import FLOOR_DBFS, SILENCE_DBFS, SoundDescription

Samples = npt.NDArray[np.float32]
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


_HOPS_A_SECOND = 10
_BATCH_HOPS = 50
_FULL_SCALE = 0.9999
_MOMENTARY_HOPS = 4  # 400 ms (BS.1770-4)
_ABSOLUTE_GATE, _RELATIVE_GATE = -70.0, -10.0
_LUFS_OFFSET = -0.691
# BS.1770-4, tables 1 and 2: the head's shelf and the high pass, for 48,000 samples a second
_K_FILTERS = (
    ((1.53512485958697, -2.69169618940638, 1.19839281085285), (1.0, -1.69065929318241, 0.73248077421585)),
    ((1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621)),
)
_K_RATE = 48_000


def describe_sound(samples: Samples, rate: int) -> SoundDescription:
    """Describe samples (n, 2), full scale ±1, `rate` per second. Reads them in batches, since they may be a file on
    disk."""
    hops = _Hops.join([_measure(frames, rate, share) for frames, share in _batches(samples, rate // _HOPS_A_SECOND)])
    levels, momentary = _decibels(hops.power), _loudness(_momentary(hops.weighted))
    silent_share = float((levels < SILENCE_DBFS).mean()) if len(levels) else 1.0
    description = SoundDescription(
        duration_ms=round(1000 * len(samples) / rate),
        silent=silent_share == 1,
        summary="",
        peak_dbfs=_round(_decibels(np.array([hops.peak**2])))[0],
        rms_dbfs=_round(_decibels(np.array([hops.power.mean() if len(hops.power) else 0.0])))[0],
        loudness_lufs=round(_integrated(hops.weighted), 1),
        clipped_share=round(hops.clipped / max(1, samples.size), 6),
        silent_share=round(silent_share, 3),
        onsets_ms=find_onsets(samples, rate),
        level_dbfs=_round(levels),
        momentary_lufs=_round(momentary),
        pitch_hz=tuple(pitch.hz for pitch in hops.pitches),
        pitch_confidence=tuple(pitch.confidence for pitch in hops.pitches),
    )
    return description.model_copy(update={"summary": _summarize(description)})


@dataclass(frozen=True)
class _Hops:
    """Measurements per tenth of a second: mean square, K-weighted mean square, pitch; peak and clipped samples."""

    power: Floats
    weighted: Floats
    pitches: list[Pitch]
    peak: float
    clipped: int

    @classmethod
    def join(cls, parts: Sequence["_Hops"]) -> "_Hops":
        return cls(
            power=np.concatenate([np.zeros(0), *(part.power for part in parts)]),
            weighted=np.concatenate([np.zeros(0), *(part.weighted for part in parts)]),
            pitches=[pitch for part in parts for pitch in part.pitches],
            peak=max((part.peak for part in parts), default=0.0),
            clipped=sum(part.clipped for part in parts),
        )


def _batches(samples: Samples, hop: int) -> Iterator[tuple[Samples, float]]:
    """Yield frames (n, hop, 2), the last one padded with silence, and the share of that last one that is real."""
    for at in range(0, len(samples), _BATCH_HOPS * hop):
        piece = np.asarray(samples[at : at + _BATCH_HOPS * hop])
        missing = -len(piece) % hop
        yield np.pad(piece, ((0, missing), (0, 0))).reshape(-1, hop, 2), 1 - missing / hop


def _measure(frames: Samples, rate: int, last_share: float) -> _Hops:
    size = np.abs(frames)
    power, weighted = (frames.astype(np.float64) ** 2).mean(axis=(1, 2)), _weighted_power(frames, rate)
    power[-1] /= last_share
    weighted[-1] /= last_share
    return _Hops(
        power=power,
        weighted=weighted,
        pitches=dominant_pitch((frames @ CHANNEL_WEIGHTS).astype(np.float64), rate),
        peak=float(size.max()),
        clipped=int((size >= _FULL_SCALE).sum()),
    )


def _weighted_power(frames: Samples, rate: int) -> Floats:
    """Mean square of K-weighted frames, summed over channels (BS.1770-4), by Parseval's theorem."""
    length = frames.shape[1]
    energy = 2 * np.abs(np.fft.rfft(frames, axis=1)) ** 2 / length**2
    at = np.exp(-2j * np.pi * np.fft.rfftfreq(length, 1 / rate) / _K_RATE)
    gain = np.ones(len(at))
    for above, below in _K_FILTERS:
        gain *= np.abs(np.polyval(above[::-1], at) / np.polyval(below[::-1], at)) ** 2
    return np.asarray((energy * gain[:, np.newaxis]).sum(axis=(1, 2)))


def _momentary(weighted: Floats) -> Floats:
    """Return the mean over the last 400 ms, or over what there is of them."""
    sums = np.concatenate([[0.0], np.cumsum(weighted)])
    ends = np.arange(1, len(sums))
    starts = np.maximum(ends - _MOMENTARY_HOPS, 0)
    return np.asarray((sums[ends] - sums[starts]) / (ends - starts))


def _integrated(weighted: Floats) -> float:
    """Return the loudness of the whole track, with quiet parts excluded by the two gates of BS.1770-4."""
    blocks = _momentary(weighted)[min(_MOMENTARY_HOPS, len(weighted)) - 1 :] if len(weighted) else weighted
    for gate in (_ABSOLUTE_GATE, None):
        if not len(blocks):
            return FLOOR_DBFS
        threshold = gate if gate is not None else float(_loudness(blocks.mean(keepdims=True))[0]) + _RELATIVE_GATE
        blocks = blocks[_loudness(blocks) > threshold]
    return float(_loudness(blocks.mean(keepdims=True))[0]) if len(blocks) else FLOOR_DBFS


def _decibels(power: Floats) -> Floats:
    return np.asarray(np.maximum(10 * np.log10(np.maximum(power, 1e-30)), FLOOR_DBFS))


def _loudness(weighted: Floats) -> Floats:
    return np.maximum(_decibels(weighted) + _LUFS_OFFSET, FLOOR_DBFS)


def _round(values: Floats) -> tuple[float, ...]:
    return tuple(round(float(value), 1) for value in values)


def _summarize(sound: SoundDescription) -> str:
    seconds = f"{sound.duration_ms / 1000:.1f} s"
    if sound.silent:
        return f"{seconds} of silence (all of it below {SILENCE_DBFS:.0f} dBFS)."
    clipping = f"{sound.clipped_share:.2%} of it clipped" if sound.clipped_share else "nothing clipped"
    parts = [
        f"{seconds}, silent {sound.silent_share:.0%} of the time",
        f"loudness {sound.loudness_lufs} LUFS, peak {sound.peak_dbfs} dBFS, {clipping}",
        _describe_onsets(sound.onsets_ms),
        _describe_pitch(sound),
    ]
    return "; ".join(parts) + "."


def _describe_onsets(onsets: Sequence[int]) -> str:
    if not onsets:
        return "no onset"
    return f"{len(onsets)} onset{'s' * (len(onsets) > 1)}, the first at {onsets[0]} ms, the last at {onsets[-1]} ms"


def _describe_pitch(sound: SoundDescription) -> str:
    pitched = [hz for hz in sound.pitch_hz if hz is not None]
    if not pitched:
        return "no pitch"
    share = len(pitched) / max(1, sum(level >= SILENCE_DBFS for level in sound.level_dbfs))
    low, middle, high = np.quantile(pitched, (0.1, 0.5, 0.9))
    return f"a pitch in {min(1.0, share):.0%} of what sounds, mostly {low:.0f} to {high:.0f} Hz (median {middle:.0f})"
