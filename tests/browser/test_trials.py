"""The effects of inputs on a canvas that never rests, compared with runs of the page without them."""

import itertools

import pytest

from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.action import Action, Click, Hold
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.trace import Change, Step, Trial
from pytest_cookie.exploration.effects.canvas_trials import CanvasTrials

PAGE = """<!doctype html><html lang=en><title>t</title>
<canvas id=c width=600 height=300></canvas><button id=start>Start</button>
<button id=up>Up</button><button id=dead>Down</button><button id=over hidden>Again</button>
<script>
  const g = c.getContext("2d"), stars = []; let x = 0, y = 150, on = false, last = performance.now();
  const loop = (now) => {
    const far = %s; last = now;
    if (on) { x = (x + far) %% 600; if (Math.random() < 0.3) stars.push([Math.random() * 600, Math.random() * 300]); }
    g.fillStyle = "#123"; g.fillRect(0, 0, 600, 300); g.fillStyle = "#fd8"; g.fillRect(x, y, 30, 30);
    for (const [sx, sy] of stars) g.fillRect(sx, sy, 2, 2);
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
  start.onclick = () => { on = true; };
  up.onclick = () => { y -= 20; };
  addEventListener("keydown", (event) => { if (event.key === "ArrowUp") y -= 10; %s }, true);
  c.onpointerdown = (event) => { y = event.offsetY; };
</script>"""
BY_TIME, BY_FRAMES = "(now - last) / 8", "2"


def hidden(index: int, action: Action) -> Step:
    return Step(index=index, thought="", action=action, hidden_by="canvas")


def press(index: int, name: str) -> Step:
    return hidden(index, Click(target=name, selector=f"#{name}", ref="e1", role="button"))


BEGUN = Step(index=1, thought="", action=press(1, "start").action, change=Change(seen=True, motion="started"))
KEYS = hidden(4, Hold(value="ArrowUp:300")), hidden(5, Hold(value="ArrowDown:300"))
PLACE = hidden(6, Click(target="canvas", x=300, y=60))


@pytest.fixture
def noted(browser_host, gateway_of, tmp_path):
    """The results of the trials of these steps, by step; inconclusive trials are left out."""

    def of(html: str, *steps: Step) -> dict[int, bool]:
        settings = SessionSettings(gateway=gateway_of(html).address, can_be_deaf=True)
        trials = CanvasTrials(lambda: browser_host.open_session(settings), f"{ORIGIN}/", tmp_path).of((BEGUN, *steps))
        return {index: trial.heard for trial in trials for index in trial.steps}

    return of


FORM = """<form id=f><button id=apply>Apply</button></form>
<script>f.onsubmit = (event) => { event.preventDefault(); y -= 30; };</script>"""


@pytest.mark.long
@pytest.mark.parametrize("pace", [pytest.param(BY_TIME, marks=pytest.mark.slow), BY_FRAMES])
def test_each_input_is_judged_by_itself(noted, pace):
    steps = press(2, "up"), press(3, "dead"), *KEYS, PLACE, press(7, "apply")
    assert noted(PAGE % (pace, "") + FORM, *steps) == {2: True, 3: False, 4: True, 5: False, 6: True, 7: True}


@pytest.mark.long
def test_silence_after_the_last_answer_tells_nothing(noted):
    assert noted(PAGE % (BY_TIME, ""), press(2, "up"), press(3, "dead"), KEYS[1]) == {2: True}


@pytest.mark.slow
def test_before_anything_has_begun_it_silence_tells_nothing_either(browser_host, gateway_of, tmp_path):
    moving = PAGE.replace("on = false, last", "on = true, last") % (BY_TIME, "")
    settings = SessionSettings(gateway=gateway_of(moving).address, can_be_deaf=True)
    trials = CanvasTrials(lambda: browser_host.open_session(settings), f"{ORIGIN}/", tmp_path)
    assert trials.of((KEYS[1], press(6, "dead"))) == (Trial(steps=(6,), heard=False), Trial(steps=(5,), heard=False))
    told = trials.of((press(2, "dead"), press(3, "up"), *KEYS))
    assert [(trial.steps, trial.heard) for trial in told] == [((3,), True), ((4,), True)]
    for trial, moved in zip(told, ("20 px higher", "10 px higher"), strict=True):
        assert moved in trial.compared.differs
        assert (tmp_path / trial.compared.without_input).is_file()
        assert (tmp_path / trial.compared.with_input).is_file()


def test_a_page_that_may_not_be_deaf_tells_nothing(noted):
    changed = "<script>const own = Math.max; Math.max = (...all) => own(...all)</script>"
    assert noted(PAGE % (BY_TIME, "") + changed, press(2, "up"), press(3, "dead"), PLACE) == {}


def test_what_is_not_there_on_a_new_page_is_left_out(noted):
    assert noted(PAGE % (BY_TIME, ""), press(2, "over"), press(3, "up")) == {3: True}


@pytest.mark.long
def test_a_page_that_stands_still_need_not_answer(noted):
    still = PAGE.replace("on = true", "on = false") % (BY_TIME, "")
    assert noted(still, press(3, "dead"), KEYS[1]) == {}


def test_a_page_that_is_another_one_every_time_tells_nothing(browser_host, gateway_of, tmp_path):
    gateway = gateway_of(PAGE % (BY_TIME, ""))
    settings, visits = SessionSettings(gateway=gateway.address, can_be_deaf=True), itertools.count(100, 20)

    def opened():
        html = (PAGE % (BY_TIME, "")).replace("y = 150", f"y = {next(visits)}")
        gateway.files["/"] = ("text/html", html.encode())
        return browser_host.open_session(settings)

    assert CanvasTrials(opened, f"{ORIGIN}/", tmp_path).of((BEGUN, press(2, "up"), press(3, "dead"))) == ()


def test_a_page_with_frames_tells_nothing(noted):
    assert noted(PAGE % (BY_TIME, "") + "<iframe srcdoc='<p>Hi</p>'></iframe>", press(3, "dead")) == {}


def test_what_was_seen_otherwise_is_not_tried(noted):
    seen = KEYS[1].model_copy(update={"index": 7, "problem": "", "change": Change(seen=True)})
    assert noted(PAGE % (BY_TIME, ""), KEYS[1], seen) == {}
