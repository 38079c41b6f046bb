"""`MachineTime`: processor time of a page, in its own file beside the trace, because it differs from run to run.

A reference is the processor time of a fixed piece of work (scripts, layout, drawing), measured in the same browser.
Costs in references are comparable across machines. The classes are coarse on purpose.
"""

from typing import Literal

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import ClockKind

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
    """The cost of a step's inputs: presses, releases, moves and keys.

    It counts from the input until its handlers have run and, with the stepped clock, the next frame is drawn.
    """

    inputs: int
    """Number of inputs."""
    ratio: float
    """Cost of the most expensive input, in references."""
    weight: Weight
    """Class of that cost."""


class RunningCost(FrozenModel):
    """The cost of letting page time pass."""

    page_ms: int
    """Page time that passed."""
    ratio_per_second: float
    """Cost of a second of page time, in references."""
    weight: Weight
    """Class of that cost."""
    moving_frames: int = 0
    """Frames drawn while most frames changed. 0 with the cooperative clock."""
    ratio_per_frame: float | None = None
    """Cost of such a frame, in references. Null without moving frames."""
    drawing_counted: bool = True
    """Whether drawing is included. `false` for films in real time, where the film's pictures cannot be separated from
    the page's own drawing."""


class StepCost(FrozenModel):
    """The cost of one step."""

    index: int
    """Number of the step in the trace."""
    cpu_ratio: float
    """Cost of the whole step, in references, without the cost of observing the page."""
    input: InputCost | None = None
    """Cost of the inputs. Null for a step without an input."""
    running: RunningCost | None = None
    """Cost of passing time. Null if no page time passed."""


class MachineDescription(FrozenModel):
    """The machine of the measurement."""

    browser: str
    """Version of the browser."""
    clock: ClockKind
    """The clock of page time."""
    platform: str
    """Operating system."""
    cpu_count: int
    """Number of processors."""
    load_average: float | None
    """Load of the last minute when the session started. Null if it is unknown."""
    reference_seconds: float
    """Processor time of the reference: the median of three measurements."""


class MachineTime(FrozenModel):
    """What the page cost the machine: the file `machine.json`. It is the only evidence that differs from run to run.

    Processor time of the page's processes: scripts, layout and drawing.
    """

    schema_version: Literal[1] = 1
    """Version of this schema."""
    machine: MachineDescription
    """The machine of the measurement."""
    load: RunningCost | None = None
    """Cost of opening the page."""
    idle: RunningCost | None = None
    """Cost of the steps without actions. Null if there were none."""
    steps: tuple[StepCost, ...] = ()
    """Cost of each step."""
