"""Finds inputs that made the page sound."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.sound import SoundDescription
from pytest_cookie.core.trace import Step
from pytest_cookie.records.plain_tree import read_plain

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


def find_audible_steps(steps: Sequence[Step]) -> frozenset[int]:
    """The steps whose action made the page sound, as recorded with each step."""
    return frozenset(step.index for step in steps if step.change.sounded)


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
