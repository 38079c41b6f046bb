"""The order of equal items after a press."""

import pytest

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.row_order.watch import OrderWatch
from pytest_cookie.core.action import Action, Click, Select
from pytest_cookie.exploration.watch import Act
from tests.unit.checks.row_pages import button, element
from tests.unit.exploration.pages import observation

HEADS = ("Name", "kg")
PEARS, FIGS, NUTS, PLUMS = ("Pears", "12"), ("Figs", "3"), ("Nuts", "110"), ("Plums", "20")
FRUIT = (PEARS, FIGS, NUTS, PLUMS)


def table(*rows: tuple[str, ...], sort: str = "", extra: str = "", head: str = "kg") -> Observation:
    """A table with a head of two cells; a button in the second sorts it."""
    found = {"t": element(parent="", make="table"), "b": element(parent="t", make="tbody")}
    for index, name in enumerate(HEADS):
        state = f"aria-sort={sort}" if index and sort else ""
        found[f"h{index}"] = element(parent="t", make="th", at=(100 * index, 0, 100, 30), state=state)
        found[f"h{index}>b"] = element(
            head if index else name, parent=f"h{index}", make="button", at=(100 * index, 5, 60, 20)
        )
    for number, row in enumerate(rows):
        found[f"r{number}"] = element(parent="b", make="tr", at=(0, 40 + 30 * number, 200, 30))
        for index, text in enumerate(row):
            at = (100 * index, 40 + 30 * number, 100, 30)
            found[f"r{number}>{index}"] = element(text, parent=f"r{number}", at=at)
        if number == 1 and extra:
            found["more"] = element(parent="b", make="tr", at=(0, 90, 200, 9))
            found["more>td"] = element(extra, parent="more", at=(0, 90, 200, 9))
    return observation(elements=found, controls=(button("s", head, (100, 5, 60, 20)),))


def sort(before: Observation, after: Observation, action: Action | None = None):
    return OrderWatch().compare(Act(action or Click(ref="s"), before, after))


BY_TEXT = (NUTS, PEARS, PLUMS, FIGS)


def test_the_head_of_a_column_tells_which_one_it_sorts():
    order = sort(table(*FRUIT), table(*BY_TEXT))
    assert [order.columns[number] for number in order.pressed] == [("110", "12", "20", "3")]
    assert (order.reordered, order.claimed, order.as_at_first) == (True, False, False)


def test_a_row_without_the_value_may_come_first():
    order = sort(table(*FRUIT, ("Dates", "")), table(("Dates", ""), *BY_TEXT))
    assert [order.columns[number] for number in order.pressed] == [("", "110", "12", "20", "3")]


@pytest.mark.parametrize("after", [table(*FRUIT, sort="ascending"), table(*FRUIT, head="kg ▲")])
def test_a_head_that_claims_an_order(after):
    order = sort(table(*FRUIT), after)
    assert (order.claimed, order.reordered, order.as_at_first) == (True, False, True)


def test_other_rows_of_a_list_in_pages():
    order = sort(table(*FRUIT), table(("Kiwis", "1"), FIGS, ("Limes", "9"), PEARS, sort="ascending"))
    assert (order.reordered, order.claimed) == (False, True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (table(*FRUIT), table(*FRUIT)),  # no change
        (table(*FRUIT), table(*BY_TEXT, extra="Group B")),
        (table(*FRUIT[:3]), table(*BY_TEXT[:3])),  # too few to tell
    ],
)
def test_no_order_is_read(before, after):
    assert sort(before, after) is None


def test_the_third_press_brings_back_the_first_order():
    watch = OrderWatch()
    pages = [table(*FRUIT), table(*BY_TEXT), table(*BY_TEXT[::-1]), table(*FRUIT)]
    orders = [watch.compare(Act(Click(ref="s"), *pages[index : index + 2])) for index in range(3)]
    assert [order.as_at_first for order in orders] == [False, False, True]


def test_the_first_order_of_what_is_left_is_the_first_order():
    watch = OrderWatch()
    watch.compare(Act(Click(ref="s"), table(*FRUIT), table(*BY_TEXT)))
    order = watch.compare(Act(Click(ref="s"), table(*BY_TEXT[1:]), table(*(item for item in FRUIT if item != NUTS))))
    assert order is None  # too few to tell
    figs = ("Dates", "7")
    more = (*FRUIT, figs)
    watch = OrderWatch()
    watch.compare(Act(Click(ref="s"), table(*more), table(*BY_TEXT, figs)))
    order = watch.compare(Act(Click(ref="s"), table(*BY_TEXT), table(*FRUIT)))
    assert (order.reordered, order.as_at_first) == (True, True)


def test_a_choice_of_an_order_elsewhere():
    pages = [table(*rows) for rows in (FRUIT, BY_TEXT)]
    choose = button("o", "Order", (500, 5, 60, 20))
    seen = [observation(elements={**page.elements, "o": element(parent="", make="select", at=(500, 5, 60, 20))},
                        controls=(choose,)) for page in pages]  # fmt: skip
    order = sort(*seen, Select(ref="o", value="kg"))
    assert (order.pressed, order.reordered) == ((), True)
    assert ("110", "12", "20", "3") in order.columns
