"""The result of a drag as an agent is told it: what lay under its end, and the columns of the board."""

from dataclasses import replace

import pytest

from pytest_cookie.core.action import Drag
from pytest_cookie.core.page import Box, Control
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.agent.change_text import describe_step
from pytest_cookie.exploration.agent.drag_result import describe_drop_place, describe_moves, find_list_places
from pytest_cookie.exploration.agent.references import References
from pytest_cookie.exploration.page_facts import PageFacts
from pytest_cookie.exploration.sight import Identity, Sight
from tests.unit.exploration.agent.scripted import agent, calls, texts
from tests.unit.exploration.agent.walk import Walk
from tests.unit.exploration.pages import Desk, control, text

Card = tuple[str, str, float]
"""Its text, the column, and its top."""


def board(*cards: Card) -> tuple[list[Control], Sight]:
    controls = [control(name, "generic", name, box=Box(x=0, y=top, width=90, height=40)) for name, _, top in cards]
    identities = {name: Identity(node=name, row=name, section=column, is_container=True) for name, column, _ in cards}
    return controls, Sight(identities=identities)


def moves(number: int, before: tuple[Card, ...], after: tuple[Card, ...]) -> tuple[str, ...]:
    references = References()
    references.meet(tuple(board(*before)[0]), board(*before)[1])
    first = find_list_places(references)
    references.meet(tuple(board(*after)[0]), board(*after)[1])
    return describe_moves(number, first, find_list_places(references))


def test_what_moved_is_told_by_column_or_by_place(subtests: pytest.Subtests):
    plan, test, ship = ("Plan", "To do (2)", 0), ("Test", "To do (2)", 50), ("Ship", "Doing (1)", 0)
    tables: dict[str, tuple[tuple[Card, ...], tuple[str, ...]]] = {
        "another column": (
            (("Plan", "Doing (2)", 50), ("Test", "To do (1)", 0), ("Ship", "Doing (2)", 0)),
            ('"Plan" went from "To do (2)" to "Doing (2)"',),
        ),
        "another place": (
            (("Plan", "To do (2)", 50), ("Test", "To do (2)", 0), ship),
            ('"Plan" went from place 1 to place 2 of 2 of "To do (2)"',),
        ),
        "all another column": (
            (("Plan", "Doing (3)", 0), ("Test", "Doing (3)", 50), ("Ship", "Doing (3)", 90)),
            ('"Plan" went from "To do (2)" to "Doing (3)"', '"Test" went from "To do (2)" to "Doing (3)"'),
        ),
        "nothing": ((plan, test, ship), ()),
        "only the counts": ((("Plan", "To do (1)", 0), ("Ship", "Doing (1)", 0)), ()),
    }
    for name, (after, told) in tables.items():
        with subtests.test(name):
            assert moves(1, (plan, test, ship), after) == told


def test_what_lies_under_the_drop_is_the_smallest_thing_there(subtests: pytest.Subtests):
    controls, sight = board(("Plan", "To do", 0), ("Test", "Doing", 700))
    words = {"a": text("Drop cards here", box=(0, 900, 400, 200)), "b": text("", box=(0, 900, 10, 10))}
    view = replace(Desk().view(*controls, elements=words), sight=sight)
    view = replace(view, page_facts=PageFacts(scroll_y=600))
    for y, told in (
        (120, 'generic "Test" in "Doing"'), (310, 'the text "Drop cards here"'), (600, "no control or text"),
    ):  # fmt: skip
        with subtests.test(told):
            assert describe_drop_place(Drag(ref="Plan", to_x=5, to_y=y), view) == told
    assert describe_drop_place(Drag(ref="Test", to_x=5, to_y=120), view) == "no control or text"
    assert describe_drop_place(Drag(ref="Test", drop_outside="left"), view) == ""


def test_a_drag_says_whether_the_page_took_it():
    dragged = Drag(ref="a", selector="#a", to_x=10, to_y=10)
    for change, told in (
        (Change(), "- the drag moved nothing: the page did not take it, or put it back"),
        (Change(seen=True, moved=3), "- 3 elements are in another place"),
    ):
        step = Step(index=1, thought="", action=dragged, change=change)
        assert told in describe_step(step).text("changes")


def test_the_result_of_a_drag_stands_in_the_next_observation_and_in_the_log():
    drag = calls(("drag", {"ref": "e1", "to_ref": "e2"}))
    policy, model = agent(drag, calls(("click", {"ref": "e1"})), history_tokens=1)
    here = (control("a", name="Save"), control("b", "textbox", "Mail", box=Box(x=300, y=10, width=50, height=20)))
    walk = Walk(policy, *here)
    walk.steps(2)
    assert 'under the drop: textbox "Mail"' in texts(model.requests[1])
    walk.steps(3)
    assert texts(model.requests[2]).count("under the drop:") == 1
    assert "1. drag e1" in texts(model.requests[4])
    assert '→ under the drop: textbox "Mail"; ' in texts(model.requests[4])
