"""Known-good and known-bad evidence for item 11, animation smoothness."""

from dataclasses import replace

from pytest_cookie.core.machine import MachineDescription, MachineTime, RunningCost, StepCost
from pytest_cookie.judging.rubric.items.animation_smoothness import measure_animation_smoothness
from tests.unit.judging.evidence_builders import subject


def machine(*, busy: bool = False, per_frame: float = 0.0) -> MachineTime:
    where = MachineDescription(
        browser="b", clock="stepped", platform="p", cpu_count=2, load_average=None, reference_seconds=0.06
    )
    idle = RunningCost(page_ms=1000, ratio_per_second=20, weight="blocking" if busy else "light")
    if not per_frame:
        return MachineTime(machine=where, idle=idle)
    moving = idle.model_copy(update={"moving_frames": 58, "ratio_per_frame": per_frame})
    return MachineTime(machine=where, idle=moving, steps=(StepCost(index=0, cpu_ratio=1, running=moving),))


def test_smoothness_is_read_off_the_machines_time():
    assert measure_animation_smoothness(subject()).status == "unmeasured"
    of = {name: measure_animation_smoothness(replace(subject(), machine=cost)) for name, cost in COSTS.items()}
    assert {name: measured.score for name, measured in of.items()} == {"still": 1, "janky": 0, "game": 1, "slow": 0.55}
    assert {name: [d.severity for d in measured.defects] for name, measured in of.items()} == {
        "still": [], "janky": ["major"], "game": [], "slow": [],
    }  # fmt: skip


COSTS = {"still": machine(), "janky": machine(busy=True), "game": machine(per_frame=0.1), "slow": machine(per_frame=1)}
