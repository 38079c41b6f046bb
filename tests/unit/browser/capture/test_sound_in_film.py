"""Sound has the same place in the film as in page time, and is not distorted."""

import av
import numpy as np
import pytest

from pytest_cookie.browser.capture.film import Film
from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.capture.soundtrack import Soundtrack
from pytest_cookie.core.sound import SoundDescription
from pytest_cookie.records.files import read_model
from tests.unit.browser.capture.pictures import encoded, frames, sound, tone

BLACK, WHITE = (encoded(np.full((180, 320, 3), value, np.uint8)) for value in (0, 255))
RATES = (44_100, 48_000)


def onsets_ms(samples: np.ndarray, rate: int, *, level=0.1, gap_ms=300) -> list[float]:
    loud = np.flatnonzero(np.abs(samples).max(axis=0) > level) * 1000 / rate
    return [float(ms) for i, ms in enumerate(loud) if i == 0 or ms - loud[i - 1] > gap_ms]


@pytest.mark.parametrize("rate", [44_100, 48_000, 22_050])
@pytest.mark.parametrize("container", ["mp4", "webm"])
def test_flash_and_beep_are_together(tmp_path, container, rate):
    flashes = [500, 1508, 2016, 3300, 4007]
    with Film(tmp_path, FilmSettings(width=320, height=180, container=container)) as film:
        film.picture(0, BLACK)
        for ms in flashes:
            film.picture(ms, WHITE)
            film.sound(ms, tone(1000, 0.1, rate=rate), rate)
            film.picture(ms + 100, BLACK)
        summary = film.close(5000)
    assert summary.audio_codec == {"mp4": "aac", "webm": "opus"}[container]
    path = tmp_path / summary.file
    pictures = frames(path)
    seen = [
        ms for (ms, now), (_, before) in zip(pictures[1:], pictures, strict=False) if now.mean() > 128 > before.mean()
    ]
    heard = onsets_ms(*sound(path))
    assert seen == flashes
    assert heard == [pytest.approx(ms, abs=1) for ms in flashes]  # measured: 0.1 ms at most
    with av.open(str(path)) as film:
        assert film.duration / 1000 == pytest.approx(5000, abs=21)


def test_pieces_of_one_source_join_without_a_gap_or_a_click(tmp_path):
    whole = tone(440, 3.0, level=0.5)
    with Film(tmp_path, FilmSettings(width=320, height=180)) as film:
        film.picture(0, BLACK)
        for at in range(0, len(whole), 768):
            film.sound(at * 1000 / 48_000, whole[at : at + 768], 48_000)
        film.close(3000)
    samples, rate = sound(tmp_path / "film.mp4")
    assert (rate, samples.shape[1]) == (48_000, pytest.approx(144_000, abs=1024))
    middle = samples[0, 4800:139_200]
    assert np.abs(middle - whole[4800:139_200, 0]).max() < 0.02
    assert np.sqrt((middle**2).mean()) == pytest.approx(0.5 / np.sqrt(2), rel=0.01)


def test_sources_are_added_up_sample_by_sample(tmp_path):
    ones = np.full((100, 2), 0.25, np.float32)
    with Soundtrack(tmp_path) as track:
        track.add(1.0, ones, 48_000)
        track.add(2.0, ones * [1, 2], 48_000)
        mix = track.mix(5, RATES)
        expected = np.zeros((240, 2), np.float32)
        expected[48:148] += 0.25
        expected[96:196] += [0.25, 0.5]
        np.testing.assert_array_equal(mix.samples, expected)
    assert list(tmp_path.iterdir()) == []


def test_sources_of_different_rates_meet_in_one_track_at_their_times(tmp_path):
    with Soundtrack(tmp_path) as track:
        track.add(100, tone(440, 0.2, rate=44_100), 44_100)
        track.add(600, tone(440, 0.2, rate=48_000), 48_000)
        track.add(1100, tone(440, 0.2, rate=8_000), 8_000)
        mix = track.mix(1500, RATES)
        assert mix.rate in RATES
        assert onsets_ms(mix.samples.T, mix.rate, level=0.05, gap_ms=100) == [
            pytest.approx(ms, abs=1) for ms in (100, 600, 1100)
        ]
        for ms in (100, 600, 1100):
            inner = mix.samples[(ms + 50) * mix.rate // 1000 : (ms + 150) * mix.rate // 1000]
            assert np.sqrt((inner**2).mean()) == pytest.approx(0.5 / np.sqrt(2), rel=0.02)


def test_what_is_too_loud_is_cut_off_and_told(tmp_path):
    with Film(tmp_path, FilmSettings(width=320, height=180)) as film:
        film.picture(0, BLACK)
        film.sound(0, tone(440, 0.5, level=0.8), 48_000)
        film.sound(0, tone(440, 0.5, level=0.8), 48_000)
        summary = film.close(1000)
    assert any("beyond full scale" in note for note in summary.notes)
    description = read_model(tmp_path / "sound.json", SoundDescription)
    assert description.peak_dbfs == pytest.approx(20 * np.log10(1.6), abs=0.1)
    assert description.clipped_share == pytest.approx(0.5 * (1 - 2 / np.pi * np.arcsin(1 / 1.6)), abs=0.01)
    assert np.abs(sound(tmp_path / "film.mp4")[0]).max() < 1.2


@pytest.mark.parametrize("samples", [np.zeros((48_000, 2), np.float32), np.full((48_000, 2), 1e-8, np.float32)])
def test_silence_makes_no_track(tmp_path, samples):
    with Film(tmp_path, FilmSettings(width=320, height=180)) as film:
        film.picture(0, BLACK)
        film.sound(0, samples, 48_000)
        summary = film.close(1000)
    assert (summary.audio_codec, summary.sound_file) == (None, "")
    assert "the page was silent: the film has no sound track" in summary.notes


def test_sound_without_a_picture_is_described_all_the_same(tmp_path):
    with Film(tmp_path, FilmSettings(width=320, height=180)) as film:
        film.sound(0, tone(440, 0.5), 48_000)
        summary = film.close(1000)
    assert (summary.file, summary.audio_codec, summary.sound_file) == ("", None, "sound.json")


def test_sound_before_the_start_and_after_the_end_is_cut(tmp_path):
    with Film(tmp_path, FilmSettings(width=320, height=180)) as film:
        film.picture(0, BLACK)
        film.sound(-500, tone(440, 1), 48_000)
        film.sound(1900, tone(440, 5), 48_000)
        film.close(2000)
    description = read_model(tmp_path / "sound.json", SoundDescription)
    assert description.duration_ms == 2000
    assert description.onsets_ms == (0, pytest.approx(1900, abs=3))


def test_hostile_sound_is_bounded_and_told(tmp_path):
    wild = np.full((1000, 2), 0.1, np.float32)
    wild[10], wild[11], wild[12] = np.nan, np.inf, 3e38
    with Soundtrack(tmp_path) as track:
        track.add(0, wild, 48_000)
        track.add(0, wild, 5)
        track.add(1e12, wild, 48_000)
        track.add(float("nan"), wild, 48_000)
        for rate in range(10_000, 10_100):
            track.add(0, wild, rate)
        mix = track.mix(1000, RATES)
        assert np.isfinite(mix.samples).all()
        assert len(list(track.notes)) == 2
        with pytest.raises(ValueError, match="samples of shape"):
            track.add(0, np.zeros(5, np.float32), 48_000)
