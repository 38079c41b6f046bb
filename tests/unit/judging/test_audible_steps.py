"""Which steps made the page sound, and which only made the click that the page makes for everything."""

import pytest

from pytest_cookie.core.action import Click, Look
from pytest_cookie.core.sound import SoundOnset
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.judging.measures.audible_responses import find_audible_steps, find_click_noise
from pytest_cookie.judging.measures.find_interactions import find_interactions
from pytest_cookie.judging.model.prompt_sections import format_step
from pytest_cookie.judging.rubric.context import RubricContext
from tests.unit.judging.evidence_builders import case, evidence, step, trace

SOUND = (SoundOnset(at_ms=5_000, level_dbfs=-18),)


def press(index: int, *, sounded: bool | None = True, pixels: float = 0.0) -> Step:
    change = Change(seen=True, sounded=sounded, sounds=SOUND if sounded else (), pixels=pixels)
    return Step(index=index, thought="", action=Click(ref=f"e{index}"), change=change)


def test_audible_steps_are_those_recorded_with_a_sound():
    steps = [Step(index=0, thought="", action=Look()), press(1), press(2, sounded=False), press(3)]
    assert find_audible_steps(steps) == {1, 3}


@pytest.mark.parametrize(("sound", "answer"), [(True, "answered"), (False, "silent")])
def test_pads_that_only_sound_are_dead_unless_they_sound(sound, answer):
    steps = [step(i, ref=f"b{i}", change=Change(seen=False, sounded=sound)) for i in range(3)]
    seen = evidence(trace=trace(*steps))
    page = RubricContext(case(brief="A drum machine with sound."), seen, audible_steps=find_audible_steps(steps))
    assert [interaction.answer for interaction in find_interactions(page)] == [answer] * 3


def test_a_click_for_everything_is_no_response():
    steps = [press(1, pixels=0.1), press(2), press(3), press(4, pixels=0.2)]
    assert find_click_noise(steps) == {2, 3}


def test_keys_of_an_instrument_and_a_few_sounds_are_responses():
    instrument = [press(index) for index in range(8)]
    few = [press(1, pixels=0.1), press(2), *(press(index, sounded=False) for index in range(3, 9))]
    assert find_click_noise(instrument) == find_click_noise(few) == frozenset()


def test_the_judge_is_told_of_sounds_and_of_what_changes_by_itself():
    told = format_step(press(1))
    assert "it sounded; nothing else that a user could notice changed" in told
    assert "heard: a sound at 5.00 s (-18 dBFS)" in told
    still = Step(index=2, thought="", action=Click(ref="e"), change=Change(by_itself=("0:07", "0:08")))
    assert "it changed nothing that a user could notice · changes by itself: 0:07 | 0:08" in format_step(still)
