"""Machine time of a page, as item 11 and the check `slow-input` read it: all that differs between two runs.

The same evidence always gets the same verdict; another exploration of the same page may not. So machine time is read
only in coarse classes (`core/machine.py`), whose limits are at least twice what good pages cost, and is reported in
words, never in ms: a reference is processor time of this browser, not of a user's machine.
"""

from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.machine import MACHINE_FILE, MachineTime, RunningCost, Weight
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.records.plain_tree import read_plain

_RUNNING_WEIGHTS: dict[Weight, float] = {"light": 1.0, "noticeable": 0.3, "heavy": 0.3, "blocking": 0.0}
"""For an idle page; good ones cost a twentieth of `noticeable`."""
_LEAST_MOVING_FRAMES = 30  # half a second of motion; less gives no stable mean
_LEAST_IDLE_MS = 200  # a shorter rest is too little to measure
_FRAME_MS = 17  # of 60 frames a second
_MOVING_SHARE = 0.25  # of the time; a caret blinks less

_PER_FRAME = ((0.25, 1.0), (0.45, 0.85), (0.9, 0.7))
_COSTLIEST_FRAME = 0.55
"""Scores of a moving page by its cost per frame, in references.

Good pages cost up to 0.16, all of it drawn without a graphics card; at 0.26 a frame is late on the machine on which the
classes were set. Higher costs may be due to the missing graphics card, so no moving page fails by this alone.
"""


@dataclass(frozen=True)
class Stutter:
    """How smoothly the page runs: `score` of 0 to 1 by class, `why` in words.

    An idle page that keeps the processor busy stutters whatever it is used for. For a moving page the cost per frame
    counts, since motion needs work, and much of it without a graphics card.
    """

    score: float
    why: str


def read_machine_time(evidence: Evidence, folder: Path) -> MachineTime | None:
    """`machine.json` of the session in use, below the evidence's folder; None if it is missing."""
    for name in dict.fromkeys((evidence.trace.policy, *(session.name for session in evidence.sessions))):
        try:
            return MachineTime.model_validate_json(read_plain(folder / name / MACHINE_FILE))
        except (RecordingError, ValidationError):
            continue
    return None


def rate_smoothness(context: RubricContext) -> Stutter | None:
    """How smoothly the page runs while idle, or the cost per frame if it moves in use; None if not measured."""
    machine = context.machine
    if machine is None:
        return None
    frames, per_frame = _frames(machine)
    idle = machine.idle
    if idle is None or idle.page_ms < _LEAST_IDLE_MS:
        return None if frames < _LEAST_MOVING_FRAMES else _of_frames(per_frame)
    if not _moves(idle):
        score = _RUNNING_WEIGHTS[idle.weight]
        if score < 1:
            return Stutter(score, f"the idle page keeps the processor busy ({idle.weight})")
    if frames < _LEAST_MOVING_FRAMES:
        return Stutter(1.0, "the idle page does not block")
    return _of_frames(per_frame)


def _moves(running: RunningCost) -> bool:
    """Whether parts of the page move by themselves a quarter of the time or more."""
    return running.moving_frames * _FRAME_MS >= _MOVING_SHARE * running.page_ms


def _frames(machine: MachineTime) -> tuple[int, float]:
    """Frames in motion over the whole session, and the cost of each in references."""
    moved = [
        (cost.running.moving_frames, cost.running.ratio_per_frame)
        for cost in machine.steps
        if cost.running and cost.running.ratio_per_frame is not None and cost.running.drawing_counted
    ]
    count = sum(frames for frames, _ in moved)
    return count, sum(frames * ratio for frames, ratio in moved) / max(1, count)


def _of_frames(per_frame: float) -> Stutter:
    score = next((score for below, score in _PER_FRAME if per_frame < below), _COSTLIEST_FRAME)
    costs = "little time" if score == 1 else "more time than there is until the next"
    return Stutter(score, f"an animation frame takes {costs}")
