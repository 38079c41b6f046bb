"""Changes that a page makes by itself are not the effect of an action, and hide none."""

import re
from collections.abc import Sequence

import pytest

from pytest_cookie.browser.session import Session
from pytest_cookie.checks.clocks.fact import ClockFact
from pytest_cookie.core.action import Action, Click, Wait
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.loop import Budget, Exploration
from pytest_cookie.exploration.recorder import Recorder
from tests.scripted_agent import ScriptedAgent
from tests.unit.exploration.pages import case

DEAD = ("Export", "Share", "Archive", "Settings", "Help")
LIVE = ("Add", "Mark", "Open", "Paint")
HEAD = """<!doctype html><html lang=en><meta charset=utf-8><title>Desk</title><style>
body { font: 16px sans-serif; margin: 20px } button { margin: 6px; outline: none }
header { height: 160px; display: flex; gap: 60px }
#swatch { width: 60px; height: 60px; background: #ccc; margin-top: 20px } #swatch.on { background: #c33 } </style>"""
BUTTONS = f"""<main>{"".join(f"<button>{name}</button>" for name in DEAD)}
<button onclick="list.append(Object.assign(document.createElement('li'), {{ textContent: 'One more' }}))">Add</button>
<button onclick="mark.textContent = mark.textContent ? '' : 'Marked as done'">Mark</button>
<button onclick="panel.hidden = !panel.hidden">Open</button>
<button onclick="swatch.classList.toggle('on')">Paint</button>
<ul id=list><li>First</ul><p id=mark></p><section id=panel hidden><h2>Panel</h2><p>Inside</section><div id=swatch></div>
</main>"""
MOVING = {
    "clock": """<b id=clock style="font-size: 40px"></b><script>
      const show = () => { clock.textContent = new Date().toTimeString().slice(0, 8) };
      show(); setInterval(show, 1000)</script>""",
    "css ring": """<style>@keyframes turn { to { transform: rotate(1turn) } }
      circle.turning { animation: turn 1.4s linear infinite; transform-origin: 60px 60px }</style>
      <svg width=120 height=120><circle class=turning cx=60 cy=60 r=50 fill=none stroke=#258 stroke-width=10
      stroke-dasharray="90 400"/></svg>""",
    "script ring": """<svg width=120 height=120><circle id=ring cx=60 cy=60 r=50 fill=none stroke=#258 stroke-width=10
      stroke-dasharray=314 stroke-dashoffset=0 /></svg><script>
      const turn = (at) => {
        ring.setAttribute('stroke-dashoffset', 314 * (at % 9000) / 9000); requestAnimationFrame(turn) };
      requestAnimationFrame(turn)</script>""",
    "second hand": """<svg width=120 height=120><circle cx=60 cy=60 r=55 fill=#eee /><line id=hand x1=60 y1=60 x2=60
      y2=10 stroke=#c33 stroke-width=3 /></svg><script>let tick = 0;
      setInterval(() => hand.setAttribute('transform', `rotate(${6 * ++tick} 60 60)`), 1000)</script>""",
    "progress bar": """<div style="width: 400px; height: 24px; background: #eee"><div id=bar
      style="height: 24px; background: #2a6; width: 0"></div></div>
      <progress id=native max=100 value=0></progress><script>let done = 0;
      setInterval(() => { done = (done + 1) % 100; bar.style.width = `${done}%`; native.value = done }, 150)
      </script>""",
    "caret": """<p style="font-size: 30px">Hello<span id=caret>▌</span></p><script>
      setInterval(() => { caret.style.visibility = caret.style.visibility ? '' : 'hidden' }, 530)</script>""",
    "canvas clock": """<canvas id=dial width=120 height=120></canvas><script>let at = 0;
      const brush = dial.getContext('2d');
      const draw = () => { brush.fillStyle = `hsl(${++at * 70} 70% 50%)`; brush.fillRect(10, 10, 100, 100) };
      draw(); setInterval(draw, 1000)</script>""",
}
MOVING["blink in steps"] = """<style>@keyframes blink { 50% { opacity: 0 } } i { animation: blink 1s step-end infinite }
</style><p style="font-size: 30px">Hello<i>|</i></p>"""
MOVING["all at once"] = "".join(MOVING[name] for name in ("clock", "script ring", "progress bar", "caret"))


def answered(steps: Sequence[Step]) -> list[str]:
    return [step.action.target for step in steps if step.change.seen and step.action.kind == "click"]


DAILY = ("css ring",)  # below, a stopwatch and a counter show the same of texts that change


@pytest.mark.usefixtures("stepped_clock")
@pytest.mark.parametrize(
    "moving", [name if name in DAILY else pytest.param(name, marks=pytest.mark.slow) for name in MOVING]
)
@pytest.mark.long
def test_dead_presses_beside_motion_are_not_answered_and_live_ones_are(walk, moving):
    order = (DEAD[0], *LIVE[:2], DEAD[1], *LIVE[2:], DEAD[-1])
    html = f"{HEAD}<header>{MOVING[moving]}</header>{BUTTONS}"
    steps = walk(html, ScriptedAgent([Click(target=name) for name in order])).steps
    assert [step.outcome for step in steps] == ["done"] * (len(order) + 2)
    assert answered(steps) == list(LIVE)


ONCE = f"""{HEAD}<p id=news></p><p id=status>Connecting</p><button id=send>Send</button><b id=clock></b><script>
let seconds = 0;
const show = () => {{ clock.textContent = `0:${{String(seconds++).padStart(2, '0')}}` }};
const put = (text) => {{ document.getElementById('status').textContent = text }};
show(); setInterval(show, 1000);
setTimeout(() => put('Connected'), 7500);
send.onclick = () => put('Sent');
</script>"""


@pytest.mark.usefixtures("stepped_clock")
def test_what_changed_once_while_waiting_is_still_reported_later(walk):
    _, wait, press, dead, _ = walk(
        ONCE, ScriptedAgent([Wait(value="6000"), Click(target="Send"), Click(x=700, y=500)])
    ).steps
    assert "Connected" in wait.change.appeared_text
    assert (press.change.seen, press.change.appeared_text) == (True, ("Sent",))
    assert not dead.change.seen
    assert re.fullmatch(r"0:\d\d", " ".join(dead.change.by_itself))


STOPWATCH = f"""{HEAD}<b id=face style="font-size: 40px">0</b><main><button id=go>Go</button>
<button id=pause>Pause</button><button id=zero>Zero</button><button>Lap</button></main><script>
let timer = 0, count = 0;
go.onclick = () => {{ timer ||= setInterval(() => {{ face.textContent = ++count }}, 1000) }};
pause.onclick = () => {{ clearInterval(timer); timer = 0 }};
zero.onclick = () => {{ count = 0; face.textContent = 0 }};
</script>"""


@pytest.mark.usefixtures("stepped_clock")
@pytest.mark.long
def test_a_stopwatch_that_runs_stops_and_is_set_back(walk):
    order = ("Lap", "Go", "Lap", "Lap", "Pause", "Lap", "Zero", "Lap")
    steps = walk(STOPWATCH, ScriptedAgent([Click(target=name) for name in order])).steps
    assert answered(steps) == ["Go", "Pause", "Zero"]
    assert [step.change.motion for step in steps if step.change.motion] == ["started", "stopped"]


COUNTDOWN = f"""{HEAD}<b id=left style="font-size: 40px">90</b><main><button id=pay>Pay</button><button>Lap</button>
</main><script>let left_s = 90;
setInterval(() => {{ left.textContent = --left_s }}, 1000); pay.onclick = () => {{ left_s -= 20 }};</script>"""


@pytest.mark.usefixtures("stepped_clock")
def test_a_counter_that_counts_by_itself_and_jumps_has_answered(walk):
    steps = walk(COUNTDOWN, ScriptedAgent([Click(target=name) for name in ("Lap", "Pay", "Lap")])).steps
    assert answered(steps) == ["Pay"]
    (jump,) = ClockFact.of(steps[2].change).jumps
    assert 17 <= int(jump.expected) - int(jump.after) <= 23
    assert not steps[2].change.by_itself


@pytest.mark.usefixtures("stepped_clock")
def test_figures_of_page_time_add_up_and_a_step_ends_when_the_page_was_left(session_of, tmp_path):
    session = session_of(f"{HEAD}{BUTTONS}")
    agent = TimedAgent([Click(target="Help"), Wait(value="1000"), Click(target="Add")], session)
    with Recorder(tmp_path) as recorder:
        budget = Budget(max_steps=60, max_seconds=50)
        Exploration(session=session, agent=agent, case=case(), budget=budget, recorder=recorder).run()
    assert [view.last.page_ms for view in agent.views if view.last] == agent.times_ms
    assert {round(view.page_seconds_used + view.page_seconds_left, 6) for view in agent.views} == {50.0}


class TimedAgent(ScriptedAgent):
    """Also notes the page time of each decision."""

    def __init__(self, actions: Sequence[Action], session: Session) -> None:
        super().__init__(actions)
        self._session = session
        self.times_ms: list[int] = []

    def decide(self, case, view):
        self.times_ms.append(self._session.page_ms)
        return super().decide(case, view)
