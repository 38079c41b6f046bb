"""When sounds begin, and how loud they are, is known while a session runs."""

import numpy as np

from pytest_cookie.browser.capture.onsets import OnsetMeter

RATE = 44_100
FRAME_MS = 17


class Sink:
    def __init__(self) -> None:
        self.samples = 0

    def sound(self, start_ms: float, samples: np.ndarray, rate: int) -> None:
        self.samples += len(samples)


def tone(ms: int, *, level: float = 0.5, hz: float = 440.0) -> np.ndarray:
    wave = level * np.sin(2 * np.pi * hz * np.arange(ms * RATE // 1000) / RATE)
    return np.stack([wave, wave], axis=1).astype(np.float32)


def play(meter: OnsetMeter, at_ms: int, sound: np.ndarray) -> None:
    """In pieces of a frame, as the page's sound arrives."""
    step = FRAME_MS * RATE // 1000
    for first in range(0, len(sound), step):
        meter.sound(at_ms + first * 1000 / RATE, sound[first : first + step], RATE)


def test_each_onset_is_told_once_with_its_time_and_level():
    meter = OnsetMeter(Sink())
    play(meter, 1_000, tone(300))
    play(meter, 2_000, tone(300, level=0.05, hz=660))
    first, second = meter.take(1_500), meter.take(2_600)
    assert [abs(item.at_ms - 1_000) <= 12 for item in first] == [True]
    assert [abs(one.at_ms - 2_000) <= 12 for one in second] == [True]
    assert [first[0].level_dbfs, second[0].level_dbfs] == [-9, -29]
    assert meter.take(3_000) == ()


def test_a_sound_that_goes_on_does_not_begin_again():
    meter = OnsetMeter(Sink())
    play(meter, 500, tone(3_000))
    assert [len(meter.take(at_ms)) for at_ms in (700, 1_100, 1_900, 2_700)] == [1, 0, 0, 0]


def test_an_onset_at_the_end_of_a_step_is_told_with_the_next_one():
    meter = OnsetMeter(Sink())
    play(meter, 980, tone(300))
    assert [len(meter.take(at_ms)) for at_ms in (1_000, 1_500)] == [0, 1]


def test_broken_samples_are_passed_on_and_are_no_onset():
    sink = Sink()
    meter = OnsetMeter(sink)
    meter.sound(float("nan"), tone(20), RATE)
    meter.sound(100, np.full((800, 2), np.nan, dtype=np.float32), RATE)
    meter.sound(100, tone(20), 7)
    assert (meter.take(1_000), sink.samples) == ((), 2 * len(tone(20)) + 800)
