"""`SoundDescription`: numbers that describe a recorded sound track. Part of `Evidence`, for judges that cannot hear."""

from pytest_cookie.core.frozen_model import FrozenModel

SILENCE_DBFS = -60.0
"""A tenth of a second below this level counts as silent."""

FLOOR_DBFS = -100.0
"""The lowest reported level, also for digital silence."""


class SoundDescription(FrozenModel):
    """`sound.json` beside a film: the track that the page would have played, before encoding.

    Levels are RMS over both channels in dB below full scale (a full-scale sine reads -3.0), floored at -100.
    Loudness follows ITU-R BS.1770-4 in LUFS: `loudness_lufs` is gated over the whole track, `momentary_lufs` covers
    the last 400 ms. The series have one value per `hop_ms` of page time; the last value covers the remainder.

    `onsets_ms`: the starts of sounds (attack, or a change of note), to about 10 ms, at most 2,000.
    `pitch_hz`: the dominant pitch, None for unpitched sound; `pitch_confidence`: periodicity, 0 to 1.
    `clipped_share`: share of samples at or beyond full scale, which playback cuts off; `peak_dbfs` is then above 0.
    `silent_share`: share of the time below -60 dBFS; `silent`: all of it.
    """

    schema_version: int = 1
    duration_ms: int
    silent: bool
    summary: str
    peak_dbfs: float
    rms_dbfs: float
    loudness_lufs: float
    clipped_share: float
    silent_share: float
    onsets_ms: tuple[int, ...] = ()
    hop_ms: int = 100
    level_dbfs: tuple[float, ...] = ()
    momentary_lufs: tuple[float, ...] = ()
    pitch_hz: tuple[float | None, ...] = ()
    pitch_confidence: tuple[float, ...] = ()
