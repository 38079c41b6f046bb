"""`SoundResponse`: which sounds answer an action, and which the page makes by itself. Pure."""

from collections.abc import Sequence

from pytest_cookie.core.sound import SoundOnset

_PROMPT_MS = 400
"""Later sounds do not belong to the input for certain: they may be music that plays on."""
_ANSWER_MS = 1_500
_APART_MS = 1_000
"""Silence before an answer: after music that plays by itself, a sound is no answer."""
_APART_GAPS = 1.5  # a rhythm varies by less
_EARLY_MS = 20
"""Onsets are known to about 10 ms."""


class SoundResponse:
    """Gets the onsets of each step in order. Times are page time in ms."""

    def __init__(self) -> None:
        self._unprompted: list[int] = []

    def is_answer(self, onsets: Sequence[SoundOnset], input_ms: int | None) -> bool:
        """Whether a sound began soon after an input at `input_ms`, while the page did not sound by itself.

        `input_ms` is None for a step without an input, whose sounds the page makes by itself.
        """
        prompt = [onset for onset in onsets if input_ms is not None and onset.at_ms >= input_ms - _EARLY_MS]
        soon = [item for item in prompt if item.at_ms <= (input_ms or 0) + _ANSWER_MS]
        before = [*self._unprompted, *(other.at_ms for other in onsets if other not in prompt)]
        sounds_by_itself = bool(before) and input_ms is not None and input_ms - before[-1] < _silence_ms(before)
        later = [one.at_ms for one in prompt if one.at_ms > (input_ms or 0) + _PROMPT_MS]
        self._unprompted = [*before, *later][-2:]
        return bool(soon) and not sounds_by_itself


def _silence_ms(times_ms: Sequence[int]) -> float:
    gap_ms = times_ms[-1] - times_ms[-2] if len(times_ms) > 1 else 0
    return max(_APART_MS, _APART_GAPS * gap_ms)
