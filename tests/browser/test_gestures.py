"""Scrolling sideways, modifier keys, paths, drops outside and pinches, as the page receives them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Drag, Pinch, Scroll, new_action
from pytest_cookie.core.deployment import ORIGIN
from tests.browser.conftest import SessionOf

PAGE = Path(__file__).with_name("gesture_page.html")


@pytest.fixture
def open_page(session_of: SessionOf) -> Callable[..., Session]:
    """Opens a new page, with a mouse, or with fingers by `touch`."""
    return lambda *, touch=False: session_of(PAGE.read_text(), touch=touch)


def noted(session: Session, name: str):
    return session.evaluate("(name) => noted[name]", name)


def act(session: Session, kind: str, selector: str = "", **fields) -> None:
    outcome = session.act(new_action(kind, selector=selector, **fields))
    assert outcome.done, outcome.problem


@pytest.mark.parametrize("touch", [False, True])
@pytest.mark.long
def test_the_page_and_a_box_in_it_scroll_sideways(open_page, touch):
    session = open_page(touch=touch)
    act(session, "scroll", "#strip", value="240", sideways=True)
    session.settle()
    assert session.evaluate("() => [strip.scrollLeft > 180, scrollX]") == [True, 0]
    act(session, "scroll", "#strip", value="rightmost", sideways=True)
    session.settle()
    assert session.evaluate("() => Math.abs(strip.scrollLeft - 1200) < 20"), "its end"
    act(session, "scroll", "#strip", value="200")
    session.settle()
    assert session.evaluate("() => strip.scrollTop") > 140
    act(session, "scroll", x=640, y=650, value="300", sideways=True)
    session.settle()
    assert session.evaluate("() => [scrollX > 240, scrollY]") == [True, 0]
    act(session, "scroll", x=640, y=650, value="leftmost", sideways=True)
    session.settle()
    assert session.evaluate("() => scrollX") == 0
    problem = session.act(Scroll(value="down", sideways=True)).problem
    assert problem == "scroll takes px, left, right, leftmost or rightmost, not 'down'"


def test_an_observation_knows_how_far_it_is_scrolled_sideways(open_page):
    session = open_page()
    act(session, "scroll", "#strip", value="240", sideways=True)
    act(session, "scroll", x=640, y=650, value="360", sideways=True)
    session.settle()
    assert session.observe().scroll_x == 600
    assert session.observe().scroll_y == 0


def test_presses_with_modifiers(open_page, subtests):
    session = open_page()
    for kind, type in (("click", "click"), ("double_click", "dblclick"), ("right_click", "contextmenu")):
        with subtests.test(kind=kind):
            session.evaluate("() => { noted.presses = []; noted.keys = []; }")
            act(session, kind, "#row", modifiers=["Shift", "Control"])
            act(session, kind, "#row", modifiers=["Alt"])
            act(session, kind, "#row", modifiers=["Meta"])
            act(session, kind, "#row")
            presses = [press for press in noted(session, "presses") if press[0] == type]
            assert presses == [[type, held, True] for held in ("shiftKey+ctrlKey", "altKey", "metaKey", "")]
            keys = noted(session, "keys")
            assert keys[:4] == [["Shift", True], ["Control", True], ["-Control", True], ["-Shift", True]]
            assert len(keys) == 8, "each is released"


OPENERS = (
    "<title>Home</title><p><a id=link href=/other.html>Other</a></p>"
    "<p><a id=blank href=/other.html target=_blank>Go</a></p>"
    "<form action=/other.html target=_blank><button id=form>Go</button></form>"
    "<p><button id=script onclick=\"window.open('/other.html')\">Go</button></p>"
)


def test_each_window_is_announced_once_and_the_page_stays(session_of):
    """With a modifier, every link opens a window of its own."""
    session = session_of(OPENERS, files={"/other.html": "<title>Other</title><h1>O"})
    presses = [("link", ["Control"]), ("link", ["Shift"])]
    presses += [(opener, held) for opener in ("blank", "form", "script") for held in ([], ["Control"])]
    for opener, held in presses:
        act(session, "click", f"#{opener}", modifiers=held)
        session.settle()
        happenings = session.drain()
        assert [url.partition("?")[0] for url in happenings.popups] == [f"{ORIGIN}/other.html"], (opener, held)
        if opener == "link":
            assert [seen.popup.title for seen in happenings.seen_popups] == ["Other"]
        assert session.evaluate("() => document.title") == "Home"


@pytest.mark.parametrize("touch", [False, True])
def test_a_drag_passes_every_point_of_its_path(open_page, touch):
    session = open_page(touch=touch)
    corners = [(60, 40), (240, 40), (240, 220), (60, 220)]
    left, top = 400, 20
    path = [{"x": left + x, "y": top + y} for x, y in corners[1:]]
    act(session, "drag", x=left + 60, y=top + 40, path=path, to_x=left + 60, to_y=top + 40, modifiers=["Shift"])
    line = noted(session, "line")
    passed = [(x, y) for x, y, *_ in line]
    positions = [passed.index(corner) for corner in corners]
    assert positions == sorted(positions)
    assert passed[-1] == corners[0]
    assert all(x in (60, 240) or y in (40, 220) for x, y in passed), "in straight lines"
    assert all(trusted for *_, trusted in line)
    if not touch:
        assert {held for *_, held, _ in line} == {"shiftKey"}


@pytest.mark.long
def test_a_long_path_is_bounded_in_time(open_page):
    session = open_page()
    path = [{"x": 410 + 280 * (nth % 2), "y": 30 + 5 * nth} for nth in range(50)]
    before = session.page_ms
    act(session, "drag", x=410, y=30, path=path, to_x=600, to_y=300)
    assert session.page_ms - before < 6_000
    problem = session.act(Drag(x=410, y=30, path=({"x": 5_000, "y": 3},), to_x=1, to_y=1)).problem
    assert problem == "the path leaves the window at (5000, 3)"


EDGES = {
    "left": lambda x, y: x < 0, "right": lambda x, y: x > 1_280,
    "top": lambda x, y: y < 0, "bottom": lambda x, y: y > 720,
}  # fmt: skip


def test_what_is_carried_is_released_outside_the_window(open_page):
    session = open_page()
    for edge, is_outside in EDGES.items():
        act(session, "drag", "#card", drop_outside=edge)
        x, y, trusted = noted(session, "released")
        assert is_outside(x, y), edge
        assert trusted
        act(session, "click", "#row")
        assert noted(session, "presses")[-1] == ["click", "", True], "the pointer is back"


def test_drag_and_drop_ends_without_a_drop_where_nothing_accepts_it(open_page):
    session = open_page()
    act(session, "drag", "#tile", to_x=460, to_y=440)
    session.settle()
    assert noted(session, "drops") == 1
    act(session, "drag", "#tile", to_x=900, to_y=600)
    session.settle()
    act(session, "drag", "#tile", drop_outside="bottom")
    session.settle()
    assert noted(session, "drops") == 1
    ends = noted(session, "ends")
    assert len(ends) == 3
    assert [effect for effect, _ in ends[1:]] == ["none", "none"]
    assert all(trusted for _, trusted in ends)


def test_a_pinch_is_control_and_the_wheel_where_there_is_a_mouse(open_page):
    session = open_page()
    act(session, "pinch", "#map", value="2")
    turns = noted(session, "turns")
    assert all(y < 0 and control and trusted and not x for x, y, control, trusted in turns)
    assert len(turns) == 4
    act(session, "pinch", "#map", value="0.5")
    assert [y > 0 for _, y, *_ in noted(session, "turns")[4:]] == [True] * 4
    assert session.evaluate("() => [devicePixelRatio, visualViewport.scale, innerWidth]") == [1, 1, 1280]
    act(session, "pinch", "#row", value="3")
    assert session.evaluate("() => [devicePixelRatio, visualViewport.scale, innerWidth]") == [1, 1, 1280]
    assert "factor from 0.1 to 10" in session.act(Pinch(selector="#map", value="-2")).problem


def test_a_pinch_is_two_fingers_on_a_touch_screen(open_page):
    session = open_page(touch=True)
    act(session, "pinch", "#map", value="2")
    spread = noted(session, "spread")
    widths = [width for width, _ in spread]
    assert widths == sorted(widths)
    assert widths[-1] == pytest.approx(2 * widths[0], rel=0.02)
    assert all(trusted for _, trusted in spread)
    act(session, "pinch", "#map", value="0.5")
    later = [width for width, _ in noted(session, "spread")[len(spread) :]]
    assert later[-1] == pytest.approx(later[0] / 2, rel=0.02)
