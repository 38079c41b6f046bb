"""Equal items of a page: their order after a press, the item around a control, what a reload puts back."""

import dataclasses

import pytest

from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.core.action import Action, Click, Drag, Reload, Select
from pytest_cookie.core.page import Box, Control
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.effects.row_watch import RowWatch
from tests.unit.exploration.pages import observation

QUIET = BackgroundChanges()
HEADS = ("Name", "kg")
PEARS, FIGS, NUTS, PLUMS = ("Pears", "12"), ("Figs", "3"), ("Nuts", "110"), ("Plums", "20")
FRUIT = (PEARS, FIGS, NUTS, PLUMS)


def element(text: str = "", *, parent: str, make: str = "td", at=(0, 0, 90, 20), state: str = "") -> ElementState:
    return ElementState(text=text, state=state, box=at, make=make, parent=parent)


def button(ref: str, name: str, at: tuple[int, int, int, int]) -> Control:
    x, y, width, height = at
    box = Box(x=x, y=y, width=width, height=height)
    return Control(ref=ref, role="button", name=name, box=box, tag="button", selector=f"#{ref}", kind="b")


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
    return RowWatch().compare(action or Click(ref="s"), before, after, QUIET)["ordering"]


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
    watch = RowWatch()
    pages = [table(*FRUIT), table(*BY_TEXT), table(*BY_TEXT[::-1]), table(*FRUIT)]
    orders = [watch.compare(Click(ref="s"), *pages[index : index + 2], QUIET)["ordering"] for index in range(3)]
    assert [order.as_at_first for order in orders] == [False, False, True]


def test_the_first_order_of_what_is_left_is_the_first_order():
    watch = RowWatch()
    watch.compare(Click(ref="s"), table(*FRUIT), table(*BY_TEXT), QUIET)
    order = watch.compare(Click(ref="s"), table(*BY_TEXT[1:]), table(*(item for item in FRUIT if item != NUTS)), QUIET)
    assert order["ordering"] is None  # too few to tell
    figs = ("Dates", "7")
    more = (*FRUIT, figs)
    watch = RowWatch()
    watch.compare(Click(ref="s"), table(*more), table(*BY_TEXT, figs), QUIET)
    order = watch.compare(Click(ref="s"), table(*BY_TEXT), table(*FRUIT), QUIET)["ordering"]
    assert (order.reordered, order.as_at_first) == (True, True)


def test_a_choice_of_an_order_elsewhere():
    pages = [table(*rows) for rows in (FRUIT, BY_TEXT)]
    choose = button("o", "Order", (500, 5, 60, 20))
    seen = [observation(elements={**page.elements, "o": element(parent="", make="select", at=(500, 5, 60, 20))},
                        controls=(choose,)) for page in pages]  # fmt: skip
    order = sort(*seen, Select(ref="o", value="kg"))
    assert (order.pressed, order.reordered) == ((), True)
    assert ("110", "12", "20", "3") in order.columns


def todo(*names: str, done: str = "", dialog: bool = False) -> Observation:
    """A list; each entry has a button to delete it."""
    found = {"ul": element(parent="", make="ul", at=(0, 0, 300, 200))}
    controls = []
    for number, name in enumerate(names):
        path, y = f"li{number}", 40 * number
        found[path] = element(parent="ul", make="li", at=(0, y, 300, 30), state="class=done" if name == done else "")
        found[f"{path}>s"] = element(name, parent=path, make="span", at=(0, y, 200, 30))
        found[f"{path}>b"] = element(
            "✕", parent=path, make="button", at=(250, y, 30, 30), state="aria-pressed=true" if name == done else ""
        )
        controls.append(button(f"d{number}", f"Delete {name}", (250, y, 30, 30)))
    if dialog:
        found["ask"] = element("Sure?", parent="", make="dialog", at=(400, 0, 90, 90))
        found["ask>b"] = element("Yes", parent="ask", make="button", at=(400, 40, 40, 30))
        controls.append(button("yes", "Yes", (400, 40, 40, 30)))
    return observation(elements=found, controls=tuple(controls))


def test_the_row_around_a_control_and_what_became_of_the_others():
    row = RowWatch().compare(Click(ref="d0"), todo("Soup", "Rice", "Fish"), todo("Rice", "Fish"), QUIET)["row"]
    assert (row.own, row.gone, row.came, row.before, row.after) == (("Soup", "✕"), (("Soup", "✕"),), (), 3, 2)
    wrong = RowWatch().compare(Click(ref="d0"), todo("Soup", "Rice", "Fish"), todo("Soup", "Rice"), QUIET)["row"]
    assert (wrong.gone, wrong.stays) == ((("Fish", "✕"),), True)


def test_the_row_that_takes_another_state():
    before = todo("Soup", "Rice")
    own = RowWatch().compare(Click(ref="d0"), before, todo("Soup", "Rice", done="Soup"), QUIET)["row"]
    other = RowWatch().compare(Click(ref="d0"), before, todo("Soup", "Rice", done="Rice"), QUIET)["row"]
    assert (own.stays, own.turned) == (False, (("Soup", "✕"),))
    assert (other.stays, other.turned) == (True, (("Rice", "✕"),))


@pytest.mark.parametrize(
    ("old", "new", "is_told"),
    [
        ("aria-expanded=true", "aria-expanded=false", False),  # its menu closes
        ("class=card open", "class=card", False),
        ("class=active", "class=", False),
        ("aria-current=true", "", False),
        ("aria-expanded=false", "aria-expanded=true", True),
        ("aria-pressed=true", "aria-pressed=false", True),
        ("class=done", "class=", True),
    ],
)
def test_another_row_that_only_closes_is_let_be(old, new, is_told):
    def page(state: str) -> Observation:
        seen = todo("Soup", "Rice", "Fish")
        held = dataclasses.replace(seen.elements["li1>b"], state=state)
        return dataclasses.replace(seen, elements={**seen.elements, "li1>b": held})

    row = RowWatch().compare(Click(ref="d0"), page(old), page(new), QUIET)["row"]
    assert row.turned == ((("Rice", "✕"),) if is_told else ())


def test_a_removal_that_asks_first_is_told_with_the_answer():
    watch = RowWatch()
    plain, asked, done = todo("Soup", "Rice"), todo("Soup", "Rice", dialog=True), todo("Soup")
    watch.compare(Click(ref="d0"), plain, asked, QUIET)
    row = watch.compare(Click(ref="yes"), asked, done, QUIET)["row"]
    assert (row.own, row.gone) == (("Soup", "✕"), (("Rice", "✕"),))
    watch.compare(Click(ref="d0"), asked, asked, QUIET)  # a control that was there before answers no question
    assert watch.compare(Click(ref="yes"), asked, done, QUIET)["row"] is None


def test_a_single_item_is_no_row():
    assert RowWatch().compare(Click(ref="d0"), todo("Soup"), todo(), QUIET)["row"] is None


def board(column: str, y: int = 0) -> Observation:
    """A card in one of two columns."""
    found = {one: element(parent="", make="section", at=(x, 0, 200, 400)) for one, x in (("a", 0), ("b", 300))}
    x = 0 if column == "a" else 300
    found["other"] = element("Rice", parent="a", make="li", at=(0, 300, 200, 40))
    found["card"] = element(parent=column, make="li", at=(x, y, 200, 40))
    found["card>s"] = element("Soup", parent="card", make="span", at=(x, y, 90, 20))
    return observation(elements=found)


DRAG = Drag(selector="li", x=100, y=20, to_x=400, to_y=20)


@pytest.mark.parametrize(
    ("action", "pages", "put_back"),
    [
        (DRAG, (board("a"), board("b"), board("a")), "Soup"),
        (DRAG, (board("a"), board("b"), board("b")), ""),
        (DRAG, (board("a"), board("a", 60), board("a")), "Soup"),
        (DRAG, (board("a"), board("a"), board("a")), ""),
        (DRAG, (board("a"), board("b"), observation()), ""),
        (Click(ref="d0"), (todo("Soup", "Rice"), todo("Soup", "Rice", done="Soup"), todo("Soup", "Rice")), "Soup"),
        (Click(ref="d0"), (todo("Soup", "Rice"), *[todo("Soup", "Rice", done="Soup")] * 2), ""),
    ],
)
def test_what_a_reload_puts_back(action, pages, put_back):
    watch = RowWatch()
    watch.compare(action, *pages[:2], QUIET)
    assert watch.compare(Reload(), *pages[1:], QUIET) == {"put_back": put_back}


def test_only_the_step_before_the_reload_counts():
    watch = RowWatch()
    watch.compare(DRAG, board("a"), board("b"), QUIET)
    watch.compare(Click(ref="x"), board("b"), board("b"), QUIET)
    assert watch.compare(Reload(), board("b"), board("a"), QUIET) == {"put_back": ""}
