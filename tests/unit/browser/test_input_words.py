"""How the words of an action are read."""

import pytest

from pytest_cookie.browser.input.keyboard import chord, held_chord
from pytest_cookie.browser.input.target import UnreachableError
from pytest_cookie.browser.input.wheel import wheel_distance
from pytest_cookie.browser.page.traffic import origin_of


@pytest.mark.parametrize(
    ("value", "keys"),
    [
        ("a", ["a"]), ("Control+Shift+a", ["Control", "Shift", "a"]), ("+", ["+"]), ("Control++", ["Control", "+"]),
        ("Space", ["Space"]),
    ],
)  # fmt: skip
def test_chords(value, keys):
    assert chord(value) == keys


def test_no_key_is_no_chord():
    with pytest.raises(UnreachableError):
        chord("")


def test_held_chords():
    assert held_chord("ArrowUp+ArrowRight:800") == (["ArrowUp", "ArrowRight"], 800)
    assert held_chord("::50") == ([":"], 50)
    for wrong in ("ArrowUp", "ArrowUp:", ":800", "a:-5", "a:²", "a:" + "9" * 5_000):
        with pytest.raises(UnreachableError):
            held_chord(wrong)


def test_wheel_distances():
    assert [wheel_distance(value) for value in ("", "up", "250", "-40")] == [600, -600, 250, -40]
    with pytest.raises(UnreachableError):
        wheel_distance("left")


def test_origins():
    assert origin_of("ws://artifact.localhost/live") == origin_of("http://artifact.localhost/a?b")
    assert origin_of("http://artifact.localhost:81/") != origin_of("http://artifact.localhost/")
