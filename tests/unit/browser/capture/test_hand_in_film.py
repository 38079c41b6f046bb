"""A viewer sees what the hand did: where the pointer is, that it presses, which keys are down, and for how long."""

import numpy as np
import pytest

from pytest_cookie.browser.capture.film import Film
from pytest_cookie.browser.capture.pointer_overlay import PointerOverlay, key_cap
from pytest_cookie.browser.capture.settings import FilmSettings
from tests.unit.browser.capture.pictures import encoded, frames, shown_at

SIZE = (640, 360)
GROUND = (70, 110, 150)
PAGE = encoded(np.full((SIZE[1], SIZE[0], 3), GROUND, np.uint8))
SETTINGS = FilmSettings(width=SIZE[0], height=SIZE[1])


def painted(picture) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom of the part that differs from the page's ground."""
    rows, columns = np.nonzero(np.abs(picture.astype(int) - GROUND).max(axis=2) > 40)
    return (columns.min(), rows.min(), columns.max(), rows.max()) if len(rows) else None


def film_of(folder, *acts, end_ms=3000, **settings):
    with Film(folder, FilmSettings(width=SIZE[0], height=SIZE[1], **settings)) as film:
        film.picture(0, PAGE)
        for name, *arguments in acts:
            if name == "pointer":
                ms, x, y, pressed = arguments
                film.pointer(ms, x, y, pressed=pressed)
            else:
                getattr(film, name)(*arguments)
        film.close(end_ms)
    return frames(folder / "film.mp4")


@pytest.mark.parametrize("at", [(100, 80), (101, 81), (333, 200)])
def test_the_arrows_tip_is_where_the_pointer_is(tmp_path, at):
    seen = film_of(tmp_path, ("pointer", 500, *at, False))
    assert painted(shown_at(seen, 499)) is None
    left, top, right, bottom = painted(shown_at(seen, 500))
    assert abs(left - at[0]) <= 2
    assert abs(top - at[1]) <= 2
    assert 15 <= right - left <= 26
    assert 25 <= bottom - top <= 36


def test_the_pointer_may_leave_the_window(tmp_path):
    seen = film_of(
        tmp_path, ("pointer", 100, 639, 359, True), ("pointer", 200, -5, -7, False), ("pointer", 900, 1e9, -1e9, True)
    )
    assert painted(shown_at(seen, 100))[2:] == (639, 359)
    assert painted(shown_at(seen, 899))[:2] == (0, 0)
    assert painted(shown_at(seen, 2900)) is None


def test_a_press_has_a_ring_and_leaves_a_ripple_that_fades_at_the_rate_of_the_film(tmp_path):
    seen = film_of(tmp_path, ("pointer", 500, 300, 150, False), ("pointer", 1000, 300, 150, True),
                   ("pointer", 1100, 300, 150, False))  # fmt: skip
    arrow = painted(shown_at(seen, 999))
    ring = painted(shown_at(seen, 1000))
    assert ring[0] == pytest.approx(300 - 17, abs=3)
    assert ring[1] == pytest.approx(150 - 17, abs=3)
    assert painted(shown_at(seen, 1250))[0] < ring[0] - 4, "the ripple grows"
    assert np.abs(np.subtract(painted(shown_at(seen, 1400)), arrow)).max() <= 1, "and is gone after 0.4 s"
    moments = [ms for ms, _ in seen]
    assert moments[0] == 0
    assert 12 <= len([ms for ms in moments if 1000 <= ms < 1400]) <= 14
    assert moments[-1] == 1400, "the picture is still"


def test_keys_are_named_at_the_lower_edge_and_stay_readable_for_a_moment(tmp_path):
    seen = film_of(tmp_path, ("keys", 500, "Ctrl + C"), ("keys", 540, ""))
    left, top, right, bottom = painted(shown_at(seen, 500))
    assert (left + right) / 2 == pytest.approx(SIZE[0] / 2, abs=3)
    assert SIZE[1] * 0.7 < top < bottom < SIZE[1]
    assert painted(shown_at(seen, 1039)) is not None
    assert painted(shown_at(seen, 1040)) is None
    assert seen[-1][0] == 1040


def test_the_page_under_the_hand_comes_back_unharmed(tmp_path):
    seen = film_of(tmp_path, *[("pointer", ms, ms % 600, 100, ms % 400 < 200) for ms in range(100, 2000, 50)],
                   ("pointer", 2000, 5000, 5000, False))  # fmt: skip
    assert np.abs(seen[-1][1].astype(int) - GROUND).max() < 12


def test_the_hand_is_in_the_right_place_of_another_window_and_scale(tmp_path):
    phone = encoded(np.full((720, 640, 3), GROUND, np.uint8))  # 320 × 360 CSS px at twice the pixels
    with Film(tmp_path, FilmSettings(width=SIZE[0], height=SIZE[1], device_scale=2)) as film:
        film.picture(0, phone)
        film.pointer(100, 160, 180, pressed=False)  # the window's middle
        film.close(200)
    (_, before), (_, after) = frames(tmp_path / "film.mp4")
    rows, columns = np.nonzero(np.abs(after.astype(int) - before).max(axis=2) > 40)
    assert (columns.min(), rows.min()) == (pytest.approx(320, abs=2), pytest.approx(180, abs=2))


def test_the_hand_can_be_left_out(tmp_path):
    seen = film_of(tmp_path, ("pointer", 500, 300, 150, True), ("keys", 700, "a"), draw_hand=False)
    assert [ms for ms, _ in seen] == [0]


def test_the_same_again_is_no_change(tmp_path):
    seen = film_of(tmp_path, ("pointer", 500, 300, 150, False), ("pointer", 700, 300, 150, False), ("keys", 900, ""))
    assert [ms for ms, _ in seen] == [0, 500]


def test_letters_that_are_drawn_are_not_empty_boxes():
    caps = [key_cap(label).opacity.shape for label in ("a", "Ctrl + Shift + ArrowDown", "W" * 500)]
    assert [height for height, _ in caps] == [caps[0][0]] * 3
    assert caps[0][1] < caps[1][1] < caps[2][1] < 1280
    assert not np.array_equal(key_cap("a").colour, key_cap("b").colour)


def test_many_presses_at_once_stay_cheap():
    hand = PointerOverlay()
    for ms in range(1000):
        hand.point(ms, 10, 10, pressed=ms % 2 == 0)
    assert len(list(hand.draw(1000, lambda x, y: (int(x), int(y))))) <= 10
    assert hand.next_change(1000, 30) == 1034
    assert hand.next_change(1500, 30) is None
