"""What a page costs the machine: coarse classes, read from `machine.json` as it lies beside a trace."""

from pathlib import Path

import pytest

from pytest_cookie.core.machine import (
    MACHINE_FILE,
    InputCost,
    MachineDescription,
    MachineTime,
    RunningCost,
    StepCost,
    weight_of_input,
    weight_of_running,
)
from pytest_cookie.judging.measures.machine_cost import rate_smoothness, read_machine_time
from pytest_cookie.judging.rubric.context import RubricContext
from tests.unit.judging.evidence_builders import case, evidence


def running(per_second: float, *, frames: int = 0, per_frame: float | None = None) -> RunningCost:
    return RunningCost(
        page_ms=1000,
        ratio_per_second=per_second,
        weight=weight_of_running(per_second),
        moving_frames=frames,
        ratio_per_frame=per_frame,
    )


MOVING = running(9.0, frames=60, per_frame=0.15)


def machine_time(*inputs: float, idle: RunningCost | None = None, in_use: RunningCost | None = None) -> MachineTime:
    """Inputs of four steps with these costs in references; `in_use` is what ran after the first of them."""
    about = MachineDescription(
        browser="chromium", clock="stepped", platform="Linux", cpu_count=2, load_average=1.0, reference_seconds=0.065
    )
    steps = tuple(
        StepCost(
            index=index,
            cpu_ratio=ratio,
            input=InputCost(inputs=1, ratio=ratio, weight=weight_of_input(ratio)),
            running=in_use if index == 0 else None,
        )
        for index, ratio in enumerate(inputs or (0.2,))
    )
    return MachineTime(machine=about, idle=idle or running(0.2), steps=steps)


def subject(machine: MachineTime | None) -> RubricContext:
    return RubricContext(case(), evidence(), machine)


def test_it_is_read_from_beside_the_trace(tmp_path: Path):
    assert read_machine_time(evidence(), tmp_path) is None
    (tmp_path / "crawler").mkdir()
    (tmp_path / "crawler" / MACHINE_FILE).write_text("{ half a")
    assert read_machine_time(evidence(), tmp_path) is None
    (tmp_path / "crawler" / MACHINE_FILE).write_text(machine_time(9.0).model_dump_json())
    assert read_machine_time(evidence(), tmp_path) == machine_time(9.0)


@pytest.mark.parametrize(
    ("machine", "score"),
    [
        (machine_time(), 1.0),
        (machine_time(idle=running(7.6)), 0.3),  # a loop of half a processor, on a page without motion
        (machine_time(idle=running(40.0)), 0.0),
        (machine_time(idle=running(7.3, frames=58, per_frame=0.15), in_use=MOVING), 1.0),
        (machine_time(in_use=running(30.0, frames=60, per_frame=0.5)), 0.7),
        (machine_time(in_use=running(90.0, frames=60, per_frame=2.0)), 0.55),
    ],
)  # fmt: skip
def test_stutter_by_class(machine: MachineTime, score: float):
    stutter = rate_smoothness(subject(machine))
    assert stutter is not None
    assert stutter.score == score


def test_what_was_not_measured_is_not_told():
    assert rate_smoothness(subject(None)) is None
