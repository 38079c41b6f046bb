"""Steps that are repeated because they worked once: on synthetic views."""

import pytest

from pytest_cookie.core.action import Action, Click
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.crawler.repeats import Repeats, is_productive
from tests.change_lines import states
from tests.unit.exploration.pages import Desk, control, turn

COUNTED = Change(seen=True, vanished_text=("Total 1",), appeared_text=("Total 2",))
TICKED = Change(seen=True, states=states("Dark: checked no → yes"))


def pressed(ref: str, change: Change, *, role: str = "button", name: str = "", **fields) -> Step:
    action = Click(ref=ref, target=name or ref, role=role, selector=f"#{ref}", **fields)
    return Step(index=1, thought="", action=action, change=change)


def again(repeats: Repeats, one, change: Change, *, room: int = 20, **fields) -> Action | None:
    last = pressed(one.ref, change, role=one.role, name=one.name)
    view = Desk().view(one, last=last, **fields)
    decision = repeats.propose(turn(view, room))
    return decision.action if decision else None


def test_tabs_and_opened_menus_are_moved_through_by_key():
    shown = Change(seen=True, appeared_text=("Panel",))
    assert again(Repeats(), control("t", "tab", "Two"), shown).value == "ArrowRight"
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
