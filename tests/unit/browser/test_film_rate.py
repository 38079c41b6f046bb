from itertools import pairwise

from pytest_cookie.browser.clock.film_rate import FILM_MS, IDLE_FILM_MS, FilmRate
from pytest_cookie.browser.clock.virtual_time import FRAME_MS


def film(rate: FilmRate, until_ms: int, *, inputs: tuple[int, ...] = ()) -> tuple[list[int], list[int]]:
    """The moments of pictures and of hidden frames on a page that moves all the time."""
    pictures, hidden = [], []
    for now in range(0, until_ms, FRAME_MS):
        if any(now <= at < now + FRAME_MS for at in inputs):
            rate.attend(now)
        if rate.is_due(now):
            rate.note_picture(now)
            pictures.append(now)
        elif rate.may_hide(now):
            hidden.append(now)
    return pictures, hidden


def test_the_rate_is_full_after_the_beginning_and_after_an_input():
    pictures, _ = film(FilmRate(), 6_000, inputs=(3_000,))
    gaps = {at: later - at for at, later in pairwise(pictures)}
    assert {gap for at, gap in gaps.items() if at < 800 or 3_000 < at < 3_800} == {FILM_MS}
    assert {gap for at, gap in gaps.items() if 1_000 < at < 2_800 or at > 4_000} == {IDLE_FILM_MS}


def test_one_frame_between_two_pictures_is_drawn():
    pictures, hidden = film(FilmRate(), 6_000)
    assert all(at + FRAME_MS not in hidden for at in pictures)
    assert len([at for at in hidden if 2_000 < at <= 2_000 + 2 * IDLE_FILM_MS]) == 8
    assert not [at for at in hidden if at < 800]
