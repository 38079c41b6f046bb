"""Animations under the stepped clock: their times need no rounding, and an input starts them at its own time."""

import numpy as np
import pytest
from PIL import Image

from pytest_cookie.browser.clock import stepped, virtual_time
from pytest_cookie.core.action import Click, Hover, Reload
from pytest_cookie.core.perception import MOBILE

ORBIT = """<!doctype html><svg width="400" height="200"><circle r="14"><animateMotion dur="40s"
  path="M50,100 a50,50 0 1,0 100,0 a50,50 0 1,0 -100,0"/></circle></svg>
<script>
seen = [];
const look = () => { seen.push(document.querySelector('svg').getCurrentTime() * 1000); requestAnimationFrame(look); };
requestAnimationFrame(look);
</script>"""

BUTTON = """<!doctype html><form name="timeline"></form><style>
.box { width: 90px; height: 90px; background: #c33; transition: transform 3s linear }
.box:hover { transform: scale(1.2) }
.gone { transform: translateX(700px) }</style>
<div class="box"></div><button>Go</button>
<script>
const box = document.querySelector('.box'), faded = { opacity: [1, 0.5] };
requestAnimationFrame(() => { first = box.animate(faded, 90000); began = performance.now(); });
box.onmouseenter = () => { entered = performance.now(); };
document.querySelector('button').onclick = () => {
  at = performance.now();
  box.classList.toggle('gone');
  now = box.animate(faded, 4000);
  soon = box.animate(faded, 4000);
  soon.startTime = at + 8;
  back = box.animate(faded, 4000);
  back.reverse();
};
</script>"""
TRANSITION = "box.getAnimations().find((one) => one.transitionProperty).startTime"


pytestmark = pytest.mark.usefixtures("stepped_clock")


def test_animations_keep_whole_milliseconds_after_a_reload_and_after_pictures_of_the_whole_page(session_of, tmp_path):
    session = session_of(ORBIT)
    for _ in range(2):
        session.act(Reload())
        session.full_screenshot(tmp_path / "whole.png")
        session.resize(MOBILE)
        session.full_screenshot(tmp_path / "mobile.png")
        session.wait(1_500)
        at_ms = session.evaluate("() => seen.splice(0)")
        moved = at_ms[1:]  # the first frame puts them back to where they belong
        assert len(moved) > 80
        assert max(abs(ms - round(ms)) for ms in moved) < 0.01


@pytest.fixture
def extra_frames_count(monkeypatch):
    """Frames of an answer lie so far apart that each has a time of its own for animations."""
    monkeypatch.setattr(virtual_time, "_EXTRA_FRAME_MS", 0.15)


@pytest.mark.usefixtures("extra_frames_count")
@pytest.mark.parametrize(
    ("patience", "reloads"),
    [
        ((0.0,) * 3, 0),
        (stepped._ANSWER_SECONDS, 1),
        pytest.param(stepped._ANSWER_SECONDS, 0, marks=pytest.mark.slow),
        pytest.param((0.0,) * 3, 1, marks=pytest.mark.slow),
    ],
)
def test_what_a_click_begins_begins_with_it_however_many_frames_the_answer_took(
    session_of, monkeypatch, patience, reloads
):
    session = session_of(BUTTON)
    session.wait(2_000)
    for _ in range(reloads):
        session.act(Reload())
        session.wait(500)
    monkeypatch.setattr(stepped, "_ANSWER_SECONDS", patience)
    session.act(Click(selector="button"))
    clicked, began, now, soon, back, first = session.evaluate(
        f"() => [at, {TRANSITION}, now.startTime, soon.startTime, back.startTime, first.startTime - began]"
    )
    assert began == now
    assert now - clicked == pytest.approx(first, abs=1e-6), "as far from the page's own time as in any frame"
    assert soon == clicked + 8, "what the page has put into the future stays there"
    assert back - now == pytest.approx(4000, abs=1), "what runs backwards began at its end"


@pytest.mark.usefixtures("extra_frames_count")
def test_what_a_hover_begins_begins_with_it(session_of):
    session = session_of(BUTTON)
    session.wait(2_000)
    session.act(Hover(selector=".box"))
    entered, began = session.evaluate(f"() => [entered, {TRANSITION}]")
    assert began == entered


IMPATIENT = (0.0, *stepped._ANSWER_SECONDS[1:])
"""The page is given its first frame at once; between that and the next the browser passes its picture on."""

BARS = """<!doctype html><style>body { margin: 0; height: 2500px }
@keyframes by-place { to { background-position: 1000px 0 } }
@keyframes by-transform { to { transform: translateX(1000px) } }
.painted { height: 40px; width: 1000px; background: linear-gradient(90deg, #000 6px, #fff 6px);
  background-size: 1000px 40px; animation: by-place 10ms linear infinite }
.composited { width: 6px; height: 40px; background: #000; animation: by-transform 10ms linear infinite }</style>
<div class="painted"></div><div class="composited"></div>"""


@pytest.mark.parametrize("patience", [stepped._ANSWER_SECONDS, IMPATIENT])
def test_pictures_of_the_whole_page_show_the_same_moment_however_soon_their_first_frame_is_drawn(
    session_of, tmp_path, monkeypatch, patience
):
    monkeypatch.setattr(virtual_time, "_EXTRA_FRAME_MS", 0.03)
    session = session_of(BARS)
    monkeypatch.setattr(stepped, "_ANSWER_SECONDS", patience)
    for _ in range(3):
        session.wait(300)
        session.full_screenshot(tmp_path / "whole.png")
        shown = np.asarray(Image.open(tmp_path / "whole.png").convert("L"))
        for row in (20, 60):
            after_frame = int(np.argmin(shown[row, :1000])) / 100 % 1  # frames lie at whole milliseconds
            assert after_frame == pytest.approx(2 * virtual_time._SLOT_MS, abs=0.001)
        left_at = session.evaluate("() => document.querySelector('.painted').getAnimations()[0].currentTime")
        assert left_at % 1 == pytest.approx(3 * virtual_time._SLOT_MS, abs=0.001), "whether or not all were needed"


@pytest.mark.parametrize("patience", [stepped._ANSWER_SECONDS, IMPATIENT])
def test_a_page_that_fits_into_the_window_needs_fewer_frames_and_is_left_at_the_same_moment(
    session_of, tmp_path, monkeypatch, patience
):
    monkeypatch.setattr(virtual_time, "_EXTRA_FRAME_MS", 0.03)
    session = session_of(BARS.replace("height: 2500px", "height: 90px"))
    monkeypatch.setattr(stepped, "_ANSWER_SECONDS", patience)
    session.wait(300)
    session.full_screenshot(tmp_path / "whole.png")
    for _ in range(40):  # queries draw no frame
        left_at = session.evaluate("() => document.querySelector('.painted').getAnimations()[0].currentTime")
        assert left_at % 1 == pytest.approx(3 * virtual_time._SLOT_MS, abs=0.001)


BLENDED = """<!doctype html><style>@view-transition { navigation: auto } body { background: #eef }</style>
<script>addEventListener('pagereveal', (event) => { blend = event.viewTransition; })</script>
<a href="/next.html">Next</a> <button onclick="document.title = 'pressed'">Press</button>"""
BLENDING = """<!doctype html><button onclick="document.startViewTransition(() => new Promise(change))">Change</button>
<script>const change = (done) => setTimeout(() => { document.body.style.background = 'teal'; done() }, 900)</script>"""


def test_the_next_document_of_a_site_comes_without_a_blend_for_which_the_machine_sets_the_time(session_of):
    session = session_of(BLENDED, files={"/next.html": BLENDED})
    assert session.act(Click(selector="a")).done
    session.settle(3_000)
    assert session.evaluate("() => [location.pathname, blend]") == ["/next.html", None]
    assert session.act(Click(selector="button")).done
    assert session.evaluate("() => document.title") == "pressed"
    assert not session.drain().page_errors


def test_a_page_is_not_at_rest_before_its_view_transition_is_over(session_of):
    session = session_of(BLENDING)
    assert session.act(Click(selector="button")).done
    session.settle(3_000)
    assert session.evaluate("() => [document.activeViewTransition, document.body.style.background]") == [None, "teal"]
