"""What a page costs the machine, as items 11 and 14 read it. The one measure here that no two runs agree on.

It is outside of the promise that the same page gets the same verdict: the same evidence does, another exploration
may not. So it is read by coarse classes alone (`core/machine.py`), whose bounds lie at twice what good pages cost or
more, and is told in words, never in ms: a reference is processor time of this browser and not a user's machine.
"""

from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.machine import MACHINE_FILE, MachineTime, RunningCost, Weight
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.rubric.context import RubricContext

_RUNNING_WEIGHTS: dict[Weight, float] = {"light": 1.0, "noticeable": 0.3, "heavy": 0.3, "blocking": 0.0}
"""Of a page that stands still: good ones cost a twentieth of what is called noticeable."""
_LEAST_MOVING_FRAMES = 30
_LEAST_IDLE_MS = 200
_FRAME_MS = 17
_MOVING_SHARE = 0.25

_PER_FRAME = ((0.25, 1.0), (0.45, 0.85), (0.9, 0.7))
_COSTLIEST_FRAME = 0.55
"""References a frame, below which a moving page has this score. Good pages cost up to 0.16, all of it drawn without a
graphics card; at 0.26 a frame is late on the machine with which the classes were set. What is dearer may be the fault
of the missing card, so that no moving page fails by it alone."""


@dataclass(frozen=True)
class Stutter:
    """How smoothly the page runs: `score` of 0 to 1 by class, `why` in words; `moving` where something moves itself.

    A page that stands still and is busy all the same stutters whatever it is used for (`weight` of its idle time). Of
    one that moves, what a frame costs is told: moving is work, and without a graphics card much of it.
    """

    score: float
    moving: bool
    weight: Weight
    why: str


@dataclass(frozen=True)
class SlowInput:
    """A step whose input held the page up: `heavy` or `blocking`."""

    step: Step
    weight: Weight


def read_machine_time(evidence: Evidence, folder: Path) -> MachineTime | None:
    """`machine.json` of the session that used the page, below the evidence's folder; None where it has none."""
    for name in dict.fromkeys((evidence.trace.policy, *(session.name for session in evidence.sessions))):
        try:
            return MachineTime.model_validate_json((folder / name / MACHINE_FILE).read_bytes())
        except (OSError, ValidationError):
            continue
    return None


def rate_smoothness(context: RubricContext) -> Stutter | None:
    """How smoothly the page runs while nobody acts; of what moves in use the cost a frame. None where not measured."""
    machine = context.machine
    if machine is None:
        return None
    frames, per_frame = _frames(machine)
    idle = machine.idle
    if idle is None or idle.page_ms < _LEAST_IDLE_MS:
        return None if frames < _LEAST_MOVING_FRAMES else _of_frames(per_frame, moving=False, weight="light")
    if not _moves(idle):
        told = "while nothing moves and nobody acts"
        score = _RUNNING_WEIGHTS[idle.weight]
        if score < 1:
            return Stutter(score, False, idle.weight, f"{told} the page keeps the processor busy ({idle.weight})")
    if frames < _LEAST_MOVING_FRAMES:
        return Stutter(1.0, False, idle.weight, "nothing holds the page up while nobody acts")
    return _of_frames(per_frame, moving=_moves(idle), weight=idle.weight)


def find_slow_inputs(context: RubricContext) -> tuple[SlowInput, ...]:
    """The steps whose input cost `heavy` or `blocking` work before the page could go on, in order."""
    costs = {step.index: step.input for step in context.machine.steps} if context.machine else {}
    return tuple(
        SlowInput(step, cost.weight)
        for step in context.trace.steps
        if (cost := costs.get(step.index)) and cost.weight in ("heavy", "blocking")
    )


def count_timed_inputs(context: RubricContext) -> int:
    """In how many steps the cost of an input was measured."""
    return sum(step.input is not None for step in context.machine.steps) if context.machine else 0


def _moves(running: RunningCost) -> bool:
    """Whether most of the time something moves by itself."""
    return running.moving_frames * _FRAME_MS >= _MOVING_SHARE * running.page_ms


def _frames(machine: MachineTime) -> tuple[int, float]:
    """Frames in motion over the whole session, and what each cost in references."""
    moved = [
        (cost.running.moving_frames, cost.running.ratio_per_frame)
        for cost in machine.steps
        if cost.running and cost.running.ratio_per_frame is not None and cost.running.drawing_counted
    ]
    count = sum(frames for frames, _ in moved)
    return count, sum(frames * ratio for frames, ratio in moved) / max(1, count)


def _of_frames(per_frame: float, *, moving: bool, weight: Weight) -> Stutter:
    score = next((score for below, score in _PER_FRAME if per_frame < below), _COSTLIEST_FRAME)
    costs = "little" if score == 1 else "more than there is time for"
    return Stutter(score, moving, weight, f"a frame of what moves costs {costs}")
