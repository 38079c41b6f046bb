"""How the words of an action are read."""

import pytest

from pytest_cookie.browser.input.keyboard import parse_chord, parse_held_chord
from pytest_cookie.browser.input.target import UnreachableError
from pytest_cookie.browser.input.wheel import (
    find_place_to_scroll,
    parse_rects,
    parse_scale,
    parse_scroll_distance,
    split_zoom_into_notches,
)
from pytest_cookie.browser.page.traffic import origin_of


@pytest.mark.parametrize(
    ("value", "keys"),
    [
        ("a", ["a"]), ("Control+Shift+a", ["Control", "Shift", "a"]), ("+", ["+"]), ("Control++", ["Control", "+"]),
        ("Space", ["Space"]),
    ],
)  # fmt: skip
def test_chords(value, keys):
    assert parse_chord(value) == keys


def test_no_key_is_no_chord():
    with pytest.raises(UnreachableError):
        parse_chord("")


def test_held_chords():
    assert parse_held_chord("ArrowUp+ArrowRight:800") == (["ArrowUp", "ArrowRight"], 800)
    assert parse_held_chord("::50") == ([":"], 50)
    for wrong in ("ArrowUp", "ArrowUp:", ":800", "a:-5", "a:²", "a:" + "9" * 5_000):
        with pytest.raises(UnreachableError):
            parse_held_chord(wrong)


def test_wheel_distances():
    assert [parse_scroll_distance(value) for value in ("", "up", "250", "-40")] == [600, -600, 250, -40]
    with pytest.raises(UnreachableError):
        parse_scroll_distance("left")


def test_wheel_distances_sideways():
    words = ("", "right", "left", "250", "-40")
    assert [parse_scroll_distance(value, sideways=True) for value in words] == [600, 600, -600, 250, -40]
    assert parse_scroll_distance("rightmost", sideways=True) == -parse_scroll_distance("leftmost", sideways=True)
    with pytest.raises(UnreachableError, match="leftmost or rightmost"):
        parse_scroll_distance("down", sideways=True)


def test_the_page_is_scrolled_beside_fields_that_the_wheel_would_change(subtests):
    window, field = (800, 600), (100, 100, 300, 130)
    wide, tall, whole = (0, 90, 800, 140), (60, 0, 340, 600), (0, 0, 800, 600)
    for name, at, fields, place in (
        ("elsewhere", (50, 50), [field], (50, 50)),
        ("on it", (200, 110), [field], (92, 110)),
        ("at its edge", (300, 130), [field], (92, 130)),
        ("another one on its left", (200, 110), [field, (0, 100, 99, 130)], (308, 110)),
        ("as wide as the window", (200, 110), [wide], (200, 82)),
        ("at the left edge", (30, 110), [(0, 100, 60, 130)], (68, 110)),
        ("one in another", (200, 110), [field, tall], (52, 110)),
        ("no place is free", (200, 110), [whole], (200, 110)),
    ):
        with subtests.test(name):
            assert find_place_to_scroll(at, fields, window) == place


def test_boxes_that_a_page_forged_are_no_fields():
    assert parse_rects([[1, 2, 3, 4.5]]) == ((1, 2, 3, 4.5),)
    for forged in (None, "x", [[1, 2]], [{"left": 1}], {"length": 3}):
        assert parse_rects(forged) == ()


def test_a_zoom_is_some_notches_of_the_wheel():
    assert [parse_scale(value) for value in ("2", "0.5", "10", "1.25")] == [2, 0.5, 10, 1.25]
    for wrong in ("", "0", "11", "-2", "nan", "1e5", "0.01", "2x"):
        with pytest.raises(UnreachableError, match=r"factor from 0\.1 to 10"):
            parse_scale(wrong)
    assert split_zoom_into_notches(2) == [-120] * 4
    assert split_zoom_into_notches(0.5) == [120] * 4
    assert (split_zoom_into_notches(1), split_zoom_into_notches(1.01)) == ([], [-120])
    assert len(split_zoom_into_notches(10)) == 13


def test_origins():
    assert origin_of("ws://artifact.localhost/live") == origin_of("http://artifact.localhost/a?b")
    assert origin_of("http://artifact.localhost:81/") != origin_of("http://artifact.localhost/")
