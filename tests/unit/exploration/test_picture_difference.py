"""What differs between the pictures with and without an input."""

import numpy as np

from pytest_cookie.exploration.effects.picture_difference import describe_difference


def scene(*figures, ground=(20, 40, 80), scenery=()):
    """A window with figures (x, y, width, height) on a ground."""
    pixels = np.full((720, 1280, 3), ground, dtype=np.uint8)
    for x, y, width, height in scenery:
        pixels[y : y + height, x : x + width] = (90, 90, 90)
    for x, y, width, height in figures:
        pixels[y : y + height, x : x + width] = (250, 210, 60)
    return pixels


def hills(offset: int):
    """A striped land that fills the window, scrolled to the left by `offset`."""
    columns = (np.sin((np.arange(1280) + offset) / 37.0) + np.sin((np.arange(1280) + offset) / 11.3)) * 50 + 120
    return np.repeat(np.tile(columns.astype(np.uint8), (720, 1))[..., None], 3, axis=2)


def test_what_an_input_changed_is_told(subtests):
    bird = (300, 400, 30, 24)
    for told, without, then, expected in (
        ("far up", scene(bird), scene((300, 320, 30, 24)), "what is at (315, 412) without it is 80 px higher with it"),
        ("a little up", scene(bird), scene((300, 390, 30, 24)), "10 px higher"),
        ("right and down", scene(bird), scene((360, 410, 30, 24)), "10 px lower and 60 px further right"),
        ("beside a pipe", scene(bird, scenery=[(340, 0, 60, 720)]),
         scene((300, 320, 30, 24), scenery=[(340, 0, 60, 720)]), "80 px higher"),
        ("new", scene(bird), scene(bird, (700, 100, 40, 40)), "something new is at (720, 120), 40 × 40 px"),
        ("gone", scene(bird), scene(), "what is at (315, 412), 30 × 24 px, without it is gone with it"),
        ("scrolled", hills(0), hills(25), "px further left with it than without"),
        ("another colour", scene(ground=(20, 40, 80)), scene(ground=(90, 40, 80)), "looks different"),
        ("the same", scene(bird), scene(bird), ""),
    ):  # fmt: skip
        with subtests.test(told):
            found = describe_difference(without, then)
            assert (expected in found, bool(found)) == (True, bool(expected)), found
