"""Times and numbers in lines of visible text."""

import pytest

from pytest_cookie.core.shown_numbers import read_shown_numbers
from pytest_cookie.exploration.step_notes import MOST_READINGS, NumberReadings


@pytest.mark.parametrize(
    ("line", "label", "value", "is_time"),
    [
        ("0:57", " | 0:0", 57, True),
        ("Time left 01:02:03", "Time left 0:0:0", 3723, True),
        ("57 s", "0 s", 57, True),
        ("残り 30 秒", "残り 0 秒", 30, True),
        ("0:12 / 3:40", " | 0:0 / 0:0", 12, True),
        ("Time60", "Time0", 60, False),
        ("Score 1,5", "Score 0,0", 1.5, False),
        ("３", " | 0", 3, False),
        ("Round 2, 0:45 left", "Round 0, 0:0 left", 45, True),
    ],
)
def test_a_line_is_read(line, label, value, is_time):
    (told,) = read_shown_numbers(line)
    assert (told.label, told.value, told.is_time, told.text) == (label, value, is_time, line)


@pytest.mark.parametrize("line", ["", "Level 2 of 9", "Nothing", "1.234.567", "③", "x" * 80 + "1", "9" * 5_000])
def test_lines_without_one_number_are_left_out(line):
    assert read_shown_numbers(line) == ()


def test_numbers_without_words_are_named_by_the_line_above_and_repeated_ones_by_their_place():
    told = read_shown_numbers("Score\n12\nLives\n3\nItem 1\nItem 2")
    assert [number.label for number in told] == ["Score | 0", "Lives | 0", "Item 0", "Item 0 #2"]


def test_times_and_numbers_that_have_changed_are_followed_up_to_twelve():
    followed = NumberReadings()
    assert [reading.text for reading in followed.note("Score 1\nLives 3\n0:10")] == ["0:10"]
    assert [reading.text for reading in followed.note("Score 2\nLives 3\n0:10")] == ["Score 2", "0:10"]
    assert [reading.text for reading in followed.note("Score 2\nLives 3")] == ["Score 2"]
    many = NumberReadings()
    many.note("\n".join(f"{letter}{letter} 1" for letter in "abcdefghijklmnopqrstuvwxyz"))
    assert len(many.note("\n".join(f"{letter}{letter} 2" for letter in "abcdefghijklmnopqrstuvwxyz"))) == MOST_READINGS
