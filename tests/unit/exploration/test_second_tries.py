"""What the crawler tries again in another state, and how often."""

import pytest

from pytest_cookie.core.action import Click, Drag, Type
from pytest_cookie.core.page import Box, Canvas
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.crawler.second_tries import CanvasTools, SilentControls
from tests.change_lines import states
from tests.unit.exploration.pages import Desk, case, control, turn

DIVIDE, SEVEN = control("d", name="Divide"), control("s", name="7")
TOLD = Change(seen=True, shown=True, states=states("Sum: value “” → “7”"))


def after(action, change: Change = TOLD, index: int = 1, **fields) -> Step:
    return Step(index=index, thought="t", action=action, change=change, **fields)


def press(ref: str, **fields) -> Click:
    return Click(ref=ref, target=ref, selector=f"#{ref}", role="button", **fields)


def retried(silent: Step, then: Step, *controls, room: int = 5, **fields) -> str:
    tries, desk = SilentControls(), Desk()
    tries.look(desk.view(DIVIDE, SEVEN, last=silent))
    view = desk.view(*(controls or (DIVIDE, SEVEN)), last=then, **fields)
    tries.look(view)
    decision = tries.propose(turn(view, room))
    return decision.action.ref if decision else ""


SILENT = after(press("d"), Change())


def test_a_silent_control_is_pressed_again_in_another_state():
    assert retried(SILENT, after(press("s"), index=2)) == "d"
    assert retried(SILENT, after(Type(ref="s", value="7"), index=2)) == "d"


@pytest.mark.parametrize(
    ("silent", "then", "fields"),
    [
        (SILENT, after(press("s"), Change(), index=2), {}),  # no change
        (SILENT, after(press("s"), Change(seen=True, pixels=0.01), index=2), {}),  # a look
        (SILENT, after(press("s"), TOLD.model_copy(update={"url": "http://x/b"}), index=2), {}),
        (after(press("d")), after(press("s"), index=2), {}),  # it answered
        (after(press("d", purpose="destroy"), Change()), after(press("s"), index=2), {}),
        (after(press("d"), Change(), outcome="unreachable"), after(press("s"), index=2), {}),
        (SILENT, after(press("s"), index=2), {"room": 0}),
        (SILENT, after(press("s"), index=2), {"has_modal": True}),
    ],
)
def test_no_second_try(silent, then, fields):
    assert retried(silent, then, **fields) == ""


def test_a_control_that_is_disabled_or_gone_is_left_alone():
    assert retried(SILENT, after(press("s"), index=2), control("d", disabled=True), SEVEN) == ""
    assert retried(SILENT, after(press("s"), index=2), SEVEN) == ""


TICKED = Change(seen=True, states=states("Maya: checked yes → no"))


@pytest.mark.parametrize(("change", "most"), [(TOLD, 2), (TICKED, 3)])
def test_no_control_is_tried_more_than_twice_again_and_once_more_after_a_checkbox(change: Change, most: int):
    tries, desk, pressed = SilentControls(), Desk(), 0
    tries.look(desk.view(DIVIDE, SEVEN, last=SILENT))
    for index in range(2, 30):
        view = desk.view(DIVIDE, SEVEN, last=after(press("s"), change, index=index))
        tries.look(view)
        pressed += tries.propose(turn(view, 5)) is not None
    assert pressed == most


CANVAS = Canvas(selector="canvas", box=Box(x=0, y=0, width=800, height=500))
TOOLS = tuple(control(ref, name=ref) for ref in ("Pen", "Arrow", "Pin"))


def drawn(change: Change, last: Step, *controls, of=None) -> bool:
    tools, desk = CanvasTools(), Desk()
    drag = after(Drag(target="canvas", x=1, y=1, to_x=9, to_y=9), change)
    tools.look(desk.view(*TOOLS, last=drag, canvases=(CANVAS,)))
    view = desk.view(*(controls or TOOLS), last=last, canvases=(CANVAS,))
    tools.look(view)
    decision = tools.propose(turn(view, 5, of=of))
    return decision is not None and decision.action.kind == "drag"


def test_other_tools_of_a_canvas_that_makes_entries_are_tried():
    entry = Change(seen=True, dom_added=3, appeared_text=("Arrow 1",))
    assert drawn(entry, after(press("Pen"), index=2))
    assert not drawn(Change(seen=True, pixels=0.1), after(press("Pen"), index=2))
    assert not drawn(entry, after(press("Pen"), index=2), *TOOLS[:2])
    assert not drawn(entry, after(press("Pen"), index=2), of=case(domain="games"))
