"""Describes a sound track in numbers and a sentence, for a judge that cannot listen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pytest_cookie.browser.capture.onsets import CHANNEL_WEIGHTS, find_onsets
from pytest_cookie.browser.capture.pitch import Pitch, dominant_pitch
from pytest_cookie.core.sound import FLOOR_DBFS, SILENCE_DBFS, SoundDescription

Samples = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float64]

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
