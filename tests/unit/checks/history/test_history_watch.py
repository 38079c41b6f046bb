"""What a step back in the history leaves as it was."""

import pytest

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.history.fact import HistoryFact
from pytest_cookie.checks.history.watch import HistoryWatch
from pytest_cookie.core.action import Back, Click, Forward, Reload, Wait
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.watch import Act
from tests.unit.exploration.pages import observation, text

ORIGIN = "http://artifact.localhost/"
SOUP = ("Recipes", "Soup", "Boil the leeks for twenty minutes.")
BREAD = ("Recipes", "Bread", "Let the dough rest over night.")
CLICK, BACK = Click(ref="a"), Back()


def page(address: str, *lines: str, **elements: str) -> Observation:
    found = {f"p{number}": text(line) for number, line in enumerate(lines)}
    return observation(elements=found | {path: text(line) for path, line in elements.items()}, url=ORIGIN + address)


def facts(*steps, quiet: frozenset[str] = frozenset()) -> list[HistoryFact | None]:
    """The facts of steps: an action and the page after it. The first page has no action."""
    watch, found, before = HistoryWatch(), [], steps[0][1]
    for action, after in steps[1:]:
        found.append(watch.compare(Act(action, before, after, BackgroundChanges(elements=quiet))))
        before = after
    return found


@pytest.mark.parametrize(
    ("first", "second", "part"),
    [
        ("", "#/bread", "route"),
        ("#!soup", "#!bread", "route"),
        ("", "?dish=bread", "query"),
        ("soup", "bread", "document"),
        ("#soup", "#bread", "fragment"),
    ],
)
def test_an_address_that_changes_without_its_view_is_told(first: str, second: str, part: str):
    on, back = facts((None, page(first, *SOUP)), (CLICK, page(second, *BREAD)), (BACK, page(first, *BREAD)))
    assert on is None
    assert (back.part, back.left) == (part, ORIGIN + second)
    assert back.kept == ("Let the dough rest over night.", "Bread")
    assert "Soup" in back.missing


def test_a_view_that_vanishes_without_another_is_told():
    steps = ((None, page("", *SOUP)), (CLICK, page("#/bread", *BREAD)), (BACK, page("", "Recipes")))
    fact = facts(*steps)[-1]
    assert (fact.kept, fact.is_empty) == ((), True)
    assert "Soup" in fact.missing


def test_a_filter_that_stays_is_told():
    many = ("Recipes", "Soup", "Cake", "Bread", "Pie")
    fact = facts((None, page("", *many)), (CLICK, page("?dish=soup", *many[:2])), (BACK, page("", *many[:2])))[-1]
    assert (fact.part, fact.kept, fact.missing) == ("query", (), ("Bread", "Cake", "Pie"))


MENU = ("Recipes", "Soup", "Boil the leeks for twenty minutes.", "Bread", "Let the dough rest over night.")


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([page("", *SOUP), page("#/bread", *BREAD), page("", *SOUP)], id="the view comes back"),
        pytest.param([page("", *SOUP), page("#/bread", *BREAD), page("", "Recipes", "Cake")], id="another view"),
        pytest.param([page("", *SOUP), page("#/bread", *BREAD), page("", "Recipes", "…")], id="it loads"),
        pytest.param([page("a", *SOUP), page("b", *BREAD), page("a", "Recipes")], id="another document may load"),
        pytest.param([page("", *MENU), page("#bread", *MENU), page("", *MENU)], id="a section of the page"),
        pytest.param([page("", *SOUP), page("#all", *MENU), page("", *MENU)], id="a part that stays unfolded"),
        pytest.param([page("", *MENU), page("?dish=soup", *SOUP), page("", *MENU)], id="a filter that is undone"),
        pytest.param([page("", *SOUP), page("?sort=up", *SOUP[::-1]), page("", *SOUP)], id="another order"),
        pytest.param([page("", *SOUP), page("#", *BREAD), page("", *BREAD)], id="a link to # is a button"),
        pytest.param([page("#/bread", *SOUP), page("#/bread", *BREAD), page("#/bread", *BREAD)], id="same address"),
        pytest.param([page("", *SOUP, "1 new"), page("#/a", *SOUP, "2 new"), page("", *SOUP, "2 new")], id="a count"),
        pytest.param([page("#/other", *SOUP), page("#/bread", *BREAD), page("#/new", *BREAD)], id="never seen"),
    ],
)
def test_what_is_no_kept_view(steps: list[Observation]):
    first, second, third = steps
    assert facts((None, first), (CLICK, second), (BACK, third)) == [None, None]


def test_only_a_step_back_is_compared_and_the_latest_view_of_an_address_counts():
    first, second = page("#/dish", *SOUP), page("#/more", *BREAD)
    assert facts((None, first), (CLICK, second), (Reload(), page("#/dish", *BREAD))) == [None, None]
    filtered = page("#/dish", *BREAD)
    assert facts((None, first), (CLICK, filtered), (CLICK, second), (BACK, filtered)) == [None, None, None]


def test_texts_that_change_by_themselves_do_not_count():
    steps = [("", "12:01:07"), ("#/bread", "12:01:08"), ("", "12:01:09")]
    (_, first), (_, second), (_, third) = [
        (None, page(address, *(BREAD if place else SOUP), clock=time)) for place, (address, time) in enumerate(steps)
    ]
    assert facts((None, first), (CLICK, second), (BACK, third), quiet=frozenset({"clock"}))[-1].kept


def test_a_view_is_looked_at_again_after_a_wait():
    steps = [(None, page("", *SOUP)), (CLICK, page("#/bread", *BREAD)), (BACK, page("", *BREAD))]
    told = facts(*steps)[-1]
    for lines, fact in ((BREAD, told), (SOUP, None)):
        assert facts(*steps, (Wait(value="900"), page("", *lines)))[-2:] == [told, fact]


def test_a_step_forward_that_keeps_the_view_is_told():
    steps = [(None, page("", *SOUP)), (CLICK, page("#/bread", *BREAD)), (BACK, page("", *SOUP))]
    fact = facts(*steps, (Forward(), page("#/bread", *SOUP)))[-1]
    assert (fact.left, fact.part, fact.is_empty) == (ORIGIN, "route", False)
    assert ("Soup" in fact.kept, "Bread" in fact.missing) == (True, True)
    assert facts(*steps, (Forward(), page("#/bread", *BREAD)))[-1] is None
