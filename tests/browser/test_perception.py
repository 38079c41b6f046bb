"""Static perception of whole pages in a real Chromium, odd and huge ones among them."""

from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.perception import MOBILE
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.perception.static_perception import perceive

PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Shop</title><body style='margin:0'>
<h1>Shop</h1><p style='color:#ccc'>Pale words</p><img src=/gone.png alt=Gone><button></button>
<div style='height:1500px;width:900px;background:#246'></div>
<script>
  console.error('desktop trouble'); if (innerWidth < 500) throw new Error('narrow trouble');
</script>"""


def test_perception_of_a_page(session_of, tmp_path: Path):
    session = session_of(PAGE, load=False)
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
    assert [request.url for request in seen.failed_requests] == [f"{ORIGIN}/gone.png"]
    assert seen.inventory is not None
    assert seen.inventory.title == "Shop"
    assert seen.restless == 0
    for view in seen.views:
        picture = Image.open(tmp_path / view.screenshot)
        assert picture.width >= view.viewport.width
    assert Image.open(tmp_path / "static/viewport.png").size == (1280, 720)
    assert Image.open(tmp_path / "static/thumbnail.jpg").size == (480, 270)


def test_a_page_that_forbids_eval_is_measured_all_the_same(session_of, tmp_path: Path):
    page = """<!doctype html><html lang=en><meta http-equiv=Content-Security-Policy content="script-src 'none'">
    <title>Closed</title><main><h1>Closed</h1></main>"""
    seen = perceive(session_of(page, load=False), f"{ORIGIN}/", tmp_path / "static")
    assert (seen.axe, seen.axe_problem) == ((), "")
    assert seen.styling is not None


def test_a_page_that_breaks_the_tool_is_checked_from_outside(session_of, tmp_path: Path):
    page = "<!doctype html><title>t</title><script>Object.defineProperty(window, 'axe', {value: 1})</script><h1>Hi</h1>"
    seen = perceive(session_of(page, load=False), f"{ORIGIN}/", tmp_path / "static")
    assert "html-has-lang" in {violation.rule for violation in seen.axe}
    assert not seen.axe_problem


def test_what_does_not_arrive_is_told(session_of, tmp_path: Path):
    seen = perceive(session_of("", load=False), f"{ORIGIN}/nowhere", tmp_path / "static")
    assert not seen.loaded
    assert seen.http_status == 404
    assert seen.load_problem
    assert seen.views == ()


def test_looking_asks_for_no_file_that_the_page_does_not(session_of, tmp_path: Path):
    sheets = {"/deep/a.css": "@import 'b.css'; p { color: red }", "/deep/b.css": "p { margin: 3px }"}
    session = session_of("<link rel=stylesheet href=/deep/a.css><p>Words</p>", files=sheets, load=False)
    seen = perceive(session, f"{ORIGIN}/", tmp_path / "static")
    assert seen.loaded
    assert seen.failed_requests == ()


def test_mobile_is_met_from_the_load(session_of, tmp_path: Path):
    page = """<!doctype html><title>t</title><p id=p></p>
    <script>document.getElementById('p').textContent = innerWidth < 600 ? 'narrow start' : 'wide';</script>"""
    seen = perceive(session_of(page, load=False), f"{ORIGIN}/", tmp_path / "static")
    assert [view.text_length for view in seen.views] == [len("wide"), len("wide"), len("narrow start")]
    assert seen.views[2].viewport == MOBILE


def test_fields_that_hide_what_a_form_itself_has_do_not_end_the_measuring(session_of, tmp_path: Path):
    page = """<!doctype html><html lang=en><title>t</title><form style="width:110vw"><h1>Rooms</h1>
    <input name=children value=2><input name=id><input name=title><input name=style><button>Book</button></form>"""
    seen = perceive(session_of(page, load=False), f"{ORIGIN}/", tmp_path / "static")
    assert [element.selector for element in seen.views[0].layout.overflowing] == ["form"]


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
    composed = perceive(session_of(COMPOSED, load=False), f"{ORIGIN}/", tmp_path / "static").composition
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


def test_a_page_that_breaks_the_composing_is_composed_from_outside(session_of, tmp_path: Path):
    page = """<!doctype html><title>t</title><p>&#xe001;</p>
    <script>Object.defineProperty(document, 'fonts', { get() { throw 1 } })</script>"""
    seen = perceive(session_of(page, load=False), f"{ORIGIN}/", tmp_path / "static")
    assert seen.loaded
    assert seen.composition is not None


_PALE = (
    "<!doctype html><html lang=en><title>t</title><main style='color:#ccc'><h1>Pale</h1><p>Some words of it</p></main>"
)


@pytest.mark.parametrize(
    "padding",
    [
        "<div hidden>" + "<i></i>" * 2_499 + "</div>", "<i></i>" * 2_600,
        "<div style='visibility:hidden;position:absolute'>" + "<b>x</b>" * 3_000 + "</div>",
    ],
)  # fmt: skip
def test_what_is_not_to_be_seen_takes_no_place_in_the_audit(session_of, tmp_path: Path, padding):
    seen = perceive(
        session_of(_PALE.replace("<main", f"{padding}<main"), load=False), f"{ORIGIN}/", tmp_path / "static"
    )
    assert not seen.axe_problem
    assert {"color-contrast": 2}.items() <= {one.rule: one.count for one in seen.axe}.items()


@pytest.mark.parametrize("hidden", ["display:none", "visibility:hidden;position:absolute", "opacity:0"])
def test_what_is_not_to_be_read_takes_no_place_of_what_is(session_of, hidden):
    padding = f"<div style='{hidden}'>" + "x<!---->" * 41_000 + "</div>"
    session = session_of(_PALE.replace("<main", f"{padding}<main"))
    told = run_script(session, "composition", {"parts": 900, "texts": 300})
    assert [one["text"] for one in told["texts"]] == ["Pale", "Some words of it"]


def test_of_a_huge_page_what_can_be_read_is_told(session_of):
    padding = "<div hidden>" + "<b>x</b>" * 42_000 + "</div><div style='display:contents'><p>Held by nothing</p></div>"
    session = session_of(_PALE.replace("<main", f"{padding}<main"))
    assert session.observe().inventory.text.split("\n") == ["Held by nothing", "Pale", "Some words of it"]
    assert run_script(session, "layout")["text_length"] == len("Held by nothing Pale Some words of it ")
