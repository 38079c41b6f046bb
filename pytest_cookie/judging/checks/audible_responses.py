"""Finds inputs that made the page sound."""

from bisect import bisect_left
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.sound import SoundDescription
from pytest_cookie.core.trace import Step
from pytest_cookie.records.plain_tree import read_plain

_APART_MS = 1_000
"""The silence before a response, in ms: music that plays by itself is no response."""

_FEWEST_CLICKS = 4  # of fewer presses, all may sound for a reason
_NEARLY_ALL = 0.8  # share of presses that sound


def sound_of(evidence: Evidence, folder: Path) -> SoundDescription | None:
    """The recorded sound of the session in use; None without a recording, or if the file cannot be read."""
    name = evidence.sound_file
    if not name:
        return None
    try:
        return SoundDescription.model_validate_json(read_plain(folder / evidence.trace.policy / name))
    except (RecordingError, ValidationError):
        return None


def find_audible_steps(steps: Sequence[Step], sound: SoundDescription | None) -> frozenset[int]:
    """The steps whose action made the page sound, as recorded with each step.

    In older evidence: the steps with an input after which a sound began, following a second without any onset. The
    search stops at the first step without an input in which a sound begins: from there on the page sounds by itself, as
    a running metronome does.
    """
    if any(step.change.sounded is not None for step in steps):
        return frozenset(step.index for step in steps if step.change.sounded)
    if sound is None:
        return frozenset()
    onsets = sorted(sound.onsets_ms)
    begins_ms, found = 0, set[int]()
    for step in steps:
        if _begins(onsets, begins_ms, step.page_ms):
            if step.outcome != "done" or not step.action.is_input:
                break
            found.add(step.index)
        begins_ms = step.page_ms
    return frozenset(found)


def find_click_noise(steps: Sequence[Step]) -> frozenset[int]:
    """The steps that only sounded, if nearly every press on the page sounds, also those that do something else.

    Such a page plays the same click for everything, so the click alone is no response.
    """
    pressed = [step for step in steps if step.outcome == "done" and step.action.presses_target]
    sounded = [step for step in pressed if step.change.sounded]
    has_more = any(not step.change.only_sounded for step in sounded)
    if len(sounded) < _FEWEST_CLICKS or not has_more or len(sounded) < _NEARLY_ALL * len(pressed):
        return frozenset()
    return frozenset(step.index for step in sounded if step.change.only_sounded)


def _begins(onsets: list[int], from_ms: int, to_ms: int) -> bool:
    """Whether the first onset in that time follows a second of silence."""
    first = bisect_left(onsets, from_ms)
    begins = first < len(onsets) and onsets[first] <= to_ms
    return begins and (first == 0 or onsets[first] - onsets[first - 1] > _APART_MS)
