"""The item around a control, and what became of the others."""

import dataclasses

import pytest

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.row_actions.watch import RowWatch
from pytest_cookie.core.action import Click
from pytest_cookie.exploration.watch import Act
from tests.unit.checks.row_pages import todo


def test_the_row_around_a_control_and_what_became_of_the_others():
    row = RowWatch().compare(Act(Click(ref="d0"), todo("Soup", "Rice", "Fish"), todo("Rice", "Fish")))
    assert (row.own, row.gone, row.came, row.before, row.after) == (("Soup", "✕"), (("Soup", "✕"),), (), 3, 2)
    wrong = RowWatch().compare(Act(Click(ref="d0"), todo("Soup", "Rice", "Fish"), todo("Soup", "Rice")))
    assert (wrong.gone, wrong.stays) == ((("Fish", "✕"),), True)


def test_a_control_that_deletes_is_known_by_its_name(subtests):
    for name, expected in [("✕", True), ("X", True), ("Remove Soup", True), ("Watered", False), ("X-axis", False)]:
        with subtests.test(name):
            before, after = todo("Soup", "Rice"), todo("Rice")
            assert RowWatch().compare(Act(Click(ref="d0", target=name), before, after)).deletes is expected


def test_the_row_that_takes_another_state():
    before = todo("Soup", "Rice")
    own = RowWatch().compare(Act(Click(ref="d0"), before, todo("Soup", "Rice", done="Soup")))
    other = RowWatch().compare(Act(Click(ref="d0"), before, todo("Soup", "Rice", done="Rice")))
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

    row = RowWatch().compare(Act(Click(ref="d0"), page(old), page(new)))
    assert row.turned == ((("Rice", "✕"),) if is_told else ())


def test_a_removal_that_asks_first_is_told_with_the_answer():
    watch = RowWatch()
    plain, asked, done = todo("Soup", "Rice"), todo("Soup", "Rice", dialog=True), todo("Soup")
    watch.compare(Act(Click(ref="d0"), plain, asked))
    row = watch.compare(Act(Click(ref="yes"), asked, done))
    assert (row.own, row.gone) == (("Soup", "✕"), (("Rice", "✕"),))
    watch.compare(Act(Click(ref="d0"), asked, asked))  # a control that was there before answers no question
    assert watch.compare(Act(Click(ref="yes"), asked, done)) is None


def test_a_single_item_is_no_row():
    assert RowWatch().compare(Act(Click(ref="d0"), todo("Soup"), todo())) is None


def test_the_two_sides_of_a_card_are_no_rows():
    """A front and a back in one place have the same button; each card is the row."""
    sides = todo("Soup", "Rice")
    placed = {
        path: dataclasses.replace(found, box=(0, 0, 300, 30)) if found.make == "li" else found
        for path, found in sides.elements.items()
    }
    turned = dataclasses.replace(sides, elements=placed)
    assert RowWatch().compare(Act(Click(ref="d0"), turned, turned)) is None
    assert RowWatch().compare(Act(Click(ref="d0"), sides, sides)) is not None
