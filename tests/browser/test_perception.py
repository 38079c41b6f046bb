"""Static perception in a real Chromium: each measure on a tiny good page and a tiny bad one."""

from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.perception import MOBILE, Layout, Styling
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.perception.static_perception import MAX_ELEMENTS, perceive

LONG = "supercalifragilisticexpialidocious " * 4
STYLE = "<style>body{margin:20px;font:16px/1.5 sans-serif}.b{position:absolute;top:20px;left:20px;margin:0}</style>"

OVERFLOWING = [
    ("<table style='width:2000px'><tr><td>wide</td></tr></table>", "table"),
    ("<div id=a style='width:110vw'>x</div>", "#a"),
]
NOT_OVERFLOWING = [
    "<div style='overflow-x:auto'><table style='width:2000px'><tr><td>wide</td></tr></table></div>",
    "<div style='overflow:hidden'><div style='width:3000px'>carousel</div></div>",
    "<style>html{overflow-x:hidden}</style><div style='width:120vw;height:5px'></div>",
    "<div style='position:fixed;left:100%;width:300px'>drawer</div>",
]

CUT = "white-space:nowrap;overflow:hidden;width:320px"
TRUNCATED = [
    (f"<p id=t style='{CUT}'>{LONG}</p>", "cut off at the side"),
    (f"<p id=t style='{CUT};text-overflow:ellipsis'>{LONG}</p>", "ellipsis"),
    (f"<div style='width:320px;height:60px;overflow:hidden'><p id=t>{LONG}</p></div>", "cut off at the bottom"),
    (
        f"<style>body{{overflow-x:hidden}}</style><p id=t style='white-space:nowrap;width:2000px'>{LONG * 4}</p>",
        "cut off by the window",
    ),
]
CLAMP = "overflow:hidden;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical"
NOT_TRUNCATED = [
    f"<p style='{CUT};text-overflow:ellipsis' title='{LONG}'>{LONG}</p>",
    f"<p style='width:320px;height:60px;overflow:auto'>{LONG}</p>",
    f"<div style='max-height:0;overflow:hidden'><p>{LONG}</p></div>",
    f"<p style='width:320px;{CLAMP}'>{LONG}</p>",
    "<p style='overflow:hidden;line-height:1;font-size:40px'>Tight but whole, gjpqy</p>",
    f"<span style='position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)'>{LONG}</span>",
    f"<div style='{CUT}'><div style='transform:translateX(-30%)'><p>{LONG * 4}</p></div></div>",
    f"<style>body{{overflow-x:hidden}}</style><nav style='position:fixed;left:100%;width:300px'>{LONG}</nav>",
]

MENU = "position:absolute;top:10px;left:10px;width:400px;height:90px;background:#fff"
OVERLAPPING = [
    "<h1 id=o class=b>Welcome home</h1><p class=b style='top:28px'>Our prices today</p>",
    "<p id=o>First paragraph of text</p><p style='margin-top:-38px'>Second paragraph of text</p>",
]
NOT_OVERLAPPING = [
    "<h1 style='line-height:.9;width:200px'>Several lines of a tight heading</h1><p>Text below</p>",
    "<p>Below</p><div style='position:fixed;top:20px;left:20px'>A bar over it</div>",
    "<div style='position:relative'><p class=b style='opacity:0'>Slide one</p><p class=b>Slide two</p></div>",
    f"<p>Text under a menu</p><div style='{MENU}'>Menu</div>",
    "<p>Glow<span aria-hidden=true style='position:absolute;left:20px'>Glow</span></p>",
    "<div style='height:0;overflow:hidden'><p>Closed</p></div><p>Open</p>",
]

LID = "position:absolute;top:0;left:0;width:300px;height:90px"
COVERED = [f"<button id=c>Buy</button><div style='{LID}'></div>"]
NOT_COVERED = [
    "<button><span>Buy</span></button><label><input type=checkbox> Yes</label>",
    "<button>Buy</button><div style='position:fixed;inset:0;background:#0008'>Start screen</div>",
    f"<button>Buy</button><div style='{LID};pointer-events:none'></div>",
]

TALL = "<div style='height:3000px'></div>"
BAR = "position:fixed;left:0;right:0;height:120px;background:#fff"
BURIED = [
    f"{TALL}<button id=c>Next</button><div style='{BAR};bottom:0'>Sum 0,00</div>",
    f"<button id=c>Menu</button>{TALL}<div style='{BAR};top:0'>Shop</div>",
]
NOT_BURIED = [
    f"{TALL}<button>Next</button><p style='height:140px'></p><div style='{BAR};bottom:0'>Sum</div>",
    f"{TALL}<button>Next</button><div style='{BAR};bottom:0'>Cookies? <button>OK</button></div>",
    f"{TALL}<button>Next</button><div style='{BAR};bottom:0;pointer-events:none'>Sum</div>",
    f"<button>Middle</button><div style='height:1400px'></div><div style='{BAR};bottom:0'>Sum</div>",
]

DOT = "data:image/gif;base64,R0lGODlhEAAQAIAAAP///wAAACH5BAAAAAAALAAAAAAQABAAAAIOhI+py+0Po5y02ouzPgUAOw=="  # 16 × 16
STRETCHED = [
    ("<canvas id=s width=800 height=400 style='width:300px;height:300px'></canvas>", "2.00"),
    (f"<img id=s src='{DOT}' style='width:200px;height:100px'>", "0.50"),
]
NOT_STRETCHED = [
    "<canvas width=800 height=400 style='width:300px;height:auto'></canvas>",
    "<canvas width=800 height=400 style='width:300px;height:300px;object-fit:contain'></canvas>",
    f"<img src='{DOT}' style='width:200px;height:100px;object-fit:cover'>",
    f"<img src='{DOT}' style='width:40px;height:10px'>",
]

TINY = "display:inline-block;font-size:8px"
SMALL = [f"<a href=#1 style='{TINY}'>1</a><a href=#2 style='{TINY}'>2</a>"]
NOT_SMALL = [
    "<p>Read <a href=#1>this</a> and <a href=#2>that</a>.</p>",
    "<label><input type=checkbox> A</label><label><input type=checkbox> B</label>",
    "<button style='padding:0;width:16px;height:16px'>×</button>",
]


def layout_of(session) -> Layout:
    measured: dict = {}
    for name in ("layout", "overlap", "targets"):
        measured |= run_script(session, name, MAX_ELEMENTS)
    measured.pop("text_length")
    return Layout.model_validate(measured)


@pytest.fixture
def write(session_of):
    """Sets one page's body after the other in a single session: dozens of tiny pages in one."""
    session = session_of("<!doctype html><title>t</title><body>")

    def set_body(body: str):
        session.evaluate("(html) => { document.body.innerHTML = html; return null; }", STYLE + body)
        return session

    return set_body


def test_what_scrolls_sideways_is_found(write):
    for body, selector in OVERFLOWING:
        layout = layout_of(write(body))
        assert layout.overflow_px > 100, body
        assert [element.selector for element in layout.overflowing] == [selector]


def test_what_scrolls_or_clips_by_itself_does_not_overflow(write):
    for body in NOT_OVERFLOWING:
        layout = layout_of(write(body))
        assert (layout.overflow_px, layout.overflowing) == (0, ()), body


def test_text_that_is_cut_off_is_found(write):
    for body, detail in TRUNCATED:
        found = layout_of(write(body)).truncated
        assert [(element.selector, element.detail) for element in found] == [("#t", detail)], body


def test_text_that_can_be_read_or_waits_is_not_cut_off(write):
    for body in NOT_TRUNCATED:
        assert layout_of(write(body)).truncated == (), body


def test_text_on_text_is_found(write):
    for body in OVERLAPPING:
        assert [element.selector for element in layout_of(write(body)).overlapping] == ["#o"], body


def test_layers_and_tight_lines_do_not_overlap(write):
    for body in NOT_OVERLAPPING:
        assert layout_of(write(body)).overlapping == (), body


def test_controls_under_something_are_found(write):
    for body in COVERED:
        assert [element.selector for element in layout_of(write(body)).covered_controls] == ["#c"], body
    for body in NOT_COVERED:
        assert layout_of(write(body)).covered_controls == (), body


def test_controls_that_nothing_brings_out_from_under_a_bar_are_found(write):
    for body in BURIED:
        told = run_script(write(body), "ends", MAX_ELEMENTS)["buried_controls"]
        assert [one["selector"] for one in told] == ["#c"], body
    banner = NOT_BURIED[1]
    for body in NOT_BURIED:
        told = run_script(write(body), "ends", MAX_ELEMENTS)["buried_controls"]
        assert [one["buttons"] for one in told] == ([["OK"]] if body is banner else []), body


def test_pictures_in_a_box_of_another_shape_are_found(write):
    for body, times in STRETCHED:
        session = write(body)
        session.wait(50)
        found = layout_of(session).stretched
        assert [(element.selector, element.detail.split()[0]) for element in found] == [("#s", times)], body
    for body in NOT_STRETCHED:
        session = write(body)
        session.wait(50)
        assert layout_of(session).stretched == (), body


def test_looking_at_the_ends_leaves_the_page_where_it_was(write):
    session = write(BURIED[0])
    session.evaluate("() => { window.scrollTo(0, 300); return null; }")
    run_script(session, "ends", MAX_ELEMENTS)
    assert session.evaluate("() => scrollY") == 300


def test_links_to_places_that_are_not_there_are_found(write):
    there = "<a href='#a'>A</a><p id=a>a</p><a name=b></a><a href='#b'>B</a><a href='#caf%C3%A9'>C</a><i id=café>c</i>"
    routes = "<a href='#'>0</a><a href='#top'>1</a><a href='#/list'>2</a><a href='#!x'>3</a><a href='/x#y'>4</a>"
    told = run_script(write(f"{there}{routes}<a id=l href='#team'>Team</a>"), "anchors", MAX_ELEMENTS)["lost_anchors"]
    assert [(one["selector"], one["detail"]) for one in told] == [("#l", "#team")]


def test_small_targets_are_found(write):
    for body in SMALL:
        assert len(layout_of(write(body)).small_targets) == 2, body
    for body in NOT_SMALL:
        assert layout_of(write(body)).small_targets == (), body


def test_styling_is_tallied(session_of):
    style = """<style>
      body { font: 16px Georgia } h1 { font-size: 32px }
      button { transition: color .2s; border-radius: 8px; padding: 12px; background: #e02020 }
      button { box-shadow: 0 1px 2px #000 }
      button:hover { color: blue } .spin { animation: spin 1s infinite } @keyframes spin { to { rotate: 1turn } }
    </style>"""
    meta = "<meta name=viewport content='width=device-width'>"
    page = f"<!doctype html>{meta}{style}<h1>Head</h1><button>Press</button><i class=spin>o</i>"
    styling = Styling.model_validate(run_script(session_of(page), "styling", 4000))
    assert styling.font_sizes["32"] == 4
    assert set(styling.font_families) == {"Georgia", "Arial"}
    assert styling.gaps["12"] == 1
    assert styling.radii == {"8": 1}
    assert set(styling.hues) == {"0"}
    assert (styling.controls, styling.transitioned_controls, styling.animations, styling.shadows) == (1, 1, 1, 1)
    assert (styling.hover_rules, styling.styled_rules) == (1, 6)
    assert styling.viewport_meta


UNSTYLED = [
    "<h1>Head</h1><button>Press</button>",
    "<style></style><style media=print>p { color: red }</style><p>Words</p>",
    "<style>@media print { p { color: red } } .nobody { color: red } p {}</style><p style=''>Words</p>",
]
STYLED = [
    "<style>p { margin: 3px }</style><p>Words</p>",
    "<style>@media screen { @layer a { p { margin: 3px } } }</style><p>Words</p>",
    "<style>a:hover { color: red }</style><p>Words</p>",
    "<p style='margin:3px'>Words</p>",
    "<p>Words in <font color=red>red</font></p>",
]


def test_only_a_page_without_any_style_of_its_own_is_unstyled(session_of):
    session, told = session_of("<!doctype html><title>t</title><body>"), {}
    for body in (*UNSTYLED, *STYLED):
        session.evaluate("(html) => { document.body.innerHTML = html; return null; }", body)
        told[body] = Styling.model_validate(run_script(session, "styling", 4000)).unstyled
    assert [body for body, unstyled in told.items() if unstyled] == UNSTYLED


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


_UNSEEN_DRESS = """<!doctype html><style>
  p { color: #222 } p { color: #223 } .none { padding: 8px } .none:hover { color: red } p:hover { color: inherit }
  button:hover { visibility: hidden } * { transition: color .2s } :root { --brand: #274 }
  .hid { position: absolute; left: -900px; width: 90px; height: 90px; border-radius: 8px; background: #a00 }
  .clear { font-size: 40px; color: transparent; border-radius: 6px; box-shadow: 0 0 0 #0000 }
</style><body><p>Some words that stand here</p><button>Go on</button><i class="hid">x</i><p class="clear">Unseen</p>"""


def test_what_nobody_sees_is_no_dress(session_of):
    styling = Styling.model_validate(run_script(session_of(_UNSEEN_DRESS), "styling", 4000))
    assert (styling.hover_rules, styling.transitioned_controls, styling.shadows, styling.radii) == (0, 0, 0, {})
    assert "40" not in styling.font_sizes
    assert styling.styled_rules <= 3


@pytest.mark.parametrize("lit", ["background: #fc0; & b { color: #a00 }", "border-color: var(--none, var(--brand))"])
def test_a_rule_that_lights_a_button_up_is_dress(session_of, lit):
    page = _UNSEEN_DRESS.replace("visibility: hidden", lit)
    styling = Styling.model_validate(run_script(session_of(page), "styling", 4000))
    assert (styling.hover_rules, styling.transitioned_controls) == (1, 1)


def styling_of(session) -> Styling:
    return Styling.model_validate(run_script(session, "styling", 4000))


_RULE = """<!doctype html><style>button { font: 16px Arial; padding: 8px; border: 0; opacity: .9; transition: all .2s;
  rotate: 5deg; box-shadow: 0 2px 4px #333 } button:hover { RULE }</style><body><button>Go on</button></body>"""


@pytest.mark.parametrize(
    "same",
    [
        "width: auto", "font-size: 1em; font-size: 1rem", "padding: .5em", "opacity: .92", "border-color: red",
        "top: 4px", "filter: brightness(1) blur(0)", "transform: translate(0, 0) scale(1)", "rotate: 5deg",
        "box-shadow: #333 0px 2px 4px 0px", "text-shadow: 0 0 0 red", "outline: 2px solid transparent",
        "height: fit-content", "background: linear-gradient(transparent, transparent)", "background-size: 40px",
        "text-decoration-color: red", "font-weight: normal", "scale: 1", "text-align: center; float: none",
    ],
)  # fmt: skip
def test_a_rule_that_alters_nothing_is_no_answer(session_of, same):
    styling = styling_of(session_of(_RULE.replace("RULE", same)))
    assert (styling.hover_rules, styling.transitioned_controls) == (0, 0)


@pytest.mark.parametrize(
    "other",
    [
        "background: color-mix(in srgb, red 40%, white)", "transform: translateY(-1px)", "filter: brightness(1.1)",
        "box-shadow: none", "box-shadow: 0 6px 12px rgb(0 0 0 / .4)", "text-decoration: underline", "opacity: .8",
        "letter-spacing: .1em", "font-weight: bold", "padding-left: 1em", "scale: 1.05", "rotate: none",
        "border: 1px solid #06c", "outline: 2px solid", "background: linear-gradient(red, blue)", "font-style: italic",
        "border-radius: 50%", "line-height: 2", "transform: translateX(10%)", "backdrop-filter: blur(4px)",
    ],
)  # fmt: skip
def test_a_rule_that_alters_a_look_is_an_answer(session_of, other):
    styling = styling_of(session_of(_RULE.replace("RULE", other)))
    assert (styling.hover_rules, styling.transitioned_controls) == (1, 1)


def test_rules_that_leave_things_as_they_are_are_no_style(session_of):
    idle = "".join(f"{tag} {{ float: none; letter-spacing: normal }}" for tag in ("p", "button", "body", "h1"))
    page = f"<style>{idle} p {{ color: #a00 }}</style><h1>A</h1><p>Some words</p><button>Go on</button>"
    assert styling_of(session_of(page)).styled_rules == 1


def test_what_stands_hidden_before_it_takes_no_place_of_what_is_shown(session_of):
    hidden = "<div hidden>" + "<button>Old</button>" * 60 + "</div>"
    page = _RULE.replace("RULE", "background: red").replace("<body>", f"<body>{hidden}")
    styling = styling_of(session_of(page))
    assert (styling.hover_rules, styling.transitioned_controls, styling.controls) == (1, 1, 1)


@pytest.mark.parametrize("selector", [":is(.a, .go:not(.c, .d)):hover", '[title="one, two"], .go:hover'])
def test_a_list_of_selectors_is_split_at_its_own_commas(session_of, selector):
    page = _RULE.replace("button:hover", selector).replace("<button>", '<button class="go">')
    assert styling_of(session_of(page.replace("RULE", "background: red"))).hover_rules == 1


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
