"""`OnsetMeter`: reports, while a session runs, when sounds began and how loud they were."""

import numpy as np
import numpy.typing as npt

from pytest_cookie.browser.capture.onsets import find_onsets
from pytest_cookie.browser.clock.page_clock import SoundSink
from pytest_cookie.core.sound import FLOOR_DBFS, SoundOnset

Samples = npt.NDArray[np.float32]

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
