"""Which inputs the page answered with a sound, told by where in the recorded sound something begins."""

from bisect import bisect_left
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.sound import SoundDescription
from pytest_cookie.core.trace import Step

_INPUTS = frozenset({"click", "double_click", "right_click", "press", "hold", "drag", "select", "type"})
_APART_MS = 1_000
"""So long it was quiet before: music that plays by itself is no answer."""


def sound_of(evidence: Evidence, folder: Path) -> SoundDescription | None:
    """What was heard while the page was used; None where nothing was, or it cannot be read."""
    name = evidence.sound_file
    if not name:
        return None
    try:
        return SoundDescription.model_validate_json((folder / evidence.trace.policy / name).read_bytes())
    except (OSError, ValidationError):
        return None


def find_audible_steps(steps: Sequence[Step], sound: SoundDescription | None) -> frozenset[int]:
    """The steps with an input in which something began to sound, after a second without any beginning.

    Up to the first step without an input in which something does so: from there on the page sounds by itself, as a
    metronome does that runs or was started.
    """
    if sound is None:
        return frozenset()
    onsets = sorted(sound.onsets_ms)
    begins_ms, found = 0, set[int]()
    for step in steps:
        if _begins(onsets, begins_ms, step.page_ms):
            if step.outcome != "done" or step.action.kind not in _INPUTS:
                break
            found.add(step.index)
        begins_ms = step.page_ms
    return frozenset(found)


def _begins(onsets: list[int], from_ms: int, to_ms: int) -> bool:
    """Whether the first that begins in that time does so after a second of quiet."""
    first = bisect_left(onsets, from_ms)
    begins = first < len(onsets) and onsets[first] <= to_ms
    return begins and (first == 0 or onsets[first] - onsets[first - 1] > _APART_MS)
