"""How fast and how long a film may grow: a page of noise fills no disk, and the film notes its omissions."""

import av
import numpy as np
import pytest

from pytest_cookie.browser.capture.film import Film
from pytest_cookie.browser.capture.settings import FilmSettings
from tests.unit.browser.capture.pictures import counter, frames, read_counter, tone


def noise(ms: int, chance: np.random.Generator) -> bytes:
    return counter(ms, ground=chance.integers(0, 256, (180, 320, 3), np.uint8))


@pytest.mark.parametrize("container", ["mp4", "webm"])
def test_of_what_would_be_too_much_frames_are_left_out_but_not_the_last(tmp_path, container):
    chance = np.random.default_rng(1)
    with Film(tmp_path, FilmSettings(width=320, height=180, container=container, max_kbps=400)) as film:
        for ms in range(0, 6_000, 40):
            film.picture(ms, noise(ms, chance))
        summary = film.close(6_000)
    a_second = 400 * 125
    assert summary.bytes < (6 + 2) * a_second + 60_000, "the limit, two seconds ahead, and a frame over it"
    assert 4 < summary.frames < 100
    assert any("frames were omitted: the film would have exceeded 400 kbit/s" in note for note in summary.notes)
    seen = frames(tmp_path / summary.file)
    assert read_counter(seen[-1][1]) == seen[-1][0] == 5_960
    with av.open(str(tmp_path / summary.file)) as made:
        sizes = [(packet.pts, packet.size) for packet in made.demux(video=0) if packet.pts is not None]
    for start in range(0, 4_000, 500):
        inside = sum(size for at, size in sizes if start <= at < start + 2_000)
        assert inside < (2 + 2) * a_second + 60_000, start


def test_what_is_still_is_not_kept_short_by_it(tmp_path):
    with Film(tmp_path, FilmSettings(width=320, height=180, max_kbps=400)) as film:
        for ms in range(0, 10_000, 500):
            film.picture(ms, counter(ms))
        summary = film.close(10_000)
    assert summary.frames == 20
    assert not any("left out" in note for note in summary.notes)


def test_a_film_ends_at_its_longest_and_says_so(tmp_path):
    with Film(tmp_path, FilmSettings(width=320, height=180, max_seconds=2)) as film:
        for ms in range(0, 5_000, 100):
            film.picture(ms, counter(ms))
            film.pointer(ms, ms / 50, 20, pressed=False)
        film.chapter(4_000, "late")
        film.sound(1_900, tone(440, 1.0), 48_000)
        film.sound(3_000, tone(440, 1.0), 48_000)
        summary = film.close(5_000)
    assert summary.duration_ms == 2_000
    assert summary.chapters[-1].page_ms == 2_000
    assert "the film ends after 2 s; the session continued" in summary.notes
    seen = frames(tmp_path / summary.file)
    assert max(ms for ms, _ in seen) <= 2_000
    assert max(read_counter(picture) for _, picture in seen) <= 2_000
    with av.open(str(tmp_path / summary.file)) as made:
        assert made.duration / 1e6 == pytest.approx(2.0, abs=0.1)
