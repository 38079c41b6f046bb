"""`MachineTime`: processor time of a page, in its own file beside the trace, because it differs from run to run.

A reference is the processor time of a fixed piece of work (scripts, layout, drawing), measured in the same browser.
Costs in references are comparable across machines. The classes are coarse on purpose.
"""

from typing import Literal

from pytest_cookie.core.evidence import ClockKind
from pytest_cookie.core.frozen_model import FrozenModel

MACHINE_FILE = "machine.json"

REFERENCE_MS = 65
"""One reference on the machine that calibrated the classes (2 cores of an x86-64 server, 2026)."""

Weight = Literal["light", "noticeable", "heavy", "blocking"]

INPUT_MS: tuple[tuple[Weight, float], ...] = (("light", 50), ("noticeable", 200), ("heavy", 500))
"""Upper limits of the handling of one input, in ms on that machine. The Long Tasks API begins at 50 ms; Interaction to
Next Paint is good up to 200 ms and poor above 500 ms."""

SHARE: tuple[tuple[Weight, float], ...] = (("light", 0.25), ("noticeable", 0.5), ("heavy", 1.0))
"""Upper limits in processor seconds per page second on that machine; at 1 the page occupies one processor."""


def weight_of_input(ratio: float) -> Weight:
    """The class of an input whose handling costs `ratio` references."""
    return _weight(ratio * REFERENCE_MS, INPUT_MS)


def weight_of_running(ratio_per_second: float) -> Weight:
    """The class of a page that costs `ratio_per_second` references per page second."""
    return _weight(ratio_per_second * REFERENCE_MS / 1000, SHARE)


def _weight(value: float, bounds: tuple[tuple[Weight, float], ...]) -> Weight:
    return next((weight for weight, below in bounds if value < below), "blocking")


class InputCost(FrozenModel):
    """The inputs of a step: every press, release, move and key. `ratio` is the most expensive one, in references.

    The time counts until the handlers have run and, with the stepped clock, the next frame is drawn.
    """

    inputs: int
    ratio: float
    weight: Weight


class RunningCost(FrozenModel):
    """The cost of advancing page time. `ratio_per_second` is in references per page second.

    `moving_frames` counts frames drawn while most frames changed, `ratio_per_frame` is the cost of each; 0 and None if
    nothing moved, or if the clock does not draw the frames. Without `drawing_counted` the cost is scripts, layout and
    painting only: in real time, drawing for the film cannot be separated from the page's own drawing.
    """

    page_ms: int
    ratio_per_second: float
    weight: Weight
    moving_frames: int = 0
    ratio_per_frame: float | None = None
    drawing_counted: bool = True


class StepCost(FrozenModel):
    """A step of the trace, by its `index`. `cpu_ratio` is the page's total cost in references, without our reading.

    `input` is None for a step without an input, `running` if no page time passed.
    """

    index: int
    cpu_ratio: float
    input: InputCost | None = None
    running: RunningCost | None = None


class MachineDescription(FrozenModel):
    """The machine of the measurement. `load_average` covers the minute before the session, None if unknown."""

    browser: str
    clock: ClockKind
    platform: str
    cpu_count: int
    load_average: float | None
    reference_seconds: float


class MachineTime(FrozenModel):
    """`machine.json`. Processor time of the page's processes: scripts, layout, drawing. It differs from run to run.

    `load` is the cost of opening the page, `idle` the cost without input, None if it was not measured.
    """

    schema_version: int = 1
    machine: MachineDescription
    load: RunningCost | None = None
    idle: RunningCost | None = None
    steps: tuple[StepCost, ...] = ()
