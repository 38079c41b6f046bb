"""Focus marks: a press of Tab that shows nothing, and what may hide a mark."""

import pytest

from pytest_cookie.checks.invisible_focus import find_unseen_focus
from pytest_cookie.core.page import Box
from pytest_cookie.core.trace import Change
from tests.unit.judging.evidence_builders import WORKS, control, inventory, page_in_use, step


def focus_told(*tabs: Change) -> bool:
    skip = control("b0", "Skip to the text", role="link", href="#text", box=Box(x=8, y=-64, width=150, height=36))
    stage = control("c9", tag="canvas")
    wide = control("b3", box=Box(x=0, y=0, width=1280, height=640))
    page = inventory(controls=(skip, control("b1"), control("b2"), wide, stage))
    pressed = (step(i, "press", value="Tab", change=change) for i, change in enumerate(tabs, 4))
    return bool(find_unseen_focus(page_in_use(*WORKS, *pressed, inventory=page)))


def test_a_link_that_comes_into_sight_for_the_focus_says_nothing_of_the_others():
    skip, gone = Change(focus="#b0", pixels=0.006), Change(focus="#b1", pixels=0.006)
    seen, unseen = Change(focus="#b2", pixels=0.001), Change(focus="#b2")
    assert focus_told(skip, unseen)
    assert focus_told(skip, gone, unseen)
    assert not focus_told(skip)
    assert not focus_told(skip, gone), "that may have been the link, which goes"
    assert not focus_told(skip, gone, seen)
    assert not focus_told(seen, gone, unseen), "no element had appeared on focus before"
    assert not focus_told(skip, Change(focus="#b1", scrolled_px=400.0, pixels=0.3))


@pytest.mark.parametrize(("selector", "told"), [("#b1", True), ("#b3", False), ("#c9", False), ("#nobody", False)])
def test_one_tab_tells_by_a_control_around_which_there_is_room(selector: str, told: bool):
    assert focus_told(Change(focus=selector)) is told
    assert focus_told(Change(focus=selector), Change(focus="#b2")), "two are enough"
