"""Steps that are repeated because they worked once: on synthetic views."""

import pytest

from pytest_cookie.core.trace import Change
from pytest_cookie.exploration.crawler.repeats import Repeats, is_productive
from tests.change_lines import states
from tests.unit.exploration.pages import Desk, after_press, control, pressed, turn

COUNTED = Change(seen=True, vanished_text=("Total 1",), appeared_text=("Total 2",))
TICKED = Change(seen=True, states=states("Dark: checked no → yes"))


def test_tabs_and_opened_menus_are_moved_through_by_key():
    shown = Change(seen=True, appeared_text=("Panel",))
    assert after_press(Repeats(), control("t", "tab", "Two"), shown).value == "ArrowRight"
    opened = Change(seen=True, states=states("Actions: expanded no → yes"))
    menu, item = control("m", name="Actions", expanded=True), control("i", "menuitem", "Copy")
    view = Desk().view(menu, item, last=pressed("m", opened, name="Actions"))
    assert Repeats().propose(turn(view, 20)).action.value == "ArrowDown"


@pytest.mark.parametrize(
    ("step", "productive"),
    [
        (pressed("p", COUNTED), True),
        (pressed("d", TICKED, role="checkbox"), True),
        (pressed("p", COUNTED, purpose="destroy"), False),
        (pressed("p", COUNTED, name="Cancel"), False),
        (pressed("p", Change(seen=True, appeared_text=("Saved",))), False),
    ],
)
def test_what_leaves_something_behind(step, productive):
    assert is_productive(step) is productive
