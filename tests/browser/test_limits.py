"""The limits of an exploration: at each it ends with its steps so far, and records the reason."""

import pytest

from pytest_cookie.exploration.loop import Budget, Exploration
from pytest_cookie.exploration.recorder import Recorder
from pytest_cookie.exploration.trace_summary import ENDINGS
from tests.one_item import GOOD, Clicks
from tests.unit.exploration.pages import case


@pytest.mark.parametrize(
    ("budget", "stopped", "steps"),
    [
        (Budget(max_cpu_seconds=0.01), "cpu", 1),
        (Budget(max_evidence_bytes=10), "evidence", 1),
        (Budget(max_wall_seconds=0.001), "time", 1),
    ],
)
def test_at_each_limit_it_ends_with_what_it_has(session_of, tmp_path, budget, stopped, steps):
    session = session_of(GOOD)
    session._guard.look()
    with Recorder(tmp_path / "clicks") as recorder:
        trace = Exploration(
            session=session, agent=Clicks(5), case=case(), budget=budget, recorder=recorder
        ).run()  # fmt: skip
    assert (trace.stopped, len(trace.steps)) == (stopped, steps)
    assert trace.summary.endswith(f"It ended because {ENDINGS[stopped]}.")
    assert (tmp_path / "clicks" / trace.steps[0].screenshot).is_file()
    assert len((tmp_path / "clicks" / "trace.jsonl").read_text().splitlines()) == steps


@pytest.mark.parametrize(("look_is_a_step", "kinds"), [(True, ["look", "click"]), (False, ["look", "click", "click"])])
def test_the_steps_allowed_are_actions_for_an_agent_whose_look_is_none(session_of, tmp_path, look_is_a_step, kinds):
    agent = Clicks(5, look_is_a_step=look_is_a_step)
    with Recorder(tmp_path / "clicks") as recorder:
        trace = Exploration(
            session=session_of(GOOD), agent=agent, case=case(), budget=Budget(max_steps=2), recorder=recorder
        ).run()  # fmt: skip
    assert (trace.stopped, [step.action.kind for step in trace.steps]) == ("steps", kinds)
