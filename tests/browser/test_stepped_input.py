"""Input under the stepped clock: what it begins begins at its own moment, however long the browser takes to answer."""

import pytest

from pytest_cookie.browser.clock import stepped
from pytest_cookie.browser.clock.virtual_time import VirtualTime
from pytest_cookie.browser.scripts import source
from pytest_cookie.browser.wire import Wire
from pytest_cookie.core.trace import Action

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
        session.act(Action(kind="click", selector="a"))
        session.wait(900)
        seen = session.evaluate("() => seen")
        clicked = seen.index("click")
        runs.append([tuple(moment) for moment in seen[clicked + 1 :]])
    quick, slow = (dict(seen) for seen in runs)
    assert quick.keys() == slow.keys()
    assert quick[max(quick)] == slow[max(slow)] > 4000
    # the frames of an answer take microseconds, by which a place between two pixels may fall to either
    assert all(abs(quick[at] - slow[at]) <= 1 for at in quick)


FOLLOWED = """<!doctype html><style>i, button { position: absolute } button { left: 900px; top: 500px }</style>
<i id="dot">o</i><button>Far away</button>
<script>moves = 0; onmousemove = (event) => { moves++; dot.style.left = `${event.clientX + 9}px`; };</script>"""


def test_each_move_of_the_pointer_is_drawn_once_as_time_goes_on(session_of, monkeypatch):
    drawn, carried = [], []
    draw, carry = VirtualTime.frame, Wire.carry
    monkeypatch.setattr(VirtualTime, "frame", lambda *given, **how: drawn.append(given) or draw(*given, **how))
    monkeypatch.setattr(Wire, "carry", lambda *given, **how: carried.append(given) or carry(*given, **how))
    session = session_of(FOLLOWED)
    session.settle(1_000)
    drawn.clear()
    assert session.act(Action(kind="hover", selector="button")).done
    assert session.evaluate("() => moves") >= len(carried) > 12
    assert len(carried) < len(drawn) < 1.5 * len(carried)


def test_a_move_is_heard_in_its_place_however_long_the_answer_takes(session_of, monkeypatch):
    runs = []
    for patience in (stepped._ANSWER_SECONDS, (0.0,) * 6):
        monkeypatch.setattr(stepped, "_ANSWER_SECONDS", patience)
        session = session_of(FOLLOWED.replace("moves++", "moves++; path.push(event.clientX, event.clientY)"))
        session.evaluate("() => { path = [] }")
        session.act(Action(kind="hover", selector="button"))
        runs.append(session.evaluate("() => path"))
    assert runs[0] == runs[1]
    assert len(runs[0]) > 20


@pytest.mark.parametrize(("since_ms", "rests"), [(136, True), (135.9, True), (120, False)])
def test_the_roughness_of_the_browsers_clock_does_not_decide_whether_a_page_rests(session_of, since_ms: float, rests):
    session = session_of("<!doctype html><title>t</title><p>Still</p>")
    session.evaluate(f"() => {{ __cookie.lastChange = performance.now() - {since_ms}; return null; }}")
    assert session.evaluate(f"() => ({source('quiet')})(136)") is rests
