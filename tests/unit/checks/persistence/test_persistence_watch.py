"""What a reload puts back."""

import pytest

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.persistence.fact import PersistenceFact
from pytest_cookie.checks.persistence.watch import PersistenceWatch
from pytest_cookie.checks.row_actions.watch import RowWatch
from pytest_cookie.core.action import Click, Drag, Reload, Wait
from pytest_cookie.exploration.watch import Act, watch_all
from tests.unit.checks.row_pages import element, todo
from tests.unit.exploration.pages import observation


def board(column: str, y: int = 0) -> Observation:
    """A card in one of two columns."""
    found = {one: element(parent="", make="section", at=(x, 0, 200, 400)) for one, x in (("a", 0), ("b", 300))}
    x = 0 if column == "a" else 300
    found["other"] = element("Rice", parent="a", make="li", at=(0, 300, 200, 40))
    found["card"] = element(parent=column, make="li", at=(x, y, 200, 40))
    found["card>s"] = element("Soup", parent="card", make="span", at=(x, y, 90, 20))
    return observation(elements=found)


DRAG = Drag(selector="li", x=100, y=20, to_x=400, to_y=20)


def undone(*acts) -> str:
    """What the last act put back, each an action and the pages before and after it."""
    watches = {"row-actions": RowWatch(), "persistence": PersistenceWatch()}
    facts = [watch_all(watches, Act(*act)) for act in acts]
    fact = facts[-1].get("persistence")
    return fact.put_back if isinstance(fact, PersistenceFact) else ""


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
    assert undone((action, *pages[:2]), (Reload(), *pages[1:])) == put_back


def test_only_the_step_before_the_reload_counts():
    moved, reloaded = (DRAG, board("a"), board("b")), (Reload(), board("b"), board("a"))
    assert undone(moved, (Click(ref="x"), board("b"), board("b")), reloaded) == ""
    assert undone(moved, (Wait(value="1"), board("b"), board("b")), reloaded) == "Soup"
