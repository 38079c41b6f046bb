"""A play in the time of a rehearsal and in that of a session. Only a browser has timers, frames and keys to compare."""

import pytest

from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.action import Play, PlayInput
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.exploration.rehearsal.stage import Stage

# It says what it got and when; its ball moves by frames, timers and chance, and its bar by an animation of CSS.
PAGE = """<!doctype html><html lang=en><title>t</title><style>
@keyframes go { to { margin-left: 400px } } #bar { width: 20px; animation: go 20s linear infinite }
</style><canvas id=c width=400 height=200></canvas><p id=bar>|</p><button id=b>Go</button><p id=told></p>
<script>
  const pen = c.getContext("2d"); let x = 50, speed = 1, ticks = 0, drift = 0, last = performance.now(); const got = [];
  const say = ({ type, code = "", repeat }) => `${type} ${code}${repeat ? " again" : ""} ${Math.round(x)}`;
  const note = (event) => got.push(say(event));
  for (const type of ["keydown", "keyup", "pointerdown", "click"]) addEventListener(type, note);
  addEventListener("keydown", (event) => { if (event.key === "ArrowRight") speed = 3; });
  addEventListener("keyup", () => { speed = 1; });
  b.onclick = () => { x = 10; };
  setInterval(() => { ticks += 1; drift += Math.random(); }, 40);
  const draw = (now) => {
    x += speed * (now - last) / 20; last = now;
    pen.clearRect(0, 0, 400, 200); pen.fillRect(x % 400, 100 + drift, 10, 10);
    pen.fillText(`Way ${Math.round(x)}`, 20, 20);
    told.textContent = `${Math.round(x)} ${ticks} ${drift.toFixed(3)} ${got.join(", ")}`;
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
</script>"""
BEGINS_MS, UNTIL_MS = 2_040, 4_080
INPUTS = (
    PlayInput(at_ms=2_057, key="ArrowRight", hold_ms=600),
    PlayInput(at_ms=2_800, x=30, y=275, hold_ms=85),
    PlayInput(at_ms=3_001, x=200, y=100),
    PlayInput(at_ms=3_100, key="Space", hold_ms=100),
)


def test_a_play_shows_the_same_in_a_rehearsal_and_in_a_session(browser_host, gateway_of) -> None:
    if browser_host.clock != "stepped":
        pytest.skip("only stepped time comes to the same moments again")
    settings = SessionSettings(gateway=gateway_of(PAGE).address)
    with browser_host.open_session(settings) as session:
        assert session.load(f"{ORIGIN}/").loaded
        session.wait(BEGINS_MS - session.page_ms)
        outcome = session.act(Play(inputs=INPUTS, until_ms=UNTIL_MS))
        assert (outcome.done, session.page_ms) == (True, UNTIL_MS)
        played = session.evaluate("() => told.textContent")
    rehearsed = SessionSettings(gateway=settings.gateway, rehearses=True)
    with browser_host.open_session(rehearsed) as session:
        stage = Stage(session, f"{ORIGIN}/", most_cpu_seconds=60)
        samples = [stage.perform(INPUTS, from_ms=BEGINS_MS, until_ms=UNTIL_MS) for _ in range(2)]
        hears = stage.hears()
    assert samples[0] == samples[1], "each play begins anew"
    assert samples[0][-1].ms == UNTIL_MS
    assert samples[0][-1].text.split("\n")[-2] == played
    assert "Way " in samples[0][-1].text.split("\n")[-1], "texts of canvases are read"
    assert "click" in played, "the button was pressed"
    assert hears == {"key", "press"}
