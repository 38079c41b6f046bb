"""The rhythm of a hand, and the notches of a wheel."""

import pytest

from pytest_cookie.browser.input.input_timing import MAX_TYPED, InputTiming
from pytest_cookie.browser.input.wheel import split_into_notches


def test_a_seed_decides_every_duration():
    def some(seed: int) -> list:
        cadence = InputTiming(seed)
        return [cadence.press_ms(), cadence.dwell_ms(), cadence.strokes(9), cadence.chord_ms(), cadence.grasp_ms()]

    assert some(1) == some(1)
    assert some(1) != some(2)


def test_presses_last_as_long_as_a_persons():
    cadence = InputTiming(5)
    pressed = [cadence.press_ms() for _ in range(300)]
    assert (min(pressed), max(pressed)) == (60, 120)


def test_a_word_is_typed_in_an_uneven_rhythm():
    strokes = InputTiming(5).strokes(20)
    assert all(40 <= stroke.next_ms <= 120 for stroke in strokes)
    assert len({item.next_ms for item in strokes}) > 8
    assert all(10 < other.down_ms < other.next_ms for other in strokes)


@pytest.mark.parametrize("seed", range(5))
def test_a_long_text_is_typed_faster_in_bounded_time(seed):
    strokes = InputTiming(seed).strokes(MAX_TYPED)
    assert len(strokes) == MAX_TYPED
    assert sum(stroke.next_ms for stroke in strokes) < 3_300
    assert InputTiming(seed).strokes(0) == []


@pytest.mark.parametrize(
    ("distance", "turns"),
    [(600, [120] * 5), (300, [120, 120, 60]), (-120, [-120]), (7, [7]), (0, [])],
)
def test_notches_make_up_the_distance(distance, turns):
    assert split_into_notches(distance) == turns


def test_a_long_way_spins_the_wheel_ever_faster():
    turns = split_into_notches(-1_000_000)
    assert sum(turns) == pytest.approx(-1_000_000)
    assert turns[:3] == [-120, -180, -270]
    assert len(turns) < 25
    assert len(split_into_notches(2_400)) == 20
