"""Efforts → `MachineTime`: what the steps of an exploration cost, in multiples of the reference workload."""

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


def compute_machine_time(
    machine: MachineDescription, *, load: Effort, steps: Sequence[Step], efforts: Sequence[Effort]
) -> MachineTime:
    """Compute the costs; `efforts` has one entry for each of `steps`."""
    reference = machine.reference_seconds
    idle = [effort for step, effort in zip(steps, efforts, strict=True) if step.action.is_idle]
    return MachineTime(
        machine=machine,
        load=_to_running_cost(load, reference),
        idle=_to_running_cost(_sum(idle), reference),
        steps=tuple(_to_step_cost(step.index, effort, reference) for step, effort in zip(steps, efforts, strict=True)),
    )


def _sum(efforts: Sequence[Effort]) -> Effort:
    return Effort(
        passed_ms=sum(effort.passed_ms for effort in efforts),
        passing_seconds=sum(effort.passing_seconds for effort in efforts),
        moving_frames=sum(effort.moving_frames for effort in efforts),
        moving_seconds=sum(effort.moving_seconds for effort in efforts),
        drawing_counted=all(effort.drawing_counted for effort in efforts),
    )


def _to_step_cost(index: int, effort: Effort, reference_seconds: float) -> StepCost:
    total = (effort.input_seconds + effort.passing_seconds) / reference_seconds
    costliest = effort.costliest_input_seconds / reference_seconds
    handled = InputCost(inputs=effort.inputs, ratio=_round(costliest), weight=weight_of_input(costliest))
    return StepCost(
        index=index,
        cpu_ratio=_round(total),
        input=handled if effort.inputs else None,
        running=_to_running_cost(effort, reference_seconds),
    )


def _to_running_cost(effort: Effort, reference_seconds: float) -> RunningCost | None:
    if not effort.passed_ms:
        return None
    ratio = effort.passing_seconds / reference_seconds / (effort.passed_ms / 1000)
    per_frame = effort.moving_seconds / reference_seconds / max(1, effort.moving_frames)
    return RunningCost(
        page_ms=effort.passed_ms,
        ratio_per_second=_round(ratio),
        weight=weight_of_running(ratio),
        moving_frames=effort.moving_frames,
        ratio_per_frame=_round(per_frame) if effort.moving_frames else None,
        drawing_counted=effort.drawing_counted,
    )


def _round(ratio: float) -> float:
    return round(ratio, 3)
