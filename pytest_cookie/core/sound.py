"""`SoundDescription`: numbers that describe a recorded sound track. Part of `Evidence`, for judges that cannot hear."""

from typing import Literal

from pytest_cookie.core.frozen_model import FrozenModel

SILENCE_DBFS = -60.0
"""A tenth of a second below this level counts as silent."""

FLOOR_DBFS = -100.0
"""The lowest reported level, also for digital silence."""


class SoundOnset(FrozenModel):
    """A moment at which a sound began, or clearly changed its note."""

    at_ms: int
    """Page time since the start of the session, to about 10 ms."""
    level_dbfs: int
    """Rough loudness: the highest level of 50 ms within the next 300 ms, in whole dB below full scale."""


class SoundDescription(FrozenModel):
    """A sound track in numbers: the file `sound.json`. It describes what the page would have played, before encoding.

    Levels are RMS over both channels in dB below full scale (a full-scale sine reads -3.0), at least -100. Loudness
    follows ITU-R BS.1770-4. The series have one value for each `hop_ms`.
    """

    schema_version: Literal[1] = 1
    """Version of this schema."""
    duration_ms: int
    """Length of the track."""
    silent: bool
    """Whether the whole track is silent."""
    summary: str
    """A description in words."""
    peak_dbfs: float
    """Peak level. Above 0 where samples are clipped."""
    rms_dbfs: float
    """Level of the whole track."""
    loudness_lufs: float
    """Gated loudness of the whole track."""
    clipped_share: float
    """Share of samples at or beyond full scale, 0 to 1."""
    silent_share: float
    """Share of the time below -60 dBFS, 0 to 1."""
    onsets_ms: tuple[int, ...] = ()
    """Moments at which a sound begins or changes its note, to about 10 ms; at most 2,000."""
    hop_ms: int = 100
    """Distance of the values in the series."""
    level_dbfs: tuple[float, ...] = ()
    """Level over time."""
    momentary_lufs: tuple[float, ...] = ()
    """Loudness of the last 400 ms, over time."""
    pitch_hz: tuple[float | None, ...] = ()
    """Dominant pitch over time. Null if the sound has no pitch."""
    pitch_confidence: tuple[float, ...] = ()
    """Periodicity of the sound over time, 0 to 1."""
