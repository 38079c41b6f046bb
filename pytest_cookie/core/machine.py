"""`MachineTime`: what a page cost the machine, in its own file beside the trace. The one thing that no run repeats.

A reference is the processor time of a fixed piece of work (scripts, layout, drawing), measured in the same browser:
what is told in references compares across machines. The classes are coarse on purpose.
"""

from typing import Literal

from pytest_cookie.core.evidence import ClockKind
from pytest_cookie.core.frozen_model import FrozenModel

MACHINE_FILE = "machine.json"

REFERENCE_MS = 65
"""What a reference takes on the machine with which the classes were set (2 cores of an x86-64 server, 2026)."""

Weight = Literal["light", "noticeable", "heavy", "blocking"]

INPUT_MS: tuple[tuple[Weight, float], ...] = (("light", 50), ("noticeable", 200), ("heavy", 500))
"""One input's handling, in ms on that machine, below which it is called so. 50 ms is where the Long Tasks API begins;
200 and 500 ms are where Interaction to Next Paint stops being good and begins to be poor."""

SHARE: tuple[tuple[Weight, float], ...] = (("light", 0.25), ("noticeable", 0.5), ("heavy", 1.0))
"""Processor seconds a page second on that machine, below which it is called so; at 1 it needs all of a processor."""


def weight_of_input(ratio: float) -> Weight:
    """How heavily an input weighs whose handling costs `ratio` references."""
    return _weight(ratio * REFERENCE_MS, INPUT_MS)


def weight_of_running(ratio_per_second: float) -> Weight:
    """How heavily a page weighs that costs so many references a page second."""
    return _weight(ratio_per_second * REFERENCE_MS / 1000, SHARE)


def _weight(value: float, bounds: tuple[tuple[Weight, float], ...]) -> Weight:
    return next((weight for weight, below in bounds if value < below), "blocking")


class InputCost(FrozenModel):
    """The inputs of a step: every press, release, move and key. `ratio` is that of the costliest one, in references.

    It counts from the input until its handlers have run and, by the stepped clock, the frame after it is drawn.
    """

    inputs: int
    ratio: float
    weight: Weight


class RunningCost(FrozenModel):
    """What it cost to let page time pass. `ratio_per_second` is in references a page second.

    `moving_frames` are those that were drawn while most frames changed, `ratio_per_frame` what each of them cost; 0 and
    None where nothing moved, or where the clock is not the one who draws. Without `drawing_counted` it is scripts,
    layout and painting alone: in real time the pictures of the film cannot be told from the page's own drawing.
    """

    page_ms: int
    ratio_per_second: float
    weight: Weight
    moving_frames: int = 0
    ratio_per_frame: float | None = None
    drawing_counted: bool = True


class StepCost(FrozenModel):
    """A step of the trace, by its `index`. `cpu_ratio` is all it cost the page, in references, without our looking.

    `input` is None for a step without an input, `running` where no page time passed.
    """

    index: int
    cpu_ratio: float
    input: InputCost | None = None
    running: RunningCost | None = None


class MachineDescription(FrozenModel):
    """Where it was measured. `load_average` is that of the last minute as the session began, None where unknown."""

    browser: str
    clock: ClockKind
    platform: str
    cpu_count: int
    load_average: float | None
    reference_seconds: float


class MachineTime(FrozenModel):
    """`machine.json`. Processor time of the page's processes: scripts, layout, drawing; nothing here repeats exactly.

    `load` is what opening the page cost, `idle` what it costs while nobody acts, None where it was not left alone.
    """

    schema_version: int = 1
    machine: MachineDescription
    load: RunningCost | None = None
    idle: RunningCost | None = None
    steps: tuple[StepCost, ...] = ()
