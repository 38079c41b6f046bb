"""A film shows each moment of page time at that moment: read back from the file by its own counter."""

import itertools
import subprocess
import sys

import av
import numpy as np
import pytest

from pytest_cookie.browser.capture.film import Film
from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.records.files import read_model
from tests.unit.browser.capture.pictures import counter, encoded, frames, read_counter, tone

SMALL = FilmSettings(width=320, height=180)
GIF = b"GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
SMALL_WEBM = FilmSettings(width=320, height=180, container="webm")


def duration_ms(path) -> float:
    with av.open(str(path)) as film:
        return film.duration / 1000


@pytest.mark.parametrize(("settings", "name"), [(SMALL, "film.mp4"), (SMALL_WEBM, "film.webm")])
def test_a_counter_in_the_picture_equals_page_time_in_every_frame(tmp_path, settings, name):
    with Film(tmp_path, settings) as film:
        for ms in range(0, 4000, 16):
            film.picture(ms, counter(ms))
        summary = film.close(4000)
    assert summary.file == name
    seen = frames(tmp_path / name)
    assert [read_counter(picture) for _, picture in seen] == [ms for ms, _ in seen]
    assert len(seen) == summary.frames == pytest.approx(4 * 30, abs=2)
    assert max(b - a for (a, _), (b, _) in itertools.pairwise(seen)) <= 48
    assert summary.pictures == 250
    assert summary.dropped == 250 - summary.frames
    assert duration_ms(tmp_path / name) == pytest.approx(4000, abs=1)


def test_frames_stand_at_the_exact_moments_of_change(tmp_path):
    moments = [0, 40, 41, 500, 507, 5300, 5334, 5999]
    with Film(tmp_path, SMALL) as film:
        for ms in moments:
            film.picture(ms, counter(ms))
        film.close(60_000)
    # 507 follows 500 within a thirtieth of a second of the same slot, 41 is in that of 40: the later one stays
    kept = [0, 41, 507, 5300, 5334, 5999]
    assert [(ms, read_counter(picture)) for ms, picture in frames(tmp_path / "film.mp4")] == [(ms, ms) for ms in kept]
    assert duration_ms(tmp_path / "film.mp4") == 60_000
    assert (tmp_path / "film.mp4").stat().st_size < 60_000


def test_a_picture_that_is_replaced_at_once_is_not_seen_but_the_last_always_is(tmp_path):
    with Film(tmp_path, SMALL) as film:
        film.picture(0, counter(0))
        for ms in range(1000, 1030):
            film.picture(ms, counter(ms))
        summary = film.close(1031)
    assert [ms for ms, _ in frames(tmp_path / "film.mp4")] == [0, 1029]
    assert (summary.pictures, summary.dropped) == (31, 29)


def test_what_does_not_change_is_not_encoded_again(tmp_path):
    same = counter(0)
    with Film(tmp_path, SMALL) as film:
        for ms in range(0, 300_000, 16):
            film.picture(ms, same)
        summary = film.close(300_000)
    assert (summary.frames, summary.pictures, summary.duration_ms) == (1, 1, 300_000)
    assert duration_ms(tmp_path / "film.mp4") == 300_000


def test_a_film_starts_with_its_session_on_an_empty_picture(tmp_path):
    with Film(tmp_path, SMALL) as film:
        film.picture(700, counter(700))
        film.picture(710, counter(710))
        film.close(1000)
    (first, empty), (second, picture), (third, _) = frames(tmp_path / "film.mp4")
    assert (first, second, third) == (0, 700, 710)
    assert empty.std() < 2
    assert read_counter(picture) == 700


def test_the_summary_is_on_disk_and_says_what_is_in_the_file(tmp_path):
    with Film(tmp_path, SMALL) as film:
        film.picture(0, counter(0))
        film.picture(6000, counter(6000))
        summary = film.close(7000)
    assert read_model(tmp_path / "film.json", FilmSummary) == summary
    assert (summary.video_codec, summary.audio_codec) == ("h264", None)
    assert summary.bytes == (tmp_path / "film.mp4").stat().st_size
    assert "the page was silent: the film has no sound track" in summary.notes
    assert sorted(path.name for path in tmp_path.iterdir()) == ["film.json", "film.mp4"]
    with av.open(str(tmp_path / "film.mp4")) as film:
        assert [stream.type for stream in film.streams] == ["video"]
        video = film.streams.video[0]
        assert (video.codec_context.name, video.width, video.height) == ("h264", 320, 180)
        assert video.codec_context.format.name in ("yuv420p", "yuvj420p")


def test_tables_stand_in_front_so_that_browsers_can_seek(tmp_path):
    with Film(tmp_path, SMALL) as film:
        film.picture(0, counter(0))
        film.close(100)
    content = (tmp_path / "film.mp4").read_bytes()
    assert 0 < content.index(b"moov") < content.index(b"mdat")


@pytest.mark.parametrize("settings", [SMALL, SMALL_WEBM])
def test_chapters_are_in_the_file_and_in_the_summary(tmp_path, settings):
    with Film(tmp_path, settings) as film:
        film.chapter(0, "open")
        film.picture(0, counter(0))
        film.chapter(400, "click\n„Größe“ \x00" + "x" * 5000)
        film.chapter(400, "press")
        film.picture(900, counter(900))
        summary = film.close(2000)
    assert [(chapter.page_ms, chapter.title[:15]) for chapter in summary.chapters] == [
        (0, "open"), (400, "click „Größe“ x"), (400, "press"),
    ]  # fmt: skip
    assert len(summary.chapters[1].title) == 200
    with av.open(str(tmp_path / summary.file)) as film:
        marks = [
            (
                mark["start"] * mark["time_base"] * 1000,
                mark["end"] * mark["time_base"] * 1000,
                mark["metadata"]["title"],
            )
            for mark in film.chapters()
        ]
    assert marks == [(0, 400, "open"), (400, 2000, "press")]


def test_key_frames_stand_where_the_scene_changes_and_every_few_seconds(tmp_path):
    with Film(tmp_path, SMALL) as film:
        for ms in range(0, 14_000, 40):
            film.picture(ms, counter(ms, ground=(20, 60, 20) if ms < 2000 else (200, 200, 90)))
        summary = film.close(14_000)
    with av.open(str(tmp_path / "film.mp4")) as film:
        keys = [int(packet.pts * packet.time_base * 1000) for packet in film.demux(video=0) if packet.is_keyframe]
    assert keys == [0, 2000, 7000, 12_000]
    assert summary.keyframes == 4


def test_what_happens_at_one_moment_is_one_frame(tmp_path):
    with Film(tmp_path, SMALL) as film:
        for ms in (0, 0, 500, 500):
            film.picture(ms, counter(ms, ground=(ms // 4, 0, 0)))
            film.pointer(ms, 100, 100 + ms / 10, pressed=False)
            film.keys(ms, f"{ms}")
        film.close(500)
    seen = frames(tmp_path / "film.mp4")
    assert [(ms, read_counter(picture)) for ms, picture in seen] == [(0, 0), (500, 500)]
    assert duration_ms(tmp_path / "film.mp4") == pytest.approx(500, abs=1)


def test_the_same_session_makes_the_same_file_byte_for_byte(tmp_path):
    for name in ("one", "two"):
        with Film(tmp_path / name, SMALL) as film:
            for ms in range(0, 1000, 16):
                film.picture(ms, counter(ms))
                film.pointer(ms, ms / 5, 90, pressed=ms > 500)
                film.sound(ms, tone(440, 0.016), 48_000)
            film.chapter(500, "press")
            film.close(1000)
    for file in ("film.mp4", "film.json", "sound.json"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


# --- sizes and formats ---


def test_a_picture_of_the_films_size_is_shown_pixel_for_pixel(tmp_path):
    stripes = np.zeros((180, 320, 3), np.uint8)
    stripes[:, ::2] = 255
    with Film(tmp_path, SMALL) as film:
        film.picture(0, encoded(stripes, "PNG"))
        film.close(100)
    [(_, picture)] = frames(tmp_path / "film.mp4")
    assert picture[:, ::2].mean() > 240
    assert picture[:, 1::2].mean() < 15


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.parametrize(
    "colour", [(255, 255, 255), (0, 0, 0), (16, 16, 16), (240, 30, 30), (30, 200, 60), (20, 60, 230)]
)
def test_colours_come_out_as_they_went_in(tmp_path, kind, colour):
    with Film(tmp_path, SMALL) as film:
        film.picture(0, encoded(np.full((180, 320, 3), colour, np.uint8), kind))
        film.close(100)
    [(_, picture)] = frames(tmp_path / "film.mp4")
    assert np.abs(picture.reshape(-1, 3).mean(axis=0) - colour).max() <= 4


@pytest.mark.parametrize(
    ("size", "inside"),
    [
        ((160, 90), (80, 44, 160, 90)),  # smaller: centred, not blown up
        ((640, 180), (0, 44, 320, 90)),  # wider: made smaller
        ((375, 812), (118, 0, 83, 180)),  # a phone
        ((161, 91), (78, 44, 161, 91)),  # odd
    ],
)
def test_another_window_size_keeps_its_shape_within_the_film(tmp_path, size, inside):
    with Film(tmp_path, SMALL) as film:
        film.picture(0, encoded(np.full((180, 320, 3), 200, np.uint8)))
        film.picture(500, encoded(np.full((size[1], size[0], 3), 255, np.uint8)))
        film.close(1000)
    (_, before), (_, after) = frames(tmp_path / "film.mp4")
    assert before.mean() == pytest.approx(200, abs=3)
    rows, columns = np.nonzero(after.mean(axis=2) > 140)
    x, y, width, height = inside
    measured = (columns.min(), rows.min(), np.ptp(columns) + 1, np.ptp(rows) + 1)
    assert np.abs(np.subtract(measured, (x, y, width, height))).max() <= 2
    assert after[2, 2].mean() < 40 or after[90, 2].mean() < 40


@pytest.mark.parametrize(
    "settings", [FilmSettings(width=375, height=667), FilmSettings(width=375, height=667, container="webm")]
)
def test_an_odd_film_is_a_row_or_column_larger(tmp_path, settings):
    with Film(tmp_path, settings) as film:
        film.picture(0, encoded(np.full((667, 375, 3), 220, np.uint8)))
        summary = film.close(100)
    [(_, picture)] = frames(tmp_path / summary.file)
    assert picture.shape == (668, 376, 3)
    assert (summary.width, summary.height) == (376, 668)
    assert picture[:667, :375].min() > 200


def test_webm_is_taken_where_there_is_no_h264(tmp_path, monkeypatch):
    monkeypatch.setattr(av, "codecs_available", av.codecs_available - {"libx264"})
    with Film(tmp_path, FilmSettings(width=320, height=180)) as film:
        film.picture(0, counter(0))
        film.picture(1500, counter(1500))
        summary = film.close(9000)
    assert (summary.file, summary.video_codec) == ("film.webm", "vp9")
    assert [(ms, read_counter(picture)) for ms, picture in frames(tmp_path / "film.webm")] == [(0, 0), (1500, 1500)]
    assert duration_ms(tmp_path / "film.webm") == 9000


def test_without_any_encoder_it_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(av, "codecs_available", {"mjpeg"})
    with Film(tmp_path, SMALL) as film, pytest.raises(RecordingError, match=r"libx264\+aac or libvpx-vp9\+libopus"):
        film.close(100)


# --- limits ---


@pytest.mark.parametrize("container", ["mp4", "webm"])
def test_a_film_keeps_below_its_limit_and_says_what_that_cost(tmp_path, container):
    noise = np.random.default_rng(7).integers(0, 255, (180, 320, 3), np.uint8)
    with Film(tmp_path, FilmSettings(width=320, height=180, max_bytes=1_500_000, container=container)) as film:
        for number in range(450):
            film.picture(number * 33, counter(number * 33, ground=np.roll(noise, (number * 7, number * 13), (0, 1))))
        summary = film.close(450 * 33)
    assert summary.bytes < 1_500_000
    assert summary.bytes > 1_000_000
    steps = summary.quality_steps
    assert [step.crf for step in steps] == sorted(step.crf for step in steps)
    assert steps[-1].fps < 30
    assert any("came near its limit of 1500000 bytes" in note for note in summary.notes)
    seen = frames(tmp_path / summary.file)  # it still decodes over every change of quality
    assert len(seen) == summary.frames
    assert [read_counter(picture) for _, picture in seen] == [ms for ms, _ in seen]
    assert duration_ms(tmp_path / summary.file) == pytest.approx(450 * 33, abs=1)


def test_time_never_runs_back(tmp_path):
    with Film(tmp_path, SMALL) as film:
        film.picture(0, counter(0))
        film.picture(1000, counter(1000))
        film.picture(900, counter(900))
        film.picture(1200, counter(1200))
        summary = film.close(1300)
    assert (summary.late, summary.late_by_ms) == (1, 100)
    assert [ms for ms, _ in frames(tmp_path / "film.mp4")] == [0, 1000, 1200]


# --- no frames, failures, abrupt ends ---


def test_a_film_of_nothing_is_not_written_and_says_so(tmp_path):
    with Film(tmp_path, SMALL) as film:
        film.pointer(100, 5, 5, pressed=False)
        summary = film.close(5000)
    assert (summary.file, summary.frames, summary.bytes, summary.duration_ms) == ("", 0, 0, 5000)
    assert "there is no film because no picture was ever shown" in summary.notes
    assert [path.name for path in tmp_path.iterdir()] == ["film.json"]


@pytest.mark.parametrize("broken", [b"no picture", counter(0)[:400], GIF])
def test_a_broken_picture_is_told_when_the_film_is_closed_and_nobody_hangs(tmp_path, broken):
    with Film(tmp_path, SMALL) as film:
        film.picture(0, counter(0))
        film.picture(100, broken)
        for ms in range(200, 12_000, 40):
            film.picture(ms, counter(ms))
        with pytest.raises(RecordingError, match="could not be made") as raised:
            film.close(12_000)
    assert raised.value.__cause__ is not None
    assert list(tmp_path.iterdir()) == []


def test_a_session_that_breaks_leaves_no_half_film(tmp_path):
    def session():
        with Film(tmp_path, SMALL) as film:
            film.picture(0, counter(0))
            film.picture(100, counter(100))
            raise OSError("the session broke")

    with pytest.raises(OSError, match="the session broke"):
        session()
    assert list(tmp_path.iterdir()) == []


def test_a_killed_process_leaves_no_half_film_and_the_next_one_takes_its_place(tmp_path):
    script = f"""
import os, pathlib, signal
from pytest_cookie.browser.capture.film import Film
from tests.unit.browser.capture.pictures import counter, tone
film = Film(pathlib.Path({str(tmp_path)!r}))
film.sound(0, tone(440, 1), 48000)
for ms in range(0, 8000, 40):
    film.picture(ms, counter(ms))
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", script], timeout=120, check=False).returncode == -9
    assert not any(path.name.startswith("film.") for path in tmp_path.iterdir())
    with Film(tmp_path, SMALL) as film:
        film.picture(0, counter(0))
        film.close(100)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["film.json", "film.mp4"]


def test_nothing_can_be_added_to_a_closed_film(tmp_path):
    film = Film(tmp_path, SMALL)
    film.picture(0, counter(0))
    film.close(100)
    with pytest.raises(RecordingError, match="is already closed"):
        film.picture(200, counter(200))
    film.discard()
    assert (tmp_path / "film.mp4").exists()


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with Film(tmp_path / "file" / "session", SMALL) as film:
        film.picture(0, counter(0))
        with pytest.raises(RecordingError, match="could not be made"):
            film.close(100)


def test_pyav_is_loaded_only_where_a_film_is_made():
    script = "import sys, pytest_cookie.browser.capture.film; sys.exit('av' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], timeout=120, check=False).returncode == 0
