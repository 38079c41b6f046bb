"""Animations under the stepped clock: the browser has nothing to round, and what an input begins begins with it."""

from collections.abc import Iterator

import pytest

from pytest_cookie.browser.clock import stepped
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.core.perception import MOBILE
from pytest_cookie.core.trace import Action

ORBIT = """<!doctype html><svg width="400" height="200"><circle r="14"><animateMotion dur="40s"
  path="M50,100 a50,50 0 1,0 100,0 a50,50 0 1,0 -100,0"/></circle></svg>
<script>
seen = [];
const look = () => { seen.push(document.querySelector('svg').getCurrentTime() * 1000); requestAnimationFrame(look); };
requestAnimationFrame(look);
</script>"""

BUTTON = """<!doctype html><style>
.box { width: 90px; height: 90px; background: #c33; transition: transform 3s linear }
.gone { transform: translateX(700px) }</style>
<div class="box"></div><button>Go</button>
<script>
const box = document.querySelector('.box');
document.querySelector('button').onclick = () => {
  at = performance.now();
  box.classList.toggle('gone');
  expected = box.animate({ opacity: [1, 0.5] }, 4000);
  expected.startTime = at + 5.876;
  later = box.animate({ opacity: [1, 0.5] }, 4000);
  later.startTime = at + 900;
};
</script>"""


@pytest.fixture(scope="module")
def browser_host() -> Iterator[BrowserHost]:
    host = BrowserHost()
    if host.clock != "stepped":
        pytest.skip("no headless shell of Chromium was found")
    yield host
    host.close()


def test_animations_keep_whole_milliseconds_after_a_reload_and_after_pictures_of_the_whole_page(session_of, tmp_path):
    session = session_of(ORBIT)
    for _ in range(2):
        session.act(Action(kind="reload"))
        session.full_screenshot(tmp_path / "whole.png")
        session.resize(MOBILE)
        session.full_screenshot(tmp_path / "mobile.png")
        session.wait(1_500)
        at_ms = session.evaluate("() => seen.splice(0)")
        moved = at_ms[1:]  # the first frame puts them back to where they belong
        assert len(moved) > 80
        assert max(abs(ms - round(ms)) for ms in moved) < 0.01


@pytest.mark.parametrize("patience", [stepped._ANSWER_SECONDS, (0.0,) * 9])
def test_what_a_click_begins_begins_with_it_however_many_frames_the_answer_took(session_of, monkeypatch, patience):
    monkeypatch.setattr(stepped, "_ANSWER_SECONDS", patience)
    session = session_of(BUTTON)
    session.wait(2_000)
    session.act(Action(kind="click", selector="button"))
    clicked, began, expected, later = session.evaluate(
        "() => [at, box.getAnimations().find((one) => one.transitionProperty).startTime,"
        " expected.startTime, later.startTime]"
    )
    assert began == clicked
    assert expected == clicked, "a browser that has drawn nothing for a while takes the time of its next frame"
    assert later == clicked + 900, "what the page has put into the future stays there"
