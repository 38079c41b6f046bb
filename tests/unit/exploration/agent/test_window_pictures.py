"""Which parts of the window are shown again."""

import numpy as np

from pytest_cookie.exploration.agent.window_pictures import find_changed_parts


def changed(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    """A window of 600 × 400 px with changed boxes: left, top, right, bottom."""
    mask = np.zeros((400, 600), dtype=np.bool_)
    for left, top, right, bottom in boxes:
        mask[top:bottom, left:right] = True
    return mask


def test_nothing_changed():
    assert find_changed_parts(changed()) == ()


def test_a_part_has_a_margin_and_ends_at_the_window():
    assert find_changed_parts(changed((100, 50, 200, 80))) == ((88, 38, 212, 92),)
    assert find_changed_parts(changed((0, 0, 600, 10))) == ((0, 0, 600, 22),)


def test_changes_far_apart_are_parts_of_their_own():
    parts = find_changed_parts(changed((10, 10, 20, 20), (500, 380, 520, 390), (30, 60, 40, 70)))
    assert parts == ((0, 0, 52, 82), (488, 368, 532, 400))


def test_of_many_changes_the_whole_around_them_is_shown():
    tall = np.zeros((1_000, 100), dtype=np.bool_)
    tall[::200, 50] = True
    assert find_changed_parts(tall) == ((38, 0, 63, 813),)
