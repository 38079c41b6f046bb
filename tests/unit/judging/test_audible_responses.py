"""An input that is answered by a sound alone is answered, on a page that is to sound; music that plays is no answer."""

import pytest

from pytest_cookie.core.sound import SoundDescription
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.judging.checks.audible_responses import find_audible_steps
from pytest_cookie.judging.checks.find_interactions import find_interactions
from pytest_cookie.judging.rubric.context import RubricContext
from tests.unit.judging.evidence_builders import case, evidence, step, trace


def heard(*onsets_ms: int) -> SoundDescription:
    return SoundDescription(
        duration_ms=60_000, silent=False, summary="", peak_dbfs=-6.0, rms_dbfs=-9.0, loudness_lufs=-12.0,
        clipped_share=0.0, silent_share=0.5, onsets_ms=onsets_ms,
    )  # fmt: skip


def pads(*ends_ms: int, kind: str = "click") -> tuple[Step, ...]:
    """Each step presses another pad, without a visible effect."""
    return tuple(
        step(index, kind, f"b{index}", change=Change(seen=False), page_ms=page_ms)
        for index, page_ms in enumerate(ends_ms)
    )


@pytest.mark.parametrize(
    ("onsets", "sounding"),
    [
        ((400, 3_400, 6_400), {0, 1, 2}),
        ((3_400,), {1}),
        ((3_400, 3_500, 3_600), {1}),
        (tuple(range(0, 9_000, 500)), {0}),
        ((20_000,), set()),
        ((), set()),
    ],
    ids=["each", "one", "a chord", "music from the first press on", "after the last step", "silence"],
)
def test_what_begins_to_sound_after_an_input_and_a_second_of_quiet_is_its_answer(onsets, sounding):
    assert find_audible_steps(pads(3_000, 6_000, 9_000), heard(*onsets)) == sounding


def test_what_begins_while_nobody_acts_is_no_answer_and_without_a_sound_there_is_none():
    assert find_audible_steps(pads(3_000, kind="wait"), heard(400)) == frozenset()
    assert find_audible_steps(pads(3_000), None) == frozenset()


def test_what_sounds_by_itself_answers_nothing():
    ticks = heard(*range(300, 15_000, 1_300))
    dead = pads(8_000, 11_000, 14_000)
    looked = step(0, "look", page_ms=5_000)
    assert find_audible_steps((looked, *dead), ticks) == frozenset()
    started = (*pads(3_000, 6_000), step(2, "wait", page_ms=9_000), step(3, "click", "b3", page_ms=12_000))
    assert find_audible_steps(started, ticks) == {0, 1}


@pytest.mark.parametrize(
    ("brief", "answers"),
    [("A drum machine with sound.", ["answered"] * 3), ("A planner for bike rides.", ["silent"] * 3)],
)
def test_pads_that_only_sound_are_not_dead_where_the_brief_asks_for_sound(brief, answers):
    steps = pads(3_000, 6_000, 9_000)
    subject = RubricContext(
        case(brief=brief),
        evidence(trace=trace(*steps)),
        audible_steps=find_audible_steps(steps, heard(400, 3_400, 6_400)),
    )
    assert [use.answer for use in find_interactions(subject)] == answers
