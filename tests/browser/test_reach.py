"""What a user can reach: whether presses arrive, what the wheel brings into view, shadow roots and frames."""

import io
from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.core.action import new_action
from pytest_cookie.exploration.page_facts import read_page_facts
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.perception.wheel_tour import tour_by_wheel

TALL = "<div style='height:1500px'></div>"
GO = "<button id=b onclick='this.textContent=1'>Go</button>"
VEIL = "<div id=c style='position:fixed;inset:0;display:none'></div>"
SHUT = "<style>html,body{height:100%;overflow:hidden;margin:0}main{height:100%;overflow-y:auto}</style>"
WORDS = "<p>Nobody reads these words, though there are quite a few of them in the document.</p>" * 3
FRAME = f"<iframe id=f srcdoc=\"<div style='height:900px'></div>{GO}\"></iframe>"

ARRIVING = [
    (GO, "#b"),
    ("<label id=l><input type=checkbox style='opacity:0;position:absolute'>Tick <b>me</b></label>", "#l"),
    ("<button id=b onpointerdown='this.remove()'>Go</button>", "#b"),
    (f"<div onpointerdown='event.stopPropagation()'>{GO}</div>", "#b"),
    (FRAME, "#f >>> #b"),
]
ASTRAY = [
    ("<button id=b onmousemove='document.documentElement.inert=true'>Go</button>", "html"),
    (f"<button id=b onmousemove='setTimeout(() => {{ c.style.display=\"block\" }}, 5)'>Go</button>{VEIL}", "#c"),
]
IN_REACH = [
    f"{TALL}{GO}",
    f"<style>body{{overflow-x:hidden}}</style>{TALL}{GO}",
    f"<div style='height:300px;overflow:auto'>{TALL}{GO}</div>",
    f"{SHUT}<main>{TALL}{GO}</main>",
]
OUT_OF_REACH = [
    f"{SHUT}{TALL}{GO}",
    f"<style>body{{overflow:hidden}}</style>{TALL}{GO}",
    f"<div style='height:300px;overflow:hidden;scroll-behavior:smooth'>{TALL}{GO}</div>",
    f"<div style='width:300px;overflow:hidden'><div style='width:900px;padding-left:600px'>{GO}</div></div>",
]


def test_a_press_that_arrives_is_no_remark(show, subtests):
    for html, selector in ARRIVING:
        with subtests.test(html=html):
            session = show(html)
            session.settle()
            outcome = session.act(new_action("click", selector=selector))
            assert (outcome.done, outcome.problem, outcome.press_went_to) == (True, "", "")


@pytest.mark.parametrize(("html", "receiver"), ASTRAY)
def test_a_press_that_goes_elsewhere_says_where(session_of, html, receiver):
    outcome = session_of(f"<!doctype html><title>t</title>{html}").act(new_action("click", selector="#b"))
    assert outcome.done
    assert outcome.press_went_to == receiver
    assert f"{receiver} received it" in outcome.problem


def test_what_the_wheel_brings_into_view_can_be_pressed(show, subtests):
    for html in IN_REACH:
        with subtests.test(html=html):
            assert show(html).act(new_action("click", selector="#b")).done


def test_what_only_a_script_could_scroll_to_cannot(show, subtests):
    for html in OUT_OF_REACH:
        with subtests.test(html=html):
            outcome = show(html).act(new_action("click", selector="#b"))
            assert (outcome.done, outcome.problem) == (False, "the element cannot be scrolled into view")


DRAWN = [
    (f"<div style='opacity:0'>{WORDS}</div>", "transparent"),
    (f"{SHUT}<div style='height:100vh'>Start</div>{WORDS}", "cut"),
    (f"<div style='height:300px;overflow:hidden'>{TALL}{WORDS}</div>", "cut"),
    (
        f"<div style='max-height:0;overflow:hidden'>{WORDS}</div><div style='position:absolute;opacity:0'>{WORDS}</div>"
        f"<div style='height:300px;overflow:auto'>{TALL}{WORDS}</div>{TALL}{WORDS}",
        None,
    ),
]


def test_the_wheel_finds_text_that_is_not_drawn(show, tmp_path: Path, subtests):
    for html, why in DRAWN:
        with subtests.test(html=html):
            tour = tour_by_wheel(show(f"<p>Seen by all.</p>{html}"), tmp_path)
            assert {"cut" if text.within else "transparent" for text in tour.undrawn} == ({why} if why else set())
            assert sum(text.letters for text in tour.undrawn) == (3 * 79 if why else 0)


def test_a_scrolling_box_is_pictured_at_its_end(show, tmp_path: Path):
    style = "height:300px;overflow:auto;border:2px solid;border-radius:8px"
    tour = tour_by_wheel(show(f"<div id=s style='{style}'>{WORDS}{TALL}</div>"), tmp_path)
    (box,) = tour.scrollers
    assert (box.selector, box.moved_px > 1000) == ("#s", True)
    assert box.ink_before > 0.01 > box.ink_after
    assert (tmp_path / "scroller-1.png").is_file()


def test_shadow_roots_and_frames_are_measured_like_the_page(session_of):
    field = "<form><label for=n>Name</label><input id=n><button>Send</button></form><p style='opacity:.4'>Words</p>"
    inside = f"<iframe id=f srcdoc='{field}'></iframe><div id=h></div>"
    script = f"<script>h.attachShadow({{ mode: 'closed' }}).innerHTML = `{field}`</script>"
    session = session_of(f"<!doctype html><title>t</title>{inside}{script}")
    controls = session.observe().inventory.controls
    details = read_page_facts(session, controls).details
    assert sorted((control.name, details[control.ref].label) for control in controls) == [
        *[("Name", "Name")] * 2,
        *[("Send", "")] * 2,
    ]
    assert all(details[control.ref].form for control in controls)
    assert run_script(session, "layout", 10)["text_length"] >= 2 * len("NameSendWords")
    assert run_script(session, "styling", 1000)["controls"] == 4


def test_a_wide_page_is_pictured_from_where_its_reader_starts(session_of, tmp_path: Path):
    red = "<div style='width:90px;height:90px;background:#f00'></div><div style='width:2400px;height:9px'></div>"
    for direction, x in (("ltr", 20), ("rtl", 1260)):
        session = session_of(f"<!doctype html><html dir={direction}><title>t</title><body style='margin:0'>{red}")
        session.full_screenshot(tmp_path / "whole.png")
        with Image.open(io.BytesIO((tmp_path / "whole.png").read_bytes())) as picture:
            assert picture.convert("RGB").getpixel((x, 20)) == (255, 0, 0)
