"""A page of controls that behave differently for a hand and a script: each must behave as for a person."""

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from pytest_cookie.browser.input import keyboard
from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.input_driver import InputDriver
from pytest_cookie.browser.process.launch import FLAGS
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.action import Click, Drag, Press, Scroll, Type, new_action
from pytest_cookie.core.deployment import ORIGIN
from tests.browser.conftest import SessionOf

PAGE = Path(__file__).with_name("hand_page.html")


@pytest.fixture
def desk(session_of: SessionOf) -> Session:
    """The page, new for each test, so that every test sees the same moves."""
    return session_of(PAGE.read_text())


def noted(session: Session, name: str):
    return session.evaluate("(name) => noted[name]", name)


def act(session: Session, kind: str, selector: str = "", **fields) -> None:
    outcome = session.act(new_action(kind, selector=selector, **fields))
    assert outcome.done, outcome.problem


def steps(points: list[list[float]]) -> list[float]:
    return [math.dist(one, other) for one, other in pairwise(points)]


def test_a_search_that_waits_for_a_pause_searches_once(desk):
    act(desk, "type", "#search", value="blue Shoes")
    assert noted(desk, "searches") == []
    desk.wait(800)
    assert noted(desk, "searches") == ["blue Shoes"]
    assert noted(desk, "inputs") == 10
    strokes = noted(desk, "strokes")
    downs = [key for kind, key, _ in strokes if kind == "keydown"]
    assert downs[-11:] == [*"blue ", "Shift", *"Shoes"]
    assert sorted(downs) == sorted(key for kind, key, _ in strokes if kind == "keyup")
    assert all(trusted for *_, trusted in strokes)


def test_presses_capitals_and_the_wheel(desk, subtests):
    with subtests.test("capitals are typed with Shift"):
        act(desk, "type", "#secret", value="Pass?Word")
        assert desk.evaluate("() => secret.value") == "Pass?Word"
        assert noted(desk, "capsLock") is False
    with subtests.test("one click is not two"):
        act(desk, "click", "#twice")
        desk.wait(500)
        act(desk, "double_click", "#twice")
        desk.wait(500)
        assert noted(desk, "twice") == ["click", "double"]
    with subtests.test("the right button opens a context menu and clicks nothing"):
        act(desk, "right_click", "#aside")
        assert sorted(noted(desk, "aside")) == ["auxclick", "contextmenu"]
    with subtests.test("a press is as long as it is asked to be"):
        before = len(noted(desk, "press"))
        act(desk, "click", "#press", value="700")
        act(desk, "click", "#press")
        assert noted(desk, "press")[before:] == ["long", "short"]
        assert "milliseconds" in desk.act(Click(selector="#press", value="long")).problem
    with subtests.test("the wheel turns in notches"):
        act(desk, "scroll", "#zoom", value="-360")
        act(desk, "scroll", "#zoom", value="200")
        assert noted(desk, "turns") == [-120, -120, -120, 120, 80]
    with subtests.test("what flies is caught"):
        act(desk, "click", "#deal")
        act(desk, "click", "#dealt")
        assert noted(desk, "dealt") == 1


def test_what_is_long_is_pasted_at_its_end_and_editable_text_is_replaced(desk, monkeypatch):
    monkeypatch.setattr(keyboard, "MAX_TYPED", 20)
    text = "lorem ipsum " * 3
    act(desk, "type", "#note", value=text)
    assert desk.evaluate("() => note.textContent.replaceAll('\\u00a0', ' ')") == text


def test_a_menu_stays_open_on_the_diagonal_to_its_submenu(desk):
    act(desk, "hover", "#export")
    act(desk, "click", "#as-picture")
    assert noted(desk, "chosen") == "picture"
    assert noted(desk, "corridor") >= 2, "a pointer that jumps reaches none of the entries in between"


def test_a_card_is_thrown_by_a_fling_and_springs_back_from_a_drag(desk):
    place = {"to_x": 300, "to_y": 60}
    act(desk, "drag", "#card", **place)
    assert noted(desk, "card") == "sprang back"
    act(desk, "drag", "#card", value="fling", **place)
    assert noted(desk, "card") == "thrown"
    problem = desk.act(Drag(selector="#card", value="fast", **place)).problem
    assert "the value of a drag is fling or" in problem


def test_a_captured_pointer_is_followed_beyond_the_control(desk):
    act(desk, "drag", "#knob", to_x=730, to_y=330)
    way = noted(desk, "knob")
    assert way[0] == [620, 120]
    assert way[-1] == [730, 330]
    assert len(way) > 15
    assert max(steps(way[:3])) < 6, "a drag begins with a small move"
    assert noted(desk, "lost") == 1


def test_list_entries_are_dropped_where_they_are_taken_and_nowhere_else(desk):
    order = "() => Array.from(list.children, (li) => li.textContent).join(' ')"
    act(desk, "drag", "#list li:nth-of-type(1)", to_x=100, to_y=310)
    desk.settle()
    assert desk.evaluate(order) == "two three one"
    act(desk, "drag", "#list li:nth-of-type(1)", to_x=100, to_y=600)
    desk.settle()
    assert desk.evaluate(order) == "two three one"
    assert noted(desk, "effects") == ["copy", "none"] or noted(desk, "effects") == ["move", "none"]
    act(desk, "click", "#press")
    assert noted(desk, "press")[-1] == "short", "the button is up again"


def test_a_ship_flies_in_two_directions_while_two_keys_are_held(desk):
    act(desk, "click", x=760, y=600)
    desk.evaluate("() => { noted.repeats = []; noted.letGo = []; noted.x = noted.y = noted.both = 0 }")
    act(desk, "hold", value="ArrowUp+ArrowRight:800")
    x, y, both = (noted(desk, name) for name in ("x", "y", "both"))
    assert min(x, y) >= both > 10
    assert set(noted(desk, "repeats")) == {"ArrowRight"}
    assert noted(desk, "letGo") == ["ArrowRight", "ArrowUp"]
    desk.wait(100)
    assert noted(desk, "x") - x <= 1, "it rests once the keys are up"


def test_a_slider_is_dragged_and_ends_exactly(desk):
    act(desk, "type", "#range", value="137")
    assert desk.evaluate("() => range.value") == "137"
    assert noted(desk, "slides") > 8


def test_a_line_is_drawn_with_many_points_in_a_bow_fastest_in_the_middle(desk):
    act(desk, "drag", x=300, y=280, to_x=640, to_y=440)
    line = noted(desk, "line")
    assert len(line) > 20
    beside = [abs((x - 300) * 160 - (y - 280) * 340) / math.hypot(340, 160) for x, y in line]
    assert max(beside) > 3
    lengths = steps(line)
    third = len(lengths) // 3
    assert max(lengths[third : 2 * third]) > 2 * max(*lengths[:3], *lengths[-3:])


def test_a_watcher_sees_every_gesture_and_that_all_is_let_go(desk):
    seen: list[tuple] = []

    class Watcher:
        def pointer(self, x: float, y: float, pressed: bool) -> None:
            seen.append((x, y, pressed))

        def keys(self, label: str) -> None:
            seen.append((label,))

    hand = InputDriver(desk._page, InputDispatcher(desk._clock, desk._cdp), desk._navigator, watcher=Watcher())
    for action in (Click(x=760, y=600), Press(value="Control+k")):
        assert desk._process.run(hand.act(action), seconds=8).done
    assert seen[-6:] == [(760, 600, True), (760, 600, False), ("Ctrl",), ("Ctrl + K",), ("Ctrl",), ("",)]
    assert len(set(seen[:-6])) > 8


@pytest.fixture
def touch(desk) -> Iterator[Callable[..., None]]:
    """A finger on the desk."""
    hand = InputDriver(desk._page, InputDispatcher(desk._clock, desk._cdp), desk._navigator, touch=True)

    def act_by_touch(kind: str, selector: str = "", **fields) -> None:
        outcome = desk._process.run(hand.act(new_action(kind, selector=selector, **fields)), seconds=8)
        assert outcome.done, outcome.problem

    def emulate(enabled: bool) -> None:
        desk._process.run(desk._cdp.send("Emulation.setTouchEmulationEnabled", {"enabled": enabled}), seconds=5)

    emulate(True)
    yield act_by_touch
    emulate(False)


def test_a_finger_taps_presses_long_and_swipes(desk, touch):
    desk.evaluate("() => { noted.taps = [] }")
    touch("click", "#press")
    assert noted(desk, "taps") == ["touchstart", "touchend", "click"]
    touch("hover", "#carousel")
    touch("right_click", "#press")
    assert noted(desk, "press")[-2:] == ["short", "long"]
    touch("double_click", "#twice")
    assert noted(desk, "twice")[-1] == "double"
    touch("drag", "#carousel", to_x=820, to_y=510)
    assert noted(desk, "slide") == 1
    assert noted(desk, "touches") > 8


@pytest.mark.skipif("WaitForLateScrollEvents" not in str(FLAGS), reason="Chromium's frames wait for a finger's scroll")
def test_a_finger_scrolls_the_page(desk, touch):
    touch("scroll", value="400")
    desk.settle()
    assert 350 < desk.evaluate("() => scrollY") < 450
    touch("scroll", value="-400")
    desk.settle()
    assert desk.evaluate("() => scrollY") == 0


def test_the_same_acts_are_the_same_events_at_the_same_page_times(gateway_of, browser_host):
    """Where page time is stepped; in real time only their order is the same."""
    acts = [
        Type(selector="#search", value="Tea"),
        Click(selector="#press"),
        Drag(selector="#card", value="fling", to_x=300, to_y=60),
        Drag(selector="#list li:nth-of-type(1)", to_x=100, to_y=310),
        Scroll(selector="#zoom", value="-240"),
    ]
    kinds = "pointerdown pointermove pointerup click keydown keyup input wheel dragstart dragover drop dragend"
    listen = (
        "(kinds) => { window.seen = []; for (const kind of kinds.split(' ')) addEventListener(kind, (event) =>"
        "seen.push([kind, performance.now(), event.clientX, event.clientY, event.key].join(' ')), true) }"
    )
    runs = []
    for _ in range(2):
        gateway = gateway_of(PAGE.read_text())
        with browser_host.open_session(SessionSettings(gateway.address, seed=11)) as session:
            assert session.load(f"{ORIGIN}/").loaded
            if session._clock.kind != "stepped":
                pytest.skip("page time is the machine's here")
            session.evaluate(listen, kinds)
            assert all(session.act(action).done for action in acts)
            runs.append(session.evaluate("() => seen"))
    assert len(runs[0]) > 100
    assert runs[0] == runs[1]
