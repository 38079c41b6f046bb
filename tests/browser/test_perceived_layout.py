"""The layout of a page as perception measures it: each measure on tiny good pages and tiny bad ones."""

import pytest

from pytest_cookie.core.perception import Layout
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.perception.out_of_reach import find_cut_off
from pytest_cookie.exploration.perception.static_perception import MAX_ELEMENTS

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
    f"{TALL}<button>Next</button><div style='{BAR};bottom:0;pointer-events:none'>Sum</div>",
    f"<button>Middle</button><div style='height:1400px'></div><div style='{BAR};bottom:0'>Sum</div>",
]

HEADER = "position:fixed;top:0;left:0;right:0;height:70px;background:#fff"
UNDER = [
    (f"<h1 id=t style='margin:0;font-size:40px'>Our mountain house</h1>{TALL}<div style='{HEADER}'>Shop</div>", 1.0),
    (
        f"<h1 id=t style='margin:30px 0;font-size:40px'>Our mountain house</h1>{TALL}<div style='{HEADER}'>Shop</div>",
        0.67,
    ),
    (f"<p id=t>Read this first</p>{TALL}<header style='{HEADER};position:absolute'>Shop</header>", 1.0),
    (f"{TALL}<p id=t style='margin:0'>The address of the house</p><div style='{BAR};bottom:0'>Sum</div>", 1.0),
]
SIDE = "top:0;left:0;width:300px;height:100vh;background:#fff"
HIDING = "position:sticky;top:0;height:100vh;background:#fff;z-index:2"
WORDS = "<p id=t>The lighthouse keeper and her brother</p>"
SPACE = "<div style='height:900px'></div>"
FIXED_SIDE = f"<nav style='position:fixed;{SIDE}'>A</nav>"
UNDER += [
    (f"{SPACE}{WORDS}{SPACE}{SPACE}{FIXED_SIDE}", 1),
    (f"<nav style='position:sticky;{SIDE};float:left;margin-right:-300px'>A</nav>{WORDS}{TALL}", 1),
    (f"{WORDS}{FIXED_SIDE}", 1),
    (f"<header style='{HIDING}'>Welcome</header>{SPACE}{WORDS}{SPACE}", 1),
]
NOT_UNDER = [
    f"<section style='{HIDING}'>One</section><div style='position:relative;z-index:3'>{WORDS}{SPACE}</div>",
    f"<section style='{HIDING}'>A stack</section><section style='{HIDING}'>{WORDS}</section>",
    f"{FIXED_SIDE}<main style='margin-left:320px'>{WORDS}{TALL}</main>",
    f"{WORDS}{TALL}<div style='position:fixed;inset:0;background:#fff'>Start</div>",
    f"<div style='{HIDING};height:60vh'>Picture</div>{SPACE}{WORDS}{SPACE}",
    f"<svg width=300 height=90><text id=t x=20 y=40>Oslo Harbour</text></svg>{FIXED_SIDE}",
    f"<h1 style='margin-top:80px'>Our mountain house</h1>{TALL}<div style='{HEADER}'>Shop</div>",
    f"<h1>Our mountain house</h1>{TALL}<div style='{HEADER};background:none'>Shop</div>",
    f"<h1>Our house</h1><div style='{HEADER};background:linear-gradient(#000, transparent)'></div>",
    f"<h1>Our house</h1><div style='{HEADER};height:100vh'><h2>Intro</h2></div>",
    f"<h1>Our house</h1><canvas width=1280 height=200 style='position:absolute;top:0;left:0'></canvas>{TALL}",
    f"<h1 aria-hidden=true>Our house</h1>{TALL}<div style='{HEADER}'>Shop</div>",
    f"<div style='{HEADER}'><h1>Our house</h1></div>{TALL}",
    f"<div style='height:200px;overflow:auto'><p>Row of a list</p>{TALL}</div><div style='{HEADER}'>Shop</div>",
    f"{TALL}<p>The address of the house</p><p style='height:160px'></p><div style='{BAR};bottom:0'>Sum</div>",
    f"<h1>Our house</h1>{TALL}<dialog open style='{HEADER}'>Hello</dialog>",
]

WIDE = "display:flex;width:1600px;gap:8px"
STEPS = "".join(f"<button id=s{i} style='width:92px;flex:none'>Step {i}</button>" for i in range(16))
PANEL = "width:800px;height:200px"
BOX = f"{PANEL};overflow:hidden"
CENTRED = "overflow:auto;display:flex;justify-content:center"
CUT_OFF = [
    (f"<div id=c style='{BOX}'><div style='{WIDE}'>{STEPS}</div></div>", "#s8", "#c", 8),
    (f"<div id=c style='{PANEL};overflow-x:clip'><div style='{WIDE}'>{STEPS}</div></div>", "#s8", "#c", 8),
    (f"<style>body{{overflow-x:hidden}}</style><div style='{WIDE};width:2000px'>{STEPS}</div>", "#s12", "html", 4),
    (f"<div id=c style='{PANEL};{CENTRED}'><div style='{WIDE};flex:none'>{STEPS}</div></div>", "#s0", "#c", 4),
    ("<div id=c style='width:300px;height:60px;overflow:hidden'><p>a<p>b<p id=t>The end</div>", "#t", "#c", 0),
    (f"<nav style='position:fixed;left:0;bottom:0;{WIDE}'>{STEPS}</nav>", "#s13", "html", 3),
]
TRACK = "style='display:flex;width:1600px;gap:8px"
NOT_CUT_OFF = [
    f"<div style='{PANEL};overflow-x:auto'><div style='{WIDE}'>{STEPS}</div></div>",
    f"<div style='{BOX}'><div {TRACK};transform:translateX(-90px)'>{STEPS}</div></div>",
    f"<div style='{BOX}'><div {TRACK};transition:margin-left .3s'>{STEPS}</div></div>",
    f"<div style='{BOX}'><div {TRACK};overflow:auto;width:100%'>{STEPS}</div></div>",
    f"<div style='{BOX};position:relative'><nav style='position:absolute;left:100%'>{STEPS}</nav></div>",
    f"<div style='{BOX};height:0'>{STEPS}</div>",
    f"<div style='{BOX}' aria-hidden=true><div style='{WIDE}'>{STEPS}</div></div>",
    f"<div style='{BOX}' inert><div style='{WIDE}'>{STEPS}</div></div>",
    f"<div style='{WIDE}'>{STEPS}</div>",
    f"<style>@keyframes m{{to{{translate:-9%}}}}</style><div style='{BOX}'>"
    f"<div {TRACK};animation:m 9s infinite'>{STEPS}</div></div>",
    f"<nav style='position:fixed;left:-300px;width:300px;top:0'>{STEPS}</nav>",
    f"<div dir=rtl style='{PANEL};overflow-x:auto'><div style='{WIDE}'>{STEPS}</div></div>",
    f"<p style='{BOX};width:200px;height:40px;mask-image:linear-gradient(#000,transparent)'>A<br>B<br>C<br>Long</p>",
    f"<div style='{BOX}'><div style='margin-top:-400px'><p style='padding-top:450px'>Here</div></div>",
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

COLUMN = "width:14px;overflow-wrap:anywhere"
SQUEEZED = [f"<p id=t style='{COLUMN}'>Availability</p>", f"<p id=t style='{COLUMN}'>Opening hours</p>"]
NOT_SQUEEZED = [
    "<p style='width:60px'>A to B to C to D and on to E</p>",
    f"<p style='{COLUMN}'>关于我们的故事</p>",
    "<p style='writing-mode:vertical-rl'>Availability</p>",
    f"<p style='{COLUMN}'>1 2 3 4 5</p>",
    f"<p aria-hidden=true style='{COLUMN}'>Availability</p>",
    "<p style='width:60px;overflow-wrap:anywhere'>Availability of rooms</p>",
    "<p>" + "".join(f"<span style='display:block'>{letter}</span>" for letter in "Lighthouse") + "</p>",
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
def write(show):
    """Replaces the body of the module's page."""
    return lambda body: show(f"<title>t</title><body>{STYLE}{body}")


def test_what_scrolls_sideways_is_found(write):
    for body, selector in OVERFLOWING:
        layout = layout_of(write(body))
        assert layout.overflow_px > 100, body
        assert [element.selector for element in layout.overflowing] == [selector]


PADDED = "<div style='width:1264px;padding:16px;margin-left:-20px'>"
BEYOND = [
    (f"{PADDED}<p>Words that wrap at the window's edge {'and more ' * 80}</div>", 0, 4),
    ("<div style='width:1700px;height:40px;background:#ccc'></div><p>Words</p>", 0, 1),
    ("<div style='width:1700px;text-align:right'>The sum</div>", 400, 460),
    ("<button style='margin-left:1250px;width:300px'>Pay</button>", 250, 300),
    ("<svg aria-hidden=true width=1700 height=20></svg>", 0, 1),
    ("<div dir=rtl style='width:1700px;direction:rtl'>words</div>", 400, 460),
    ("<div style='margin-left:1300px;width:200px;height:40px;overflow:hidden'><p>A card that clips</div>", 100, 250),
    ("<div style='width:1700px;height:9px;background:#ccc'></div><p style='width:300px;overflow:hidden;"
     f"white-space:nowrap'>{'A line that is cut in the window ' * 9}</p>", 0, 1),
]  # fmt: skip


def test_of_what_scrolls_sideways_only_content_is_beyond_the_window(write, subtests):
    for body, least, most in BEYOND:
        with subtests.test(body[:40]):
            layout = layout_of(write(body))
            assert layout.overflow_px > 5
            assert least <= layout.content_beyond_px <= most


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


def test_the_texts_of_a_drawing_have_blanks_between_them(write):
    svg = "<svg id=s width=2000 height=40><text x=5 y=20>Oct 24</text><text x=90 y=20>Nov 24</text></svg>"
    assert [element.text for element in layout_of(write(svg)).overflowing] == ["Oct 24 Nov 24"]


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
        noted = run_script(write(body), "ends", MAX_ELEMENTS)["buried_controls"]
        assert [item["selector"] for item in noted] == ["#c"], body
    for body in NOT_BURIED:
        assert run_script(write(body), "ends", MAX_ELEMENTS)["buried_controls"] == [], body


def test_texts_that_nothing_brings_out_from_under_a_bar_are_found(write):
    for body, hidden in UNDER:
        noted = run_script(write(body), "ends", MAX_ELEMENTS)["buried_texts"]
        assert [(item["selector"], item["hidden"]) for item in noted] == [("#t", hidden)], body
    for body in NOT_UNDER:
        assert run_script(write(body), "ends", MAX_ELEMENTS)["buried_texts"] == [], body


def test_controls_and_texts_that_no_scrolling_reaches_are_found(write):
    for body, selector, cutter, controls in CUT_OFF:
        noted = find_cut_off(write(body))
        assert [(element.selector, element.detail) for element in noted.elements[:1]] == [(selector, cutter)], body
        assert noted.cut_controls == controls, body
    for body in NOT_CUT_OFF:
        assert find_cut_off(write(body)).elements == (), body


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


def test_words_in_single_letters_are_found(write):
    for body in SQUEEZED:
        assert [item.selector for item in layout_of(write(body)).squeezed] == ["#t"], body
    for body in NOT_SQUEEZED:
        assert layout_of(write(body)).squeezed == (), body


def test_looking_at_the_ends_leaves_the_page_where_it_was(write):
    session = write(BURIED[0])
    session.evaluate("() => { window.scrollTo(0, 300); return null; }")
    run_script(session, "ends", MAX_ELEMENTS)
    assert session.evaluate("() => scrollY") == 300


def test_links_to_places_that_are_not_there_are_found(write):
    there = "<a href='#a'>A</a><p id=a>a</p><a name=b></a><a href='#b'>B</a><a href='#caf%C3%A9'>C</a><i id=café>c</i>"
    routes = "<a href='#'>0</a><a href='#top'>1</a><a href='#/list'>2</a><a href='#!x'>3</a><a href='/x#y'>4</a>"
    noted = run_script(write(f"{there}{routes}<a id=l href='#team'>Team</a>"), "anchors", MAX_ELEMENTS)["lost_anchors"]
    assert [(item["selector"], item["detail"]) for item in noted] == [("#l", "#team")]


def test_small_targets_are_found(write):
    for body in SMALL:
        assert len(layout_of(write(body)).small_targets) == 2, body
    for body in NOT_SMALL:
        assert layout_of(write(body)).small_targets == (), body
