"""How the words of an action are read."""

import pytest

from pytest_cookie.browser.input.keyboard import parse_chord, parse_held_chord
from pytest_cookie.browser.input.target import UnreachableError
from pytest_cookie.browser.input.wheel import parse_scale, parse_scroll_distance, split_zoom_into_notches
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
