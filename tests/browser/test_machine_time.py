"""What a page costs the machine: ratios and classes alone, for how long anything takes is the machine's affair."""

import json
from collections.abc import Iterator
from typing import get_args

import pytest

from pytest_cookie.browser.clock import ClockKind
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.checks.registry import make_crawler, make_watches
from pytest_cookie.core.action import Action, Click, Wait
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.core.machine import MachineTime, RunningCost, StepCost, Weight
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget
from pytest_cookie.exploration.machine_time import compute_machine_time
from tests.unit.exploration.pages import case

BUTTONS = """<!doctype html><title>Two buttons</title><button id=burn>Burn</button><button id=calm>Calm</button>
<p id=out><script>
burn.onclick = () => { let sum = 0; for (let i = 0; i < 8e7; i++) sum += Math.sqrt(i); out.textContent = sum; };
calm.onclick = () => { out.textContent = "done"; };
</script>"""

STILL = "<!doctype html><title>Still</title><h1>Nothing moves</h1>"
MOVING = """<!doctype html><title>Moving</title><canvas width=600 height=400></canvas><script>
const context = document.querySelector("canvas").getContext("2d");
const draw = (time) => {
  for (let i = 0; i < 400; i++) {
    context.fillStyle = `hsl(${(time + i) % 360}, 80%, 50%)`;
    context.fillRect((i * 37 + time) % 600, (i * 53) % 400, 40, 40);
  }
  requestAnimationFrame(draw);
};
requestAnimationFrame(draw);
</script>"""

WEIGHTS = get_args(Weight)


@pytest.fixture(scope="module", params=["stepped", "cooperative"])
def host(request: pytest.FixtureRequest) -> Iterator[BrowserHost]:
    """With each clock."""
    kind: ClockKind = request.param
    host = BrowserHost(clock=kind)
    yield host
    host.close()


def cost(host: BrowserHost, session: Session, action: Action) -> StepCost:
    session.act(action)
    session.settle()
    step = Step(index=0, thought="", action=action)
    efforts = [session.drain().effort]
    return compute_machine_time(host.describe_machine(), load=efforts[0], steps=[step], efforts=efforts).steps[0]


@pytest.mark.parametrize("order", [("burn", "calm"), pytest.param(("calm", "burn"), marks=pytest.mark.slow)])
def test_a_button_that_burns_is_heavier_than_one_that_does_not(host, gateway_of, order):
    with host.open_session(SessionSettings(gateway_of(BUTTONS).address)) as session:
        assert session.load(f"{ORIGIN}/").loaded
        costs = {name: cost(host, session, Click(selector=f"#{name}")) for name in order}
    burn, calm = costs["burn"], costs["calm"]
    assert burn.input.ratio > 4 * calm.input.ratio
    assert WEIGHTS.index(burn.input.weight) > WEIGHTS.index(calm.input.weight)
    assert burn.cpu_ratio > calm.cpu_ratio


def idle(host: BrowserHost, address: str) -> RunningCost:
    with host.open_session(SessionSettings(address)) as session:
        assert session.load(f"{ORIGIN}/").loaded
        return cost(host, session, Wait(value="600")).running


def test_a_page_that_moves_by_itself_burns_more_than_one_that_stands_still(host, gateway_of):
    moving, still = idle(host, gateway_of(MOVING).address), idle(host, gateway_of(STILL).address)
    assert moving.ratio_per_second > 2 * still.ratio_per_second
    assert still.moving_frames == 0
    if host.clock == "stepped":  # who draws the frames can count them
        assert moving.moving_frames > 30
        assert moving.ratio_per_frame > 0


def test_looking_at_a_page_is_not_its_cost(host, gateway_of):
    with host.open_session(SessionSettings(gateway_of(MOVING).address)) as session:
        session.load(f"{ORIGIN}/")
        session.observe()
        session.evaluate("() => { let sum = 0; for (let i = 0; i < 1e7; i++) sum += i; return sum }")
        effort = session.drain().effort
    assert (effort.inputs, effort.input_seconds, effort.passed_ms, effort.passing_seconds) == (0, 0, 0, 0)


@pytest.mark.long
def test_an_exploration_tells_it_in_a_file_of_its_own(browser_host, gateway_of, tmp_path):
    deployment = Deployment(url=f"{ORIGIN}/", gateway=gateway_of(BUTTONS).address, artifact_digest="")
    explorer = BrowserExplorer(browser_host, make_crawler, watches=make_watches, budget=Budget(max_steps=4))
    evidence = explorer.explore(case(), deployment, tmp_path)
    noted = MachineTime.model_validate_json((tmp_path / "crawler" / "machine.json").read_bytes())
    assert "machine.json" in evidence.sessions[1].files
    assert [cost.index for cost in noted.steps] == [step.index for step in evidence.trace.steps]
    assert noted.machine.browser == evidence.browser
    assert noted.machine.reference_seconds > 0
    assert noted.load.ratio_per_second > 0
    for other in ("static/perception.json", "crawler/trace.jsonl"):
        assert "ratio_per_second" not in json.dumps((tmp_path / other).read_text())
