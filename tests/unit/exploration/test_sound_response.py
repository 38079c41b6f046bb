"""A sound answers an input unless the page sounds by itself."""

from pytest_cookie.core.sound import SoundOnset
from pytest_cookie.exploration.effects.late_responses import SoundResponse


def at(*times_ms: int) -> tuple[SoundOnset, ...]:
    return tuple(SoundOnset(at_ms=time_ms, level_dbfs=-12) for time_ms in times_ms)


def test_a_sound_with_the_input_is_its_answer_however_quickly_inputs_follow():
    response = SoundResponse()
    assert response.is_answer(at(1_010), 1_000)
    assert response.is_answer(at(1_515), 1_500)
    assert not response.is_answer((), 2_000)


def test_a_metronome_answers_the_press_that_starts_it_and_no_other():
    response = SoundResponse()
    assert not response.is_answer((), 1_000)
    assert response.is_answer(at(3_005, 4_505, 6_005), 3_000)
    assert not response.is_answer(at(7_505), 6_500)
    assert not response.is_answer((), 9_000)
    assert not response.is_answer(at(9_005), None)


def test_music_that_plays_from_the_start_answers_nothing_until_it_is_over():
    response = SoundResponse()
    response.is_answer(at(100, 600, 1_100), None)
    assert not response.is_answer(at(1_620), 1_600)
    assert response.is_answer(at(9_005), 9_000)


def test_a_sound_long_after_the_input_does_not_answer_it():
    assert not SoundResponse().is_answer(at(4_000), 1_000)
