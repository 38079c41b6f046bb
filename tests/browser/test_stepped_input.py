"""Input under the stepped clock: its effects begin at its own moment, however long the browser takes to answer."""

import pytest

from pytest_cookie.browser.clock import stepped
from pytest_cookie.browser.clock.virtual_time import VirtualTime
from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.scripts import source
from pytest_cookie.core.action import Click, Hover

SMOOTH = """<!doctype html><style>html { scroll-behavior: smooth } main { height: 5000px }</style>
<script>
seen = [];
const look = (at) => { seen.push([at, scrollY]); requestAnimationFrame(look); };
requestAnimationFrame(look);
addEventListener('click', () => seen.push('click'), true);
</script>
<a href="#end">To the end</a><main></main><p id="end">End</p>"""


pytestmark = pytest.mark.usefixtures("stepped_clock")


def test_a_smooth_scroll_begins_with_the_click_also_where_the_answer_took_many_frames(session_of, monkeypatch):
    runs = []
    for patience in (stepped._ANSWER_SECONDS, (0.0,) * 6):
        monkeypatch.setattr(stepped, "_ANSWER_SECONDS", patience)
        session = session_of(SMOOTH)
        session.act(Click(selector="a"))
        session.wait(900)
        seen = session.evaluate("() => seen")
        clicked = seen.index("click")
        runs.append([tuple(moment) for moment in seen[clicked + 1 :]])
    quick, slow = (dict(seen) for seen in runs)
    assert quick.keys() == slow.keys()
    assert quick[max(quick)] == slow[max(slow)] > 4000
    # the frames of an answer take microseconds, so a place between two pixels may be rounded to either
    assert all(abs(quick[at] - slow[at]) <= 1 for at in quick)


FOLLOWED = """<!doctype html><style>i, button { position: absolute } button { left: 900px; top: 500px }</style>
<i id="dot">o</i><button>Far away</button>
<script>moves = 0; onmousemove = (event) => { moves++; dot.style.left = `${event.clientX + 9}px`; };</script>"""


def test_each_move_of_the_pointer_is_drawn_once_as_time_goes_on(session_of, monkeypatch):
    drawn, carried = [], []
    draw, carry = VirtualTime.frame, InputDispatcher.dispatch_and_advance
    monkeypatch.setattr(VirtualTime, "frame", lambda *given, **how: drawn.append(given) or draw(*given, **how))
    monkeypatch.setattr(
        InputDispatcher, "dispatch_and_advance", lambda *given, **how: carried.append(given) or carry(*given, **how)
    )
    session = session_of(FOLLOWED)
    session.settle(1_000)
    drawn.clear()
    assert session.act(Hover(selector="button")).done
    assert session.evaluate("() => moves") >= len(carried) > 12
    assert len(carried) < len(drawn) < 1.5 * len(carried)


def test_a_move_is_heard_in_its_place_however_long_the_answer_takes(session_of, monkeypatch):
    runs = []
    for patience in (stepped._ANSWER_SECONDS, (0.0,) * 6):
        monkeypatch.setattr(stepped, "_ANSWER_SECONDS", patience)
        session = session_of(FOLLOWED.replace("moves++", "moves++; path.push(event.clientX, event.clientY)"))
        session.evaluate("() => { path = [] }")
        session.act(Hover(selector="button"))
        runs.append(session.evaluate("() => path"))
    assert runs[0] == runs[1]
    assert len(runs[0]) > 20


@pytest.mark.parametrize(("since_ms", "moves"), [(136, "none"), (135.9, "none"), (120, "declared")])
def test_the_roughness_of_the_browsers_clock_does_not_decide_whether_a_page_rests(session_of, since_ms: float, moves):
    session = session_of("<!doctype html><title>t</title><p>Still</p>")
    session.evaluate(f"() => {{ __cookie.lastChange = performance.now() - {since_ms}; return null; }}")
    assert session.evaluate(f"() => ({source('quiet')})(136)") == moves


COUNTS_FRAMES = """<!doctype html><title>t</title><style>#box { width: 90px; height: 90px; background: teal;
  transition: translate .6s linear } #box.away { translate: 200px }</style><div id=box></div>
<script>n = 0; last = 0; gaps = [];
begin = () => requestAnimationFrame(function draw(at) {
  if (last) gaps.push(at - last);
  last = at; box.style.rotate = ++n + 'deg';
  if (n < 20) requestAnimationFrame(draw);
});</script>"""


def test_what_a_script_draws_has_every_frame_while_the_page_settles(session_of):
    session = session_of(COUNTS_FRAMES)
    session.evaluate("() => { begin(); return null; }")
    session.settle(900)
    assert session.evaluate("() => gaps") == [17] * 19


def test_a_transition_is_over_when_the_page_has_settled_with_fewer_frames(session_of):
    session = session_of(COUNTS_FRAMES)
    began = session.page_ms
    session.drain()
    session.evaluate("() => { box.classList.add('away'); return null; }")
    session.settle(1_500)
    assert 600 <= session.page_ms - began < 900
    assert session.evaluate("() => getComputedStyle(box).translate") == "200px"
    assert 600 / 34 - 2 <= session.drain().effort.moving_frames <= 600 / 34 + 4
