"""Which moments are shown: results that differ, and what happened on the way, found on real films."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from pytest_cookie.judging.model.film import UnreadableFilmError, read_pictures_at, read_small_frames, sound_of
from pytest_cookie.judging.model.keyframes import Frame, Result, Span, choose
from tests.unit.judging.model.films import (
    APEX_MS,
    BACK_MS,
    JUMP_MS,
    LANDS_MS,
    LEVEL,
    SIZE,
    failed_jump,
    world,
    write_film,
)

MOMENTS = (0, *range(JUMP_MS, BACK_MS + 1, 33), BACK_MS)
JUMP = Span(step=1, start_ms=500, end_ms=3_000)


def small(picture: Image.Image) -> np.ndarray:
    return np.asarray(picture.reduce(2))


def result(step: int, page_ms: int, shade: int) -> Result:
    return Result(step, page_ms, np.full((36, 64, 3), shade, dtype=np.uint8))


@pytest.fixture
def jump_film(tmp_path: Path) -> Path:
    return write_film(tmp_path / "film.mp4", sorted(set(MOMENTS)), lambda moment: world(*failed_jump(moment)))


def height_of_hero(picture: Image.Image) -> float:
    """Height of the middle of the red part above the ground, in pixels."""
    pixels = np.asarray(picture).astype(int)
    rows = np.nonzero((pixels[..., 0] > 150) & (pixels[..., 1] < 90) & (pixels[..., 2] < 90))[0]
    return LEVEL - 20 - float(rows.mean()) if len(rows) else -float(SIZE[1])


def test_a_failed_jump_that_ends_where_it_began_is_seen_to_rise_and_to_fall(jump_film):
    frames = read_small_frames(jump_film, 3_000)
    start = small(world(*failed_jump(0)))
    chosen = choose([Result(0, 400, start), Result(1, 3_000, start)], frames, [JUMP], limit=8)
    assert (chosen[0].step, chosen[0].kind, chosen[0].also) == (0, "result", (1,))
    moments = [choice.page_ms for choice in chosen if choice.kind == "motion"]
    heights = {moment: height_of_hero(shown) for moment, shown in read_pictures_at(jump_film, moments).items()}
    assert len(heights) == len(moments) >= 2
    assert max(heights.values()) > 110, heights
    assert min(heights.values()) < -60, heights
    highest = max(heights, key=heights.__getitem__)
    assert abs(highest - APEX_MS) <= 80
    assert all(JUMP_MS < moment <= LANDS_MS + 300 for moment in moments)


def test_where_there_is_room_for_two_moments_they_are_the_apex_and_the_fall(jump_film):
    frames = read_small_frames(jump_film, 3_000)
    start = small(world(*failed_jump(0)))
    chosen = choose([Result(0, 400, start), Result(1, 3_000, start)], frames, [JUMP], limit=3)
    moments = [choice.page_ms for choice in chosen if choice.kind == "motion"]
    heights = sorted(height_of_hero(shown) for shown in read_pictures_at(jump_film, moments).values())
    assert len(heights) == 2
    assert heights[0] < -60
    assert heights[1] > 110


def test_drifting_clouds_do_not_hide_the_jump(tmp_path):
    film = write_film(
        tmp_path / "film.mp4",
        range(0, 3_000, 33),
        lambda moment: world(*failed_jump(moment), drift=moment / 100),
    )
    chosen = choose([], read_small_frames(film, 3_000), [JUMP], limit=6)
    heights = [
        height_of_hero(shown) for shown in read_pictures_at(film, [choice.page_ms for choice in chosen]).values()
    ]
    assert max(heights) > 100
    assert min(heights) < -60


def test_each_of_many_jumps_gets_its_moments(tmp_path):
    film = write_film(tmp_path / "film.mp4", range(0, 12_000, 66), lambda moment: world(*failed_jump(moment % 3_000)))
    spans = [Span(step, start + 500, start + 3_000) for step, start in enumerate(range(0, 12_000, 3_000), start=1)]
    start = small(world(*failed_jump(0)))
    results = [Result(step, 3_000 * step, start) for step in range(5)]
    chosen = choose(results, read_small_frames(film, 12_000), spans, limit=12)
    moments = [choice for choice in chosen if choice.kind == "motion"]
    assert {step: sum(one.step == step for one in moments) for step in range(1, 5)}.keys() == {1, 2, 3, 4}
    assert all(sum(one.step == step for one in moments) >= 2 for step in range(1, 5))
    assert len(chosen) <= 12
    assert all(then.page_ms - one.page_ms >= 250 for one, then in pairwise(chosen) if one.step == then.step)


def test_a_steady_fade_needs_no_moments():
    frames = [Frame(40 * n, np.full((72, 128, 3), 4 * n, dtype=np.uint8)) for n in range(50)]
    assert choose([], frames, [Span(1, 0, 2_000)], limit=10) == ()


def test_a_message_that_comes_and_goes_is_a_moment():
    def shown(moment: int) -> np.ndarray:
        picture = Image.new("RGB", (128, 72), "white")
        if 600 <= moment < 1_400:
            ImageDraw.Draw(picture).rectangle((80, 4, 124, 14), fill="black")
        return np.asarray(picture)

    frames = [Frame(moment, shown(moment)) for moment in (0, 600, 1_400)]
    (chosen,) = choose([], frames, [Span(1, 0, 2_000, "pointed")], limit=10)
    assert (chosen.page_ms, chosen.kind) == (600, "motion")


def test_a_pointer_that_travels_is_no_moment():
    def shown(x: int) -> np.ndarray:
        picture = Image.new("RGB", (128, 72), "white")
        ImageDraw.Draw(picture).rectangle((x, 30, x + 2, 33), fill="black")
        return np.asarray(picture)

    frames = [Frame(80 * n, shown(4 * n)) for n in range(20)]
    assert choose([], frames, [Span(1, 0, 2_000, "pointed")], limit=10) == ()
    assert choose([], frames, [Span(1, 0, 2_000)], limit=10)


def test_every_step_keeps_its_result_where_there_is_room():
    results = [result(step, 1_000 * step, 20 * step) for step in range(12)]
    assert [choice.step for choice in choose(results, [], [], limit=24)] == list(range(12))


def test_results_that_look_alike_are_shown_once():
    results = [result(0, 0, 10), result(1, 1_000, 12), result(2, 2_000, 90), result(3, 3_000, 90)]
    first, second = choose(results, [], [], limit=24)
    assert (first.step, first.also) == (0, (1,))
    assert (second.step, second.also) == (2, (3,))


def test_a_digit_that_changes_is_another_result():
    def counter(number: str) -> np.ndarray:
        picture = Image.new("RGB", (1280, 720), "white")
        ImageDraw.Draw(picture).text((600, 300), number, fill="black", font_size=16)
        return small(picture)

    assert len(choose([Result(0, 0, counter("1")), Result(1, 9, counter("2"))], [], [], limit=24)) == 2


def test_where_there_are_more_results_than_room_those_that_differ_most_are_shown():
    shades = [0, 200, 215, 20, 35, 50, 250]
    chosen = choose([result(step, step, shade) for step, shade in enumerate(shades)], [], [], limit=3)
    assert len(chosen) == 3
    assert chosen[0].step == 0


def test_where_results_are_many_a_step_with_keys_is_shown_while_it_lasts(jump_film):
    results = [result(step, 10 * step, (37 * step) % 256) for step in range(1, 40)]
    chosen = choose(results, read_small_frames(jump_film, 3_000), [JUMP], limit=12)
    assert len(chosen) == 12
    assert [choice.step for choice in chosen if choice.kind == "motion"] == [JUMP.step]


def test_of_a_busy_game_every_acting_step_keeps_a_picture(tmp_path):
    film = write_film(tmp_path / "film.mp4", range(0, 8_000, 66), lambda moment: world(*failed_jump(moment % 3_000)))
    spans = [Span(step, 400 * step, 400 * step + 400, manner) for step, manner in enumerate(
        ["keyed", "pointed", "waiting", "moved"] * 4, start=1
    )]  # fmt: skip
    results = [result(step, 400 * step + 400, (53 * step) % 256) for step in range(17)]
    chosen = choose(results, read_small_frames(film, 8_000), spans, limit=14)
    assert len(chosen) <= 14
    acting = {span.step for span in spans if span.manner != "waiting"}
    assert {step for choice in chosen for step in (choice.step, *choice.also)} >= acting
    assert not any(one.kind == "motion" for one in chosen if one.step % 4 == 0)


def test_the_times_are_the_films_own(jump_film):
    assert {frame.page_ms for frame in read_small_frames(jump_film, 3_000)} <= set(MOMENTS)
    assert read_pictures_at(jump_film, [JUMP_MS])[JUMP_MS].size == SIZE


def test_of_a_long_film_a_bounded_number_of_frames_is_kept(jump_film):
    assert len(read_small_frames(jump_film, 1_500 * 600)) <= 5


def test_a_film_that_is_none_is_told(tmp_path):
    broken = tmp_path / "film.mp4"
    broken.write_bytes(b"no film")
    with pytest.raises(UnreadableFilmError):
        read_small_frames(broken, 1_000)
    with pytest.raises(UnreadableFilmError):
        sound_of(tmp_path / "gone.mp4", 10)


def test_a_film_without_sound_has_none(jump_film):
    assert sound_of(jump_film, 10) == b""
