"""The changed part is exact to the pixel, whether the page keeps its size, grows or shrinks."""

import numpy as np
import pytest

from pytest_cookie.protocols.interaction2code.metrics.changed_part import Box, find_changed_part

WIDTH, HEIGHT = 120, 200
INK, PANEL = (20, 20, 60), (250, 220, 160)


def page(height: int = HEIGHT, width: int = WIDTH) -> np.ndarray:
    """A header, and lines of text that differ from each other."""
    picture = np.full((height, width, 3), 245, dtype=np.uint8)
    picture[:20] = (30, 90, 90)
    for row in range(30, height - 10, 10):
        picture[row : row + 3, 10 : 30 + (row * 7) % 80] = INK
    return picture


def with_box(picture: np.ndarray, box: Box, color: tuple[int, int, int] = PANEL) -> np.ndarray:
    changed = picture.copy()
    changed[box.top : box.bottom, box.left : box.right] = color
    return changed


def opened(picture: np.ndarray, at: int, added: int, left: int, right: int) -> np.ndarray:
    """A panel pushes everything from row `at` down."""
    rows = np.full((added, picture.shape[1], 3), 245, dtype=np.uint8)
    rows[:, left:right] = PANEL
    return np.concatenate([picture[:at], rows, picture[at:]])


@pytest.mark.parametrize(
    "box",
    [
        Box(0, 0, 1, 1), Box(WIDTH - 1, HEIGHT - 1, WIDTH, HEIGHT), Box(0, 0, WIDTH, HEIGHT), Box(5, 40, 60, 90),
        Box(0, 100, WIDTH, 101), Box(60, 0, 61, HEIGHT), Box(13, 57, 14, 58),
    ],
    ids=str,
)  # fmt: skip
def test_of_one_size_it_is_the_box_of_all_changes(box):
    before = page()
    part = find_changed_part(before, with_box(before, box, (1, 2, 3)))
    assert part is not None
    assert (part.before, part.after) == (box, box)


@pytest.mark.parametrize(
    ("at", "added", "left", "right"),
    [(40, 30, 10, 110), (40, 1, 0, 120), (27, 55, 60, 61), (195, 12, 5, 50), (60, 300, 0, 1), (20, 8, 119, 120)],
)
def test_of_a_panel_that_opens_it_is_the_panel(at, added, left, right):
    before = page()
    part = find_changed_part(before, opened(before, at, added, left, right))
    assert part is not None
    assert (part.before, part.after) == (None, Box(left, at, right, at + added))


@pytest.mark.parametrize(("at", "added", "left", "right"), [(40, 30, 10, 110), (60, 7, 0, 120), (193, 3, 30, 31)])
def test_of_a_panel_that_closes_it_is_where_the_panel_was(at, added, left, right):
    after = page()
    part = find_changed_part(opened(after, at, added, left, right), after)
    assert part is not None
    assert (part.before, part.after) == (Box(left, at, right, at + added), None)


def test_a_page_that_grows_at_its_end_and_changes_above_has_both_in_its_part():
    before = page()
    after = with_box(opened(before, 150, 20, 10, 110), Box(10, 5, 20, 15), (255, 0, 0))
    part = find_changed_part(before, after)
    assert part is not None
    assert (part.before, part.after) == (Box(10, 5, 20, 15), Box(10, 5, 110, 170))


@pytest.mark.parametrize("added", [1, 25])
def test_a_page_that_becomes_wider_is_aligned_by_columns(added):
    before = page()
    columns = np.repeat(before[:, -1:], added, axis=1)  # the header goes on
    columns[50:80] = PANEL
    part = find_changed_part(before, np.concatenate([before, columns], axis=1))
    assert part is not None
    assert (part.before, part.after) == (None, Box(WIDTH, 50, WIDTH + added, 80))


def test_equal_pictures_have_none():
    assert find_changed_part(page(), page()) is None


def test_a_long_page_without_common_rows_changed_as_a_whole():
    before = np.zeros((9_000, 3, 3), dtype=np.uint8)
    part = find_changed_part(before, np.full((9_001, 3, 3), 9, dtype=np.uint8))
    assert part is not None
    assert (part.before, part.after) == (Box(0, 0, 3, 9_000), Box(0, 0, 3, 9_001))
