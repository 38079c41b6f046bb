"""References stay with what a person takes for the same control, and are never given to another one."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent.references import References
from pytest_cookie.exploration.sight import Identity, Sight
from tests.unit.exploration.pages import control

Row = tuple[str, str, str]
"""Node, name and row."""


class Page:
    """Shows controls again and again. Each is given by its node, its name and its row, all buttons by default."""

    def __init__(self) -> None:
        self.references = References()

    def show(self, *rows: Row, section: str = "", role: str = "button", titles: Sequence[str] = ()) -> list[str]:
        controls = tuple(control(f"r{at}", role, name or " ", kind="k") for at, (_, name, _) in enumerate(rows))
        named = tuple(
            Control(**{**one.model_dump(), "name": name}) for one, (_, name, _) in zip(controls, rows, strict=True)
        )
        identities = {
            one.ref: Identity(node=node, row=row, section=section, distinction=title)
            for one, (node, _, row), title in zip(named, rows, titles or [""] * len(rows), strict=True)
        }
        self.references.meet(named, Sight(identities=identities))
        return [self.references.name(item) for item in named]


def deletes(*rows: str, nodes: str = "") -> list[Row]:
    return [(f"{nodes}{at}", "Delete", row) for at, row in enumerate(rows)]


def test_a_list_that_is_rendered_again_keeps_its_references():
    page = Page()
    assert page.show(*deletes("Milk", "Bread", "Eggs")) == ["e1", "e2", "e3"]
    assert page.show(*deletes("Milk", "Bread", "Eggs", nodes="new")) == ["e1", "e2", "e3"]


def test_removing_an_item_does_not_shift_the_others_whatever_the_framework_does_with_elements():
    for nodes in ("", "new"):
        page = Page()
        ten = [f"Item {chr(65 + at)}" for at in range(10)]
        first = page.show(*deletes(*ten))
        rest = [row for row in ten if row != "Item C"]
        assert page.show(*deletes(*rest, nodes=nodes)) == [*first[:2], *first[3:]]
        assert page.show(*deletes(*rest, "Item Z", nodes=nodes))[-1] == "e11"


def test_equal_items_keep_their_references_by_element():
    page = Page()
    page.show(("a", "Delete", "Milk"), ("b", "Delete", "Milk"), ("c", "Delete", "Milk"))
    assert page.show(("a", "Delete", "Milk"), ("c", "Delete", "Milk")) == ["e1", "e3"]
    assert page.show(("a", "Delete", "Milk"), ("c", "Delete", "Milk"), ("d", "Delete", "Milk")) == ["e1", "e3", "e4"]


def test_sorting_moves_references_with_their_items():
    page = Page()
    page.show(*deletes("Milk", "Bread", "Eggs"))
    assert page.show(*deletes("Bread", "Eggs", "Milk")) == ["e2", "e3", "e1"]


def test_a_control_that_changes_its_own_words_stays_the_same():
    page = Page()
    page.show(("a", "Start", ""), ("b", "Likes 3", ""), ("c", "Help", ""))
    assert page.show(("a", "Stop", ""), ("b", "Likes 3", ""), ("c", "Help", "")) == ["e1", "e2", "e3"]
    assert page.show(("a", "Stop", ""), ("new", "Likes 4", ""), ("c", "Help", "")) == ["e1", "e2", "e3"]


def test_an_item_whose_text_is_edited_stays_the_same():
    page = Page()
    page.show(*deletes("Buy milk", "Call Ann"))
    assert page.show(*deletes("Buy oat milk", "Call Ann")) == ["e1", "e2"]
    assert page.show(*deletes("Buy oat milk today", "Call Ann", nodes="new")) == ["e1", "e2"]


def test_a_page_of_other_items_in_the_same_elements_has_new_references_and_the_first_page_gets_its_own_back():
    page = Page()
    page.show(*deletes("Ann Lee 12 votes", "Bob Ray 7 votes", "Cid Orr 9 votes"))
    assert page.show(*deletes("Dan Fox 1 votes", "Eve Kay 2 votes", "Flo May 3 votes")) == ["e4", "e5", "e6"]
    assert page.show(*deletes("Ann Lee 12 votes", "Bob Ray 7 votes", "Cid Orr 9 votes")) == ["e1", "e2", "e3"]


def test_another_button_in_the_place_of_one_that_vanished_is_another_control():
    page = Page()
    assert page.show(("a", "Next", "")) == ["e1"]
    assert page.show(("b", "Submit", "")) == ["e2"]
    assert page.show(("c", "Next", "")) == ["e1"]


def test_the_same_words_in_another_part_of_the_page_are_another_control():
    page = Page()
    assert page.show(("a", "OK", ""), section="dialog Delete the list?") == ["e1"]
    assert page.show(("b", "OK", ""), section="dialog Send the order?") == ["e2"]


def test_cells_that_show_other_days_are_other_controls(subtests: pytest.Subtests):
    """Those that went get their reference back; a cell whose own state changed keeps its."""
    may, june = ("Fri 29 May", "Sat 30 May", "Sun 31 May"), ("Sun 31 May", "Mon 1 June", "Tue 2 June")
    for nodes in ("", "new"):
        with subtests.test("title", nodes=nodes or "same"):
            page = Page()
            cells, later = ([(f"{new}{at}", "✓", "Read") for at in range(3)] for new in ("", nodes))
            assert page.show(*cells, titles=may) == ["e1", "e2", "e3"]
            assert page.show(*later, titles=june) == ["e3", "e4", "e5"]
            assert page.show(*cells, titles=may) == ["e1", "e2", "e3"]
            done = [f"{day}: done" for day in may]
            assert page.show(*cells, titles=done) == ["e1", "e2", "e3"]
    with subtests.test("numbers in names"):
        page = Page()
        page.show(*((f"{at}", f"Read on day {at}", "Read") for at in (11, 12, 13)))
        assert page.show(*((f"{at}", f"Read on day {at - 7}", "Read") for at in (11, 12, 13))) == ["e4", "e5", "e6"]
    with subtests.test("a single title, and a number in each row"):
        page = Page()
        page.show(("a", "♥", ""), ("b", "Vote (3)", "Ann"), ("c", "Vote (9)", "Bob"), titles=("3 people", "", ""))
        rows = ("a", "♥", ""), ("b", "Vote (4)", "Ann"), ("c", "Vote (8)", "Bob")
        assert page.show(*rows, titles=("4 people", "", "")) == ["e1", "e2", "e3"]


def test_a_card_that_is_rendered_in_another_column_keeps_its_reference():
    page = Page()
    page.show(("a", "Move", "Write the brief"), section="To do")
    assert page.show(("b", "Move", "Write the brief"), section="Doing") == ["e1"]


def test_numbers_of_a_name_may_change_but_numbers_that_tell_rows_and_sections_apart_may_not():
    page = Page()
    page.show(("a", "Open", "Order 12"), ("b", "Delete", ""), section="Order 12")
    assert page.show(("c", "Open", "Order 13"), ("d", "Delete", ""), section="Order 13") == ["e3", "e4"]
    page = Page()
    page.show(("a", "Add", ""), ("b", "Vote", "Ann Lee 3"), section="To do (3)")
    assert page.show(("c", "Add", ""), ("d", "Vote", "Ann Lee 4"), section="To do (4)") == ["e1", "e2"]


def test_a_control_named_after_its_row_keeps_its_reference_whatever_totals_the_row_shows():
    page = Page()
    page.show(("a", "Add on Wed", "Wed 7 Jan 11.5 L Herb box 3 L Basil"), ("b", "Add on Thu", "Thu 8 Jan 0 L"))
    shown = page.show(("c", "Add on Wed", "Wed 7 Jan 40 L Fence row Figs"), ("d", "Add on Thu", "Thu 8 Jan 0 L"))
    assert shown == ["e1", "e2"]
    assert page.show(("e", "Add on Thu", "Thu 8 Jan 0 L")) == ["e2"]
    assert page.show(("f", "Add on Wed", "Wed 7 Jan 12 L Tomatoes"), ("e", "Add on Thu", "Thu 8 Jan 0 L")) == shown


def test_rows_of_much_the_same_words_are_matched_with_the_one_that_shares_most():
    page = Page()
    page.show(("a", "Done", "Mon 5 Jan 8 L Beans 8 L"), ("b", "Done", "Wed 7 Jan 11 L Beans 8 L Herbs 3 L"))
    shown = page.show(("c", "Done", "Mon 5 Jan 8 L Beans 8 L Figs 9 L"), ("d", "Done", "Wed 7 Jan 8 L Beans 8 L"))
    assert shown == ["e1", "e2"]


def test_equal_rows_that_change_a_number_together_keep_their_references():
    page = Page()
    page.show(("a", "Done", "North bed 12 L Beans"), ("b", "Done", "North bed 12 L Beans"), ("c", "Done", "Figs 9 L"))
    rows = ("d", "Done", "North bed 20 L Beans"), ("e", "Done", "North bed 20 L Beans"), ("f", "Done", "Figs 9 L")
    assert page.show(*rows) == ["e1", "e2", "e3"]


def test_a_card_whose_buttons_change_keeps_its_reference():
    references = References()
    for node, name, section in (("a", "Write the brief Forward", "To do"), ("b", "Write the brief Back", "Doing")):
        card = control("r", "generic", name)
        identity = Identity(node=node, row="Write the brief", section=section, is_container=True)
        references.meet((card,), Sight(identities={"r": identity}))
        assert references.name(card) == "e1"


def test_another_role_is_another_control():
    page = Page()
    page.show(("a", "Name", ""))
    assert page.show(("a", "Name", ""), role="textbox") == ["e2"]


def test_a_page_that_tells_one_element_for_two_controls_confuses_nobody():
    page = Page()
    page.show(("a", "Buy tea", ""), ("b", "Sell", ""))
    shown = page.show(("a", "Buy green tea", ""), ("a", "Buy black tea", ""), ("b", "Sell", ""))
    assert len(set(shown)) == 3
    assert shown[2] == "e2"


_ROW = st.tuples(st.sampled_from("abc"), st.sampled_from(["Go", "Go 1", "Stop", ""]), st.sampled_from("xy"))


@settings(deadline=None, max_examples=40)
@given(st.lists(st.lists(_ROW, max_size=5), max_size=4))
def test_a_reference_is_never_given_to_two_controls_at_once(pages: list[list[Row]]):
    page = Page()
    for rows in pages:
        shown = page.show(*rows)
        assert len(set(shown)) == len(rows)
