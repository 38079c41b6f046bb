"""What the crawler chooses of a list or calendar that a press has opened."""

import pytest

from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Change
from pytest_cookie.exploration.crawler.pickers import Pickers
from tests.unit.exploration.pages import Desk, control, pressed, turn

OPENER = control("k", "combobox", "Kiln", tag="button")


def days(role: str, naming: str = "{}", **fields) -> tuple[Control, ...]:
    return tuple(control(f"d{day}", role, naming.format(day), **fields) for day in range(1, 32))


def options(*names: str, **fields) -> tuple[Control, ...]:
    return tuple(control(name, "option", name, **fields) for name in names)


def test_of_what_a_press_opens_something_is_chosen(subtests: pytest.Subtests):
    first = control("first", "option", "Raku", selected=True)
    for what, opened, chosen in (
        ("a list", options("Raku", "Anagama"), "Raku"),
        ("a list with a choice", (first, *options("Anagama")), "Anagama"),
        ("a calendar of cells", days("gridcell"), "15"),
        ("a calendar of buttons", days("button", "Friday, January {}th, 2027"), "Friday, January 15th, 2027"),
        ("a list without a choice", options("Raku", disabled=True), "Escape"),
        ("a menu", (control("m", "menuitem", "Copy"),), ""),
        ("pages of a list", tuple(control(f"p{nth}", "button", f"{nth}") for nth in range(1, 8)), ""),
    ):
        with subtests.test(what):
            picker, desk = Pickers(), Desk()
            picker.look(desk.view(OPENER))
            view = desk.view(OPENER, *opened, last=pressed("k", Change(seen=True), role="combobox"))
            picker.look(view)
            decision = picker.propose(turn(view))
            assert (decision.action.target or decision.action.key if decision else "") == chosen


def test_what_stays_open_after_a_choice_is_closed(subtests: pytest.Subtests):
    for what, opener, closes in (
        ("it covers its button", OPENER.model_copy(update={"covered": True}), True),
        ("its button says so", OPENER.model_copy(update={"expanded": True}), True),
        ("a calendar in the page", OPENER, False),
    ):
        with subtests.test(what):
            picker, desk, cells = Pickers(), Desk(), days("gridcell")
            picker.look(desk.view(OPENER))
            opened = desk.view(OPENER, *cells, last=pressed("k", Change(seen=True)))
            picker.look(opened)
            chosen = picker.propose(turn(opened))
            assert chosen is not None
            after = desk.view(opener, *cells, last=pressed(chosen.action.ref, Change(seen=True), purpose="choose"))
            picker.look(after)
            assert (picker.propose(turn(after)) is not None) == closes


def test_what_was_there_before_is_not_chosen():
    picker, desk = Pickers(), Desk()
    view = desk.view(OPENER, *options("Raku"), last=pressed("k", Change(seen=True)))
    picker.look(view)
    picker.look(view)
    assert picker.propose(turn(view)) is None
