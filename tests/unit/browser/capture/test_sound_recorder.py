"""Sound is described without a film as it is with one."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pytest_cookie.browser.capture.film import Film
from pytest_cookie.browser.capture.settings import SOUND_FILE
from pytest_cookie.browser.capture.sound_recorder import SoundRecorder
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.sound import SoundDescription

RATE = 44_100


def clap(hertz: float) -> np.ndarray:
    fading = np.exp(-np.arange(RATE // 4) / 2_000) * np.sin(2 * np.pi * hertz * np.arange(RATE // 4) / RATE)
    return np.stack([fading, fading], axis=1).astype(np.float32)


def white() -> bytes:
    picture = io.BytesIO()
    Image.new("RGB", (64, 48), "white").save(picture, "JPEG")
    return picture.getvalue()


def test_it_says_what_the_film_says_and_writes_nothing_else(tmp_path: Path):
    (tmp_path / "filmed").mkdir()
    with Film(tmp_path / "filmed") as film, SoundRecorder(tmp_path / "heard", max_seconds=60) as recorder:
        film.picture(0, white())
        for start_ms, hertz in ((500, 440.0), (1_900, 660.0)):
            film.sound(start_ms, clap(hertz), RATE)
            recorder.sound(start_ms, clap(hertz), RATE)
        film.close(3_000)
        assert recorder.close(3_000) == SOUND_FILE
    told = [(tmp_path / name / SOUND_FILE).read_text() for name in ("filmed", "heard")]
    assert told[0] == told[1]
    assert SoundDescription.model_validate_json(told[1]).onsets_ms == pytest.approx((500, 1_900), abs=15)
    assert [path.name for path in (tmp_path / "heard").iterdir()] == [SOUND_FILE]


def test_silence_and_what_comes_after_the_limit_leave_no_file(tmp_path: Path):
    with SoundRecorder(tmp_path / "heard", max_seconds=2) as recorder:
        recorder.sound(0, np.zeros((900, 2), np.float32), RATE)
        recorder.sound(2_500, clap(440.0), RATE)
        assert recorder.close(5_000) == ""
    assert not (tmp_path / "heard" / SOUND_FILE).exists()


def test_what_nobody_can_hear_is_silence(tmp_path: Path):
    with Film(tmp_path) as film, SoundRecorder(tmp_path / "heard", max_seconds=60) as recorder:
        film.picture(0, white())
        film.sound(500, 0.0005 * clap(440.0), RATE)
        recorder.sound(500, 0.0005 * clap(440.0), RATE)
        assert film.close(3_000).sound_file == ""
        assert recorder.close(3_000) == ""


def test_what_cannot_be_written_is_told(tmp_path: Path):
    with SoundRecorder(tmp_path / "heard", max_seconds=60) as recorder:
        recorder.sound(0, clap(440.0), RATE)
        (tmp_path / "heard" / SOUND_FILE).mkdir()
        with pytest.raises(RecordingError, match="cannot write"):
            recorder.close(900)
