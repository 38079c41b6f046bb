"""After sorting or filtering, a button in the row that is first now is pressed, on synthetic views."""

import pytest

from pytest_cookie.checks.row_actions.tactic import ShiftedRows
from pytest_cookie.core.action import Click, Select
from pytest_cookie.core.page import Box
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.page_facts import Detail
from tests.unit.exploration.pages import Desk, control, turn

DESK = Desk()


def done(action, **change) -> Step:
    return Step(index=1, thought="", action=action, change=Change(seen=True, **change))


def rows(*names: str, last: Step | None = None, button: str = "Add", disabled: bool = False):
    boxes = [Box(x=10, y=40 * place, width=90, height=30) for place in range(len(names))]
    controls = [
        control(f"add {name}", name=button, kind="add", box=box, disabled=disabled)
        for name, box in zip(names, boxes, strict=True)
    ]
    details = {f"add {name}": Detail(within=(name,)) for name in names}
    return DESK.view(*controls, details=details, last=last)


PRESSED = done(Click(ref="add Rose", role="button", target="Add", within=("Rose",)))
SORTED = done(Select(ref="sort", value="Price"))


def pressed(*views) -> list[str]:
    tries, refs = ShiftedRows(), []
    for view in views:
        tries.look(view)
        decision = tries.propose(turn(view, 5))
        refs.append(decision.action.ref if decision else "")
    return refs


def test_the_first_row_of_another_order_is_tried():
    first, used = rows("Rose", "Tulip", "Iris"), rows("Rose", "Tulip", "Iris", last=PRESSED)
    assert pressed(first, used, rows("Iris", "Rose", "Tulip", last=SORTED)) == ["", "", "add Iris"]
    assert pressed(first, used, rows("Tulip", "Iris", last=SORTED)) == ["", "", "add Tulip"]
    more = [rows(*names, last=SORTED) for names in (("Iris", "Rose"), ("Rose", "Iris"), ("Iris", "Rose"))]
    assert pressed(first, used, *more)[2:] == ["add Iris", "add Rose", ""]


@pytest.mark.parametrize(
    "views",
    [
        [rows("Rose", "Iris"), rows("Iris", "Rose", last=SORTED)],  # it was not tried before
        [rows("Rose", "Iris", last=PRESSED), rows("Rose", "Iris", last=SORTED)],
        [rows("Rose", "Iris", last=PRESSED), rows("Lily", "Rose", "Iris", last=SORTED)],  # a row came
        [rows("Rose", "Iris", last=PRESSED), rows("Rose, dear", "Iris", last=SORTED)],  # a row has another text
        [rows("Rose", "Iris", last=PRESSED), rows("Iris", last=SORTED)],  # one row is no list
        [rows("Rose", "Iris", last=PRESSED), rows("Iris", "Rose", last=PRESSED)],  # the press itself moved it
        [rows("Rose", "Iris", last=PRESSED), rows("Iris", "Rose", last=SORTED, disabled=True)],
        [rows("Rose", "Iris", last=PRESSED), rows("Iris", "Rose", last=done(Select(ref="sort"), url="#a"))],
        [rows("Rose", "Iris", last=PRESSED, button="Delete"), rows("Iris", "Rose", last=SORTED, button="Delete")],
    ],
)
def test_without_another_first_row_nothing_is_pressed(views):
    assert not any(pressed(*views))
