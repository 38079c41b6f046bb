"""Efforts → `MachineTime`: what the steps of an exploration cost the machine, told in references."""

from collections.abc import Sequence

from pytest_cookie.browser.page.observation import Effort
from pytest_cookie.core.machine import (
    InputCost,
    MachineDescription,
    MachineTime,
    RunningCost,
    StepCost,
    weight_of_input,
    weight_of_running,
)
from pytest_cookie.core.trace import Step

_IDLE = frozenset({"look", "wait"})


def machine_time(
    machine: MachineDescription, *, load: Effort, steps: Sequence[Step], efforts: Sequence[Effort]
) -> MachineTime:
    """`efforts` are those of `steps`, one each."""
    reference = machine.reference_seconds
    idle = [effort for step, effort in zip(steps, efforts, strict=True) if step.action.kind in _IDLE]
    return MachineTime(
        machine=machine,
        load=_running(load, reference),
        idle=_running(_sum(idle), reference),
        steps=tuple(_step(step.index, effort, reference) for step, effort in zip(steps, efforts, strict=True)),
    )


def _sum(efforts: Sequence[Effort]) -> Effort:
    return Effort(
        passed_ms=sum(one.passed_ms for one in efforts),
        passing_seconds=sum(one.passing_seconds for one in efforts),
        moving_frames=sum(one.moving_frames for one in efforts),
        moving_seconds=sum(one.moving_seconds for one in efforts),
        drawing_counted=all(one.drawing_counted for one in efforts),
    )


def _step(index: int, effort: Effort, reference_seconds: float) -> StepCost:
    total = (effort.input_seconds + effort.passing_seconds) / reference_seconds
    costliest = effort.costliest_input_seconds / reference_seconds
    handled = InputCost(inputs=effort.inputs, ratio=_rounded(costliest), weight=weight_of_input(costliest))
    return StepCost(
        index=index,
        cpu_ratio=_rounded(total),
        input=handled if effort.inputs else None,
        running=_running(effort, reference_seconds),
    )


def _running(effort: Effort, reference_seconds: float) -> RunningCost | None:
    if not effort.passed_ms:
        return None
    ratio = effort.passing_seconds / reference_seconds / (effort.passed_ms / 1000)
    per_frame = effort.moving_seconds / reference_seconds / max(1, effort.moving_frames)
    return RunningCost(
        page_ms=effort.passed_ms,
        ratio_per_second=_rounded(ratio),
        weight=weight_of_running(ratio),
        moving_frames=effort.moving_frames,
        ratio_per_frame=_rounded(per_frame) if effort.moving_frames else None,
        drawing_counted=effort.drawing_counted,
    )


def _rounded(ratio: float) -> float:
    return round(ratio, 3)
