"""When a page answers an input: at once, late, in pieces, or not at all. One page, its buttons pressed in turn."""

import pytest

from pytest_cookie.core.action import Action, Click, Drag, Type
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.effects.mutation_observer import MutationObserver
from pytest_cookie.exploration.loop import Budget
from tests.scripted_agent import ScriptedAgent

LATE = """<!doctype html><html lang=en><title>Late</title><meta charset=utf-8>
<style>button:active { background: gold } p, li { min-height: 20px }</style>
<button id=at-once onclick="put('a', 'Counted ' + ++n)">Count</button>
<button id=saved onclick="put('b', 'Saving…'); later(1200, () => put('b', 'Saved'))">Save</button>
<button id=slow onclick="later(1500, () => put('c', 'Found 3'))">Find</button>
<button id=dead onclick="window.pressed = 1">Export</button>
<button id=drawn onclick="later(900, () => pen.fillRect(20, 20, 60, 40))">Draw</button>
<input id=term aria-label=Filter oninput="clearTimeout(w); w = later(500, () => put('d', 'Filtered ' + this.value))">
<button id=tick onclick="let s = 0; setInterval(() => put('e', 'Second ' + ++s), 1000)">Begin</button>
<p id=a></p><p id=b></p><p id=c></p><p id=d></p><p id=e></p><canvas id=z width=200 height=100></canvas>
<script>n = 0; w = 0; pen = z.getContext('2d'); later = (ms, deed) => setTimeout(deed, ms);
put = (id, text) => { document.getElementById(id).textContent = text }</script>"""


def click(name: str) -> Action:
    return Click(selector=f"#{name}", role="button")


@pytest.fixture
def steps_of(walk):
    """Carries out actions on a page and returns their steps."""

    def run(html: str, *actions: Action) -> tuple[Step, ...]:
        return walk(html, ScriptedAgent(actions), budget=Budget()).steps[1:-1]

    return run


def test_how_soon_each_input_is_answered(steps_of):
    names = ("at-once", "saved", "slow", "dead", "drawn")
    filtered = Type(selector="#term", role="textbox", value="ab")
    steps = steps_of(LATE, *map(click, names), filtered, click("tick"), click("dead"))
    at_once, saved, slow, dead, drawn, typed, tick, dead_again = (step.change for step in steps)
    assert (at_once.appeared_text, at_once.latency_ms) == (("Counted 1",), 0)
    assert (saved.appeared_text, saved.latency_ms) == (("Saved",), 0)
    assert slow.appeared_text == ("Found 3",)
    assert 1_450 <= slow.latency_ms <= 1_560
    assert (dead.seen, dead.latency_ms) == (False, None)
    assert drawn.seen
    assert 900 <= drawn.latency_ms <= 1_300
    assert typed.appeared_text == ("Filtered ab",)
    assert 480 <= typed.latency_ms <= 560
    assert 950 <= tick.latency_ms <= 1_060
    assert tick.motion == "started"
    assert not dead_again.seen, dead_again


HIDDEN = """<!doctype html><html lang=en><title>Hidden</title><p id=host></p><p id=noted>Nothing yet</p>
<label>Copy <input id=copy></label>
<button id=fill onclick="setTimeout(() => { copy.value = 'filled' }, 1200)">Fill</button>
<button id=break onclick="noted.textContent = 'Working'; canvas(); setTimeout(late, 300)">
Break</button>
<script>root = host.attachShadow({ mode: 'closed' }); root.innerHTML = '<button>Find</button><p>Nothing yet</p>';
root.querySelector('button').onclick = () => setTimeout(() => { root.querySelector('p').textContent = 'Found' }, 1300);
late = () => { throw new Error('too late') };
canvas = () => document.body.append(document.createElement('canvas'))</script>"""


def test_answers_that_the_document_does_not_tell_and_errors_that_come_after_them(steps_of):
    find = Click(x=30, y=20)
    found, filled, broken = steps_of(HIDDEN, find, click("fill"), click("break"))
    assert found.change.seen
    assert 1_250 <= found.change.latency_ms <= 1_360
    assert (filled.change.seen, filled.change.latency_ms) == (True, None)
    assert [error.message for error in broken.page_errors] == ["Error: too late"]


RESTLESS = """<!doctype html><html lang=en><title>Orbit</title><meta charset=utf-8><style>
@keyframes turn { to { transform: rotate(1turn) } }
.sun { margin: 60px; width: 80px; height: 80px; background: linear-gradient(gold, crimson);
  animation: turn 4s linear infinite }
button { transition: background .8s }
@keyframes nothing { to { opacity: 1 } }
.door { animation: nothing 1s infinite }
button:hover { background: gold }
.door { position: absolute; left: 600px; top: 300px; width: 120px; height: 120px; background: navy;
  transition: transform 1.2s }
.open { transform: translateX(300px) }</style>
<button id=key onclick="document.querySelector('.door').classList.toggle('open')">Door</button>
<button id=dead onclick="window.pressed = 1">Nothing</button><div class=sun></div><div class=door></div>"""


@pytest.mark.long
def test_what_a_press_has_set_in_motion_is_not_taken_for_the_pages_own_doing(steps_of):
    *opened, dead = steps_of(RESTLESS, *[click("key")] * 3, click("dead"))
    assert not dead.change.animated
    still = RESTLESS.replace("linear-gradient(gold, crimson)", "gold").replace("rotate(1turn)", "rotate(0)")
    assert not steps_of(still, click("dead"))[0].change.animated
    for step in opened:
        assert step.change.seen
        assert step.change.animated
        assert any(box.x > 500 for box in step.change.regions), "where the door was, or where it is"


@pytest.mark.long
def test_animations_that_begin_by_themselves_are_not_waited_for_and_hide_no_answer(steps_of, monkeypatch):
    beats, read = [], MutationObserver.read
    monkeypatch.setattr(MutationObserver, "read", lambda pulse: beats.append(read(pulse)) or beats[-1])
    sparks = "<script>setInterval(() => document.querySelector('.sun').animate({ opacity: [0, 1] }, 1300), 90)</script>"
    steps_of(RESTLESS + sparks, click("dead"))
    assert any(beat.begun for beat in beats)
    assert not any(beat.ending for beat in beats)
    assert all(step.change.seen for step in steps_of(RESTLESS + sparks, *[click("key")] * 3))
    assert any(beat.ending for beat in beats)


DRAGGED = """<!doctype html><html lang=en><title>Drag</title><style>
div { position: absolute; left: 40px; width: 80px; height: 40px; background: teal }</style>
<div id=follows style="top: 40px"></div><div id=lands style="top: 200px"></div><p id=noted>Nothing</p><script>
let held = null;
onpointerdown = (event) => { held = event.target };
onpointermove = (event) => { if (held === follows) follows.style.left = `${event.clientX - 40}px` };
onpointerup = (event) => { if (held === lands) noted.textContent = "Landed"; held = null };</script>"""


def test_a_drag_is_answered_from_its_first_move_or_from_the_drop(steps_of):
    follows, lands = steps_of(DRAGGED, *(Drag(x=80, y=y, to_x=500, to_y=y) for y in (60, 220)))
    assert follows.change.seen
    assert follows.change.latency_ms <= 17
    assert (lands.change.appeared_text, lands.change.latency_ms) == (("Landed",), 0)
