"""A page that the stepped clock cannot drive is explored in real time, and the evidence notes it."""

from pathlib import Path

import pytest

from pytest_cookie.browser.clock import clock_feasibility as strain
from pytest_cookie.browser.clock.virtual_time import VirtualTime
from pytest_cookie.browser.errors import ClockCannotCarryError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.checks.registry import make_crawler, make_watches
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget
from tests.unit.exploration.pages import case

pytestmark = pytest.mark.skipif("BrowserHost().clock != 'stepped'", reason="needs a headless shell")

# Each frame copies the whole of a picture through a blur: if it is large, a processor takes more than half a second.
HEAVY = """<!doctype html><title>Heavy</title><h1>Fog</h1><canvas id=c width=2100 height=1500></canvas><script>
  c.style.width = '400px';
  const context = c.getContext('2d', { willReadFrequently: true });
  const draw = () => {
    context.filter = 'blur(9px)';
    for (let i = 0; i < 4; i++) {
      context.fillRect(i * 9, performance.now() % 900, 300, 300);
      context.drawImage(c, 1, 1);
    }
    context.getImageData(0, 0, 1, 1);
    requestAnimationFrame(draw);
  };
  draw();
</script>"""
LIGHT = "<!doctype html><title>Light</title><h1>Clear</h1><button onclick='o.textContent = 1'>Go</button><p id=o></p>"


@pytest.fixture
def explore(browser_host, gateway_of, tmp_path: Path):
    def run(html: str, host: BrowserHost | None = None) -> Evidence:
        deployment = Deployment(url=f"{ORIGIN}/", gateway=gateway_of(html).address, artifact_digest="d")
        explorer = BrowserExplorer(
            host or browser_host, make_crawler, watches=make_watches, budget=Budget(max_steps=2, max_seconds=5)
        )
        return explorer.explore(case(), deployment, tmp_path)

    return run


def test_frames_that_cost_too_much_are_told(session_of, monkeypatch):
    monkeypatch.setattr(strain, "SLOW_STEP_SECONDS", 0.001)  # the limit must not depend on this machine
    session = session_of(HEAVY.replace("width=2100 height=1500", "width=600 height=400"), load=False)

    def load_and_wait() -> None:  # whether the load alone has steps enough depends on the machine
        session.load(f"{ORIGIN}/")
        session.wait(2000)

    with pytest.raises(ClockCannotCarryError, match="a frame of the page costs"):
        load_and_wait()


@pytest.mark.slow
def test_a_page_whose_frames_cost_too_much_is_explored_in_real_time(explore, tmp_path: Path):
    evidence = explore(HEAVY)
    assert evidence.clock == "cooperative"
    assert "a frame of the page costs" in evidence.clock_note
    assert evidence.perception.loaded
    assert evidence.trace.steps
    assert {file.name for file in (tmp_path / "static").iterdir()} >= {"desktop.png", "perception.json"}


@pytest.fixture
def frames_get_lost(monkeypatch):
    """The compositor never ends a frame that has the time of the one before, which need not be waited for."""
    monkeypatch.setattr(strain, "_ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(strain, "_BETWEEN_SECONDS", 0.1)
    monkeypatch.setattr(VirtualTime, "_next_frame_ms", lambda self, *, has_slot: 5.0)


@pytest.mark.slow
@pytest.mark.usefixtures("frames_get_lost")
def test_a_lost_frame_is_no_end(explore):
    evidence = explore(LIGHT)
    assert evidence.clock == "cooperative"
    assert "does not arrive" in evidence.clock_note
    assert evidence.perception.loaded


@pytest.mark.usefixtures("frames_get_lost")
@pytest.mark.long
def test_who_asks_for_the_stepped_clock_gets_no_other(explore):
    host = BrowserHost(clock="stepped")
    try:
        with pytest.raises(ClockCannotCarryError, match='set clock = "auto" to explore it in real time'):
            explore(LIGHT, host)
    finally:
        host.close()
