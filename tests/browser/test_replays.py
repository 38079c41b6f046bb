"""The effect of an input on a moving canvas is reported to the agent and recorded in its step."""

from pathlib import Path

import pytest

from pytest_cookie.checks.clocks.fact import ClockFact
from pytest_cookie.judging.model.prompt_sections import format_trace
from tests.browser.agent_session import Session, call, last, named

PAGE = """<!doctype html><html lang=en><title>t</title><style>button { outline: none }</style>
<button id=up>Up</button><button id=dead>Down</button><button id=note>Note</button><p>Height <b id=height>100</b></p>
<input id=name aria-label=Name><canvas id=c width=600 height=300></canvas>
<script>
  const g = c.getContext("2d"); let x = 0, y = 150, gained = 0;
  const loop = (now) => {
    x = (x + 3) % 560;
    g.fillStyle = "#123"; g.fillRect(0, 0, 600, 300); g.fillStyle = "#fd8"; g.fillRect(x, y, 40, 40);
    height.textContent = Math.round(now / 10 + Math.random() * 9) + gained;
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
  up.onclick = () => { y -= 60; };
  addEventListener("keydown", (event) => { if (event.key === "ArrowUp") gained += 5000; });
</script>"""


@pytest.fixture
def session(browser_host, gateway_of, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    return Session(browser_host, gateway_of, tmp_path, monkeypatch)


@pytest.mark.usefixtures("stepped_clock")
@pytest.mark.long
def test_hidden_effects_are_told_to_the_agent_and_recorded(session: Session):
    evidence = session.run(
        PAGE,
        [
            lambda asked: call("type", ref=named(asked, 'textbox "Name"'), text="Ann"),
            lambda asked: call("click", ref=named(asked, 'button "Down"')),
            lambda asked: call("click", ref=named(asked, 'button "Up"')),
            lambda asked: call("press", keys="ArrowUp"),
        ],
    )
    _, _, dead, up, key, _ = evidence.trace.steps
    # the figure's jump is known without a replay
    assert [step.replayed for step in (dead, up, key)] == [False, True, None]
    assert [step.change.seen for step in (dead, up, key)] == [False, True, True]
    (jump,) = ClockFact.of(key.change).jumps
    assert int(jump.after) - int(jump.expected) > 4_900
    assert up.change.pixels > 0.001
    assert up.change.regions
    noted = [last(asked) for asked in session.asked[2:5]]
    assert "nothing: a replay of the session without this input looks the same" in noted[0]
    assert "compared with a replay of the session without this input:" in noted[1]
    assert "of the pixels changed, mostly" in noted[1]
    assert f"“{jump.before}” → “{jump.after}”" in noted[2]
    lines = format_trace(evidence.trace, None).text.splitlines()
    steps = [line for line in lines if line.startswith("step ")][2:5]
    assert ["the page differs" in line for line in steps] == [False, True, False]
    assert ["the page is the same" in line for line in steps] == [True, False, False]
