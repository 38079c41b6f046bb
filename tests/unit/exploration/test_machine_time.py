"""Efforts in seconds become costs in references."""

import pytest

from pytest_cookie.browser.page.observation import Effort
from pytest_cookie.core.action import Click, Look, new_action
from pytest_cookie.core.machine import MachineDescription, MachineTime
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.machine_time import compute_machine_time

MACHINE = MachineDescription(
    browser="Chromium 1", clock="stepped", platform="Linux x86_64", cpu_count=2, load_average=0.5, reference_seconds=0.1
)
LOOK = Effort(passed_ms=1000, passing_seconds=0.05)
CLICK = Effort(
    inputs=4,
    input_seconds=0.36,
    costliest_input_seconds=0.35,
    passed_ms=500,
    passing_seconds=0.2,
    moving_frames=10,
    moving_seconds=0.1,
)


def measured(*done: tuple[str, Effort], load: Effort = LOOK) -> MachineTime:
    steps = [Step(index=index, thought="", action=new_action(kind)) for index, (kind, _) in enumerate(done)]
    return compute_machine_time(MACHINE, load=load, steps=steps, efforts=[effort for _, effort in done])


def test_a_step_is_told_in_references():
    step = measured(("look", LOOK), ("click", CLICK)).steps[1]
    assert (step.index, step.cpu_ratio) == (1, 5.6)
    assert (step.input.inputs, step.input.ratio) == (4, 3.5)
    assert (step.running.page_ms, step.running.ratio_per_second) == (500, 4.0)
    assert (step.running.moving_frames, step.running.ratio_per_frame) == (10, 0.1)


def test_a_step_that_did_nothing_has_no_costs():
    step = measured(("finish", Effort())).steps[0]
    assert (step.cpu_ratio, step.input, step.running) == (0, None, None)


def test_idle_is_what_passed_while_nobody_acted():
    idle = measured(("look", LOOK), ("click", CLICK), ("wait", LOOK)).idle
    assert (idle.page_ms, idle.ratio_per_second, idle.ratio_per_frame) == (2000, 0.5, None)
    assert measured(("click", CLICK)).idle is None


def test_a_faster_machine_tells_the_same():
    halved = Effort(inputs=1, input_seconds=0.05, costliest_input_seconds=0.05, passed_ms=100, passing_seconds=0.05)
    fast = MACHINE.model_copy(update={"reference_seconds": 0.05})
    slow = Effort(inputs=1, input_seconds=0.1, costliest_input_seconds=0.1, passed_ms=100, passing_seconds=0.1)
    steps = [Step(index=0, thought="", action=Click())]
    on_fast = compute_machine_time(fast, load=halved, steps=steps, efforts=[halved])
    assert on_fast.steps == compute_machine_time(MACHINE, load=slow, steps=steps, efforts=[slow]).steps


def test_a_step_without_its_effort_is_an_error():
    with pytest.raises(ValueError, match="shorter"):
        compute_machine_time(MACHINE, load=LOOK, steps=[Step(index=0, thought="", action=Look())], efforts=[])
