"""Static perception of whole pages in a real Chromium, with odd and huge pages among them."""

from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.perception import MOBILE
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.perception import static_perception
from pytest_cookie.exploration.perception.page_layout import listen_for_shifts, measure_layout, read_shift
from pytest_cookie.exploration.perception.static_perception import perceive

PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Shop</title>
<link rel=stylesheet href=/deep/a.css><body style='margin:0'><h1>Shop</h1><p id=start></p>
<p style='color:#ccc'>Pale words</p><img src=/gone.png alt=Gone><button></button>
<div style='height:1500px;width:900px;background:#246'></div>
<script>
  document.getElementById('start').textContent = innerWidth < 600 ? 'narrow start' : 'wide';
  console.error('desktop trouble'); if (innerWidth < 500) throw new Error('narrow trouble');
</script>"""


def test_perception_of_a_page(session_of, tmp_path: Path):
    sheets = {"/deep/a.css": "@import 'b.css'; p { color: red }", "/deep/b.css": "p { margin: 3px }"}
    session = session_of(PAGE, files=sheets, load=False)
    seen = perceive(session, f"{ORIGIN}/", tmp_path / "static")
    assert seen.loaded
    assert seen.http_status == 200
    assert not seen.crashed
    assert [view.viewport.width for view in seen.views] == [1280, 768, 375]
    assert [view.layout.overflow_px for view in seen.views] == [0, 132, 525]
    assert seen.views[0].layout.document_height > 1500
    assert 0.3 < seen.views[0].ink < 0.9
    assert {"color-contrast", "button-name"} <= {violation.rule for violation in seen.axe}, seen.axe_problem
    assert [message.text for message in seen.console if "trouble" in message.text] == ["desktop trouble"]
    assert [error.message for error in seen.page_errors] == ["Error: narrow trouble"]
    assert [request.url for request in seen.failed_requests] == [f"{ORIGIN}/gone.png"], "no file of our own asking"
    assert seen.inventory is not None
    assert seen.inventory.title == "Shop"
    assert seen.restless == 0
    wide, _, narrow = seen.views
    assert narrow.text_length - wide.text_length == len("narrow start") - len("wide"), "loaded at its own width"
    assert narrow.viewport == MOBILE
    for view in seen.views:
        picture = Image.open(tmp_path / view.screenshot)
        assert picture.width >= view.viewport.width
    assert Image.open(tmp_path / "static/viewport.png").size == (1280, 720)
    assert Image.open(tmp_path / "static/thumbnail.jpg").size == (480, 270)


def test_a_page_without_scripts_whose_fields_hide_what_a_form_has_is_measured(session_of, tmp_path: Path):
    page = """<!doctype html><html lang=en><meta http-equiv=Content-Security-Policy content="script-src 'none'">
    <title>Closed</title><main><form style="width:110vw"><h1>Rooms</h1><input name=children value=2 aria-label=Rooms>
    <input name=id aria-label=A><input name=title aria-label=B><input name=style aria-label=C><button>Book</button>
    </form></main>"""
    seen = perceive(session_of(page, load=False), f"{ORIGIN}/", tmp_path / "static")
    assert (seen.axe, seen.axe_problem) == ((), "")
    assert seen.styling is not None
    assert [element.selector for element in seen.views[0].layout.overflowing] == ["form"]


def test_a_page_that_breaks_the_tools_is_measured_from_outside(session_of, tmp_path: Path):
    page = """<!doctype html><title>t</title><p>&#xe001;</p><script>
    Object.defineProperty(window, 'axe', { value: 1 });
    Object.defineProperty(document, 'fonts', { get() { throw 1 } });</script>"""
    seen = perceive(session_of(page, load=False), f"{ORIGIN}/", tmp_path / "static")
    assert "html-has-lang" in {violation.rule for violation in seen.axe}
    assert not seen.axe_problem
    assert seen.composition is not None


def test_what_does_not_arrive_is_told(session_of, tmp_path: Path):
    seen = perceive(session_of("", load=False), f"{ORIGIN}/nowhere", tmp_path / "static")
    assert not seen.loaded
    assert seen.http_status == 404
    assert seen.load_problem
    assert seen.views == ()


def test_a_page_that_goes_on_to_its_next_state_meanwhile_is_measured(session_of, tmp_path: Path):
    page = """<!doctype html><html lang=en><title>t</title><h1>Hi</h1>
    <script>setInterval(() => location.replace('/?' + Math.random()), 900)</script>"""
    seen = perceive(session_of(page, load=False), f"{ORIGIN}/", tmp_path / "static")
    assert len(seen.views) == 3


@pytest.mark.slow
def test_a_page_that_has_removed_its_root_is_blank(session_of, tmp_path: Path):
    page = "<!doctype html><title>t</title><h1>Hi</h1><script>onload = () => document.documentElement.remove()</script>"
    seen = perceive(session_of(page, load=False), f"{ORIGIN}/", tmp_path / "static")
    assert [(view.ink, view.text_length) for view in seen.views] == [(0, 0)] * 3


COMPOSED = """<!doctype html><html lang=en><title>t</title><style>
  body { margin: 20px; font: 16px/1.5 sans-serif } .row { display: flex; gap: 12px }
  .card { width: 100px; height: 60px; background: #204060; color: #fff } .card + .card + .card { rotate: 4deg }
  .card:hover { opacity: .9 } button:hover { color: red } button:focus { outline: 2px solid }
</style><h1>Head</h1><div class=row><div class=card>One</div><div class=card>Two</div><div class=card>Three</div></div>
<p id=pale style='color:#eee;background:linear-gradient(#fff, #ddd)'>Pale on a gradient</p><button>Go</button>
<p id=under>Under a lid</p><div style='background:#fff;margin-top:-44px;position:relative;height:44px'></div>
<script>
  setTimeout(() => document.querySelector('h1').insertAdjacentHTML('beforebegin', '<hr style="height:99px">'), 150);
</script>"""


def test_a_page_is_told_as_it_is_put_together(session_of, tmp_path: Path):
    session = session_of(COMPOSED)
    listen_for_shifts(session)
    session.wait(500)
    shift = read_shift(session)
    session.full_screenshot(tmp_path / "page.png", max_height=2_000)
    composed = measure_layout(session, tmp_path / "page.png", shift)
    assert composed is not None
    texts = {text.text: text for text in composed.texts}
    assert (texts["Head"].heading, texts["One"].size, texts["One"].leading) == (1, 16, 24)
    assert texts["One"].contrast == pytest.approx(10.7, abs=0.1)
    assert texts["Pale on a gradient"].contrast < 1.5
    assert [text.text for text in composed.texts if text.covered] == ["Under a lid"]
    (row,) = [group for group in composed.groups if len(group.parts) == 3]
    assert [(part.make, part.dress) for part in row.parts] == [(row.parts[0].make, row.parts[0].dress)] * 3
    assert [part.turn for part in row.parts] == [0, 0, 4]
    assert (composed.controls, composed.hovered, composed.focused) == (1, 1, 1)
    assert composed.grounds["#204060"] > 18000
    assert composed.shift.score > 0.02
    assert "h1" in composed.shift.selectors


_PALE = (
    "<!doctype html><html lang=en><title>t</title><main style='color:#ccc'><h1>Pale</h1><p>Some words of it</p></main>"
)


_UNSEEN = (
    "<div hidden>" + "<i></i>" * 2_499 + "</div>" + "<i></i>" * 2_600
    + "<div style='visibility:hidden;position:absolute'>" + "<b>x</b>" * 3_000 + "</div>"
)  # fmt: skip


def test_what_is_not_to_be_seen_takes_no_place_in_the_audit(session_of):
    report, problem = static_perception._accessibility(session_of(_PALE.replace("<main", f"{_UNSEEN}<main")))
    assert not problem
    assert {"color-contrast": 2}.items() <= {violation.rule: violation.count for violation in report.violations}.items()


def test_what_is_not_to_be_read_takes_no_place_of_what_is(show):
    for hidden in ("display:none", "visibility:hidden;position:absolute", "opacity:0"):
        padding = f"<div style='{hidden}'>" + "x<!---->" * 41_000 + "</div>"
        session = show(_PALE.replace("<main", f"{padding}<main"))
        composed = run_script(session, "composition", {"parts": 900, "texts": 300})
        assert [text["text"] for text in composed["texts"]] == ["Pale", "Some words of it"], hidden


def test_of_a_huge_page_what_can_be_read_is_told(session_of):
    padding = "<div hidden>" + "<b>x</b>" * 42_000 + "</div><div style='display:contents'><p>Held by nothing</p></div>"
    session = session_of(_PALE.replace("<main", f"{padding}<main"))
    assert session.observe().inventory.text.split("\n") == ["Held by nothing", "Pale", "Some words of it"]
    assert run_script(session, "layout")["text_length"] == len("Held by nothing Pale Some words of it ")
