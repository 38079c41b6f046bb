"""How the words of an action are read."""

import pytest

from pytest_cookie.browser.input.keyboard import parse_chord, parse_held_chord
from pytest_cookie.browser.input.target import UnreachableError
from pytest_cookie.browser.input.wheel import parse_scroll_distance
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


def test_origins():
    assert origin_of("ws://artifact.localhost/live") == origin_of("http://artifact.localhost/a?b")
    assert origin_of("http://artifact.localhost:81/") != origin_of("http://artifact.localhost/")
