"""A description of sound is measured against sounds whose every number is known."""

import numpy as np
import pytest

from pytest_cookie.browser.capture.audio_analysis import describe_sound
from pytest_cookie.core.sound import SoundDescription
from tests.unit.browser.capture.pictures import tone

RATE = 48_000


def noise(seconds: float, *, level=0.1, seed=3) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, level, (round(seconds * RATE), 2)).astype(np.float32)


def at(seconds: float, *parts: tuple[int, np.ndarray], rate=RATE) -> np.ndarray:
    """Silence with sounds in it, each from its ms on."""
    track = np.zeros((round(seconds * rate), 2), np.float32)
    for ms, part in parts:
        first = ms * rate // 1000
        track[first : first + len(part)] += part[: len(track) - first]
    return track


def fading(part: np.ndarray, tau: float) -> np.ndarray:
    return part * np.exp(-np.arange(len(part)) / RATE / tau)[:, np.newaxis].astype(np.float32)


@pytest.mark.parametrize("rate", [44_100, 48_000, 22_050])
@pytest.mark.parametrize("hz", [55.0, 110.0, 261.6, 440.0, 1000.0, 3520.0])
def test_the_pitch_of_a_tone(hz, rate):
    sound = describe_sound(tone(hz, 1.0, rate=rate), rate)
    assert sound.pitch_hz == tuple([pytest.approx(hz, abs=1)] * 10)
    assert min(sound.pitch_confidence) > 0.9


@pytest.mark.parametrize(
    "shape", [np.sign, lambda sine: np.arcsin(sine) / np.pi * 2, lambda sine: sine**3 + 0.5 * sine**2]
)
def test_the_pitch_is_the_fundamental_not_an_overtone(shape):
    sound = describe_sound(0.3 * shape(tone(440, 1.0, level=1.0)), RATE)
    assert sound.pitch_hz == tuple([pytest.approx(440, abs=1)] * 10)


def test_the_pitch_of_a_chord_is_its_strongest_note():
    chord = tone(440, 1, level=0.3) + tone(554.37, 1, level=0.15) + tone(659.26, 1, level=0.15)
    pitches = [hz for hz in describe_sound(chord, RATE).pitch_hz if hz is not None]
    assert pitches
    assert pitches == [pytest.approx(440, abs=2)] * len(pitches)


def test_a_tune_is_followed_over_time():
    tune = np.concatenate([tone(hz, 0.5) for hz in (262, 330, 392)])
    sound = describe_sound(tune, RATE)
    assert sound.pitch_hz == tuple([pytest.approx(hz, abs=1) for hz in (262, 330, 392) for _ in range(5)])


def test_noise_has_no_pitch_and_one_onset():
    sound = describe_sound(noise(5), RATE)
    assert sound.pitch_hz == (None,) * 50
    assert max(sound.pitch_confidence) < 0.5
    assert sound.onsets_ms == (0,)
    assert "no pitch" in sound.summary


@pytest.mark.parametrize("level", [1.0, 0.5, 0.01, 0.002])
def test_levels_are_exact_to_a_tenth_of_a_decibel(level):
    sound = describe_sound(tone(440, 2.0, level=level * 0.999), RATE)
    peak = 20 * np.log10(level * 0.999)
    assert sound.peak_dbfs == pytest.approx(peak, abs=0.1)
    assert sound.rms_dbfs == pytest.approx(peak - 3.01, abs=0.1)
    assert sound.level_dbfs == tuple([pytest.approx(peak - 3.01, abs=0.1)] * 20)


@pytest.mark.parametrize("rate", [44_100, 48_000])
@pytest.mark.parametrize("lufs", [-23.0, -33.0])
def test_loudness_is_that_of_ebu_tech_3341(lufs, rate):
    """Minimum requirements test signals 1 and 2: stereo sine, 1000 Hz, -23 (-33) dBFS peak in each channel, 20 s."""
    sound = describe_sound(tone(1000, 20, level=10 ** (lufs / 20), rate=rate), rate)
    assert sound.loudness_lufs == pytest.approx(lufs, abs=0.1)
    assert sound.momentary_lufs[-1] == pytest.approx(lufs, abs=0.1)


def test_quiet_parts_are_gated_out_of_the_loudness():
    """Test signal 3 of EBU Tech 3341: -36, -23, -36 dBFS for 10, 60 and 10 s is as loud as the 60 s in the middle."""
    parts = [tone(1000, seconds, level=10 ** (dbfs / 20)) for dbfs, seconds in ((-36, 10), (-23, 60), (-36, 10))]
    assert describe_sound(np.concatenate(parts), RATE).loudness_lufs == pytest.approx(-23, abs=0.1)


@pytest.mark.parametrize(
    ("track", "onsets"),
    [
        (at(2, (500, tone(440, 1))), [500]),
        (at(1, (100, np.full((3, 2), 0.8, np.float32)), (333, -np.full((3, 2), 0.8, np.float32))), [100, 333]),
        (at(2, (200, fading(tone(800, 0.5), 0.05)), (507, fading(tone(900, 0.5), 0.05))), [200, 507]),
        (np.concatenate([tone(440, 0.5), tone(660, 0.5)]), [0, 500]),
        (at(2, (700, noise(0.2))), [700]),
        (at(1.5, (0, tone(220, 1.5, level=0.1)), (600, tone(660, 0.3))), [0, 600]),
        (at(2, (200, tone(440, 0.2, level=0.003))), [200]),
        (at(2, (0, noise(2, level=0.0003))), []),
    ],
    ids=["tone", "clicks", "plucked", "another note", "burst", "over something softer", "faint", "inaudible"],
)
def test_onsets_are_found_to_ten_milliseconds(track, onsets):
    assert describe_sound(track, RATE).onsets_ms == tuple(pytest.approx(ms, abs=10) for ms in onsets)


def test_onsets_do_not_drift_at_a_rate_that_milliseconds_do_not_divide():
    track = at(61, (60_000, tone(440, 0.5, rate=44_100)), rate=44_100)
    assert describe_sound(track, 44_100).onsets_ms == (pytest.approx(60_000, abs=10),)


def test_a_sound_in_one_channel_or_against_phase_is_heard():
    right = at(1, (300, tone(440, 0.5))) * [0, 1]
    against = at(1, (300, tone(440, 0.5))) * [1, -1]
    for track in (right.astype(np.float32), against.astype(np.float32)):
        sound = describe_sound(track, RATE)
        assert sound.onsets_ms == (pytest.approx(300, abs=10),)
        assert sound.pitch_hz[5] == pytest.approx(440, abs=1)


def test_a_fade_and_a_tremolo_are_no_onsets():
    seconds = np.arange(2 * RATE)[:, np.newaxis] / RATE
    tremolo = tone(440, 2) * (1 + 0.5 * np.sin(2 * np.pi * 5 * seconds))
    assert len(describe_sound(tremolo.astype(np.float32), RATE).onsets_ms) == 1
    assert len(describe_sound((tone(440, 2) * seconds / 2).astype(np.float32), RATE).onsets_ms) == 1


@pytest.mark.parametrize("track", [np.zeros((RATE, 2), np.float32), np.zeros((0, 2), np.float32), noise(1, level=1e-5)])
def test_silence_says_that_it_is_silence(track):
    sound = describe_sound(track, RATE)
    assert (sound.silent, sound.silent_share, sound.onsets_ms) == (True, 1.0, ())
    assert "of silence" in sound.summary
    assert set(sound.pitch_hz) <= {None}
    assert sound.rms_dbfs <= -80
    assert sound.loudness_lufs == -100


def test_shares_of_silence_and_clipping():
    sound = describe_sound(at(4, (1000, np.ones((RATE, 2), np.float32))), RATE)
    assert sound.silent_share == 0.75
    assert sound.clipped_share == 0.25
    assert sound.peak_dbfs == 0
    assert "25.00% of it clipped" in sound.summary


def test_the_rest_of_a_track_is_measured_as_loud_as_it_is():
    sound = describe_sound(tone(1000, 0.53), RATE)
    assert len(sound.level_dbfs) == len(sound.pitch_hz) == len(sound.momentary_lufs) == 6
    assert sound.level_dbfs[-1] == pytest.approx(sound.level_dbfs[0], abs=0.1)
    assert sound.duration_ms == 530


def test_a_description_round_trips_and_stays_small():
    track = np.concatenate([tone(440, 30), noise(30)])
    written = describe_sound(track, RATE).model_dump_json()
    assert len(written) < 20_000
    assert SoundDescription.model_validate_json(written).summary == describe_sound(track, RATE).summary
