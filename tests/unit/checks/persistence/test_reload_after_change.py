"""A page that stores things is reloaded once after the first change of each kind."""

import pytest

from pytest_cookie.checks.persistence.tactic import ReloadAfterChange
from pytest_cookie.checks.row_actions.fact import RowChange
from pytest_cookie.core.action import Action, Click, Drag
from pytest_cookie.core.trace import Change, Step
from tests.unit.exploration.pages import Desk, control, turn


def after(action: Action, **change) -> Step:
    return Step(index=1, thought="t", action=action, change=Change(seen=bool(change), **change))


def switched(*vanished: str, **fields) -> Step:
    row = RowChange(own=("Soup",), stays=False, **fields)
    return after(Click(ref="d"), facts={"row-actions": row}, vanished_text=vanished)


MOVED = after(Drag(selector="li", x=1, y=1, to_x=9, to_y=9), moved=2)
SWITCHED = switched(turned=(("Soup",),))
GONE = switched(gone=(("Soup",),))
LEFT = switched("Soup", gone=(("Soup",),), before=3, after=2)
SILENT = after(Click(ref="d"))


@pytest.mark.parametrize(
    ("last", "stores", "reloads"),
    [
        (MOVED, True, True),
        (SWITCHED, True, True),
        (LEFT, True, True),
        (GONE, True, False),
        (MOVED, False, False),
        (SILENT, True, False),
    ],
)
def test_a_move_a_switch_or_a_row_that_left_is_reloaded_once_where_the_page_stores_things(last, stores, reloads):
    check, desk = ReloadAfterChange(), Desk()
    kinds = [check.propose(turn(desk.view(last=last, stores=stores), 5)) for _ in range(2)]
    assert [bool(kind) for kind in kinds] == [reloads, False]


def removed(purpose: str = "destroy", **change) -> Step:
    return after(Click(ref="d", target="Delete", purpose=purpose), **change)


@pytest.mark.parametrize(
    ("last", "has_modal", "will_undo", "reloads"),
    [
        (removed(vanished_text=("Soup",)), False, False, True),
        (removed("", vanished_text=("Soup",)), False, False, False),
        (removed(appeared_text=("Delete it?",)), False, False, False),
        (removed(vanished_text=("Soup",)), False, True, False),
        (removed(vanished_text=("Soup",)), True, False, False),
    ],
)
def test_a_removal_is_reloaded_when_it_is_over(last, has_modal, will_undo, reloads):
    view = Desk().view(last=last, stores=True, has_modal=has_modal)
    assert bool(ReloadAfterChange().propose(turn(view, 5, undo=control("u") if will_undo else None))) is reloads
