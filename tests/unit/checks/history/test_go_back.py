"""The crawler leaves views by the browser's back button, and returns: on synthetic views."""

import pytest

from pytest_cookie.checks.history.fact import HistoryFact
from pytest_cookie.checks.history.tactic import GoBackAndForward
from pytest_cookie.core.action import Action, Back, Click, Forward
from pytest_cookie.core.trace import Change, Step
from tests.unit.exploration.pages import Desk, turn

ORIGIN = "http://artifact.localhost/"
EXCHANGED = Change(seen=True, appeared_text=("Bread",), vanished_text=("Soup",))


def went(*addresses: str, change: Change = EXCHANGED, room: int = 20, **fields) -> list[str]:
    """What it does after each click that leads to the next address, in a word."""
    tactic, kinds = GoBackAndForward(), []
    tactic.look(Desk().view(url=ORIGIN))
    for address in addresses:
        moved = change.model_copy(update={"url": ORIGIN + address})
        last = Step(index=1, thought="", action=Click(ref="a"), change=moved, **fields)
        view = Desk().view(url=ORIGIN + address, last=last)
        tactic.look(view)
        decision = tactic.propose(turn(view, room))
        kinds.append(decision.action.kind if decision else "")
    return kinds


def test_each_form_of_address_is_left_once_and_two_at_most():
    assert went("#/bread", "#/soup") == ["back", ""]
    assert went("#/bread", "?dish=soup", "?dish=soup#part") == ["back", "back", ""]


def test_a_filter_in_the_address_is_left():
    assert went("?dish=soup", change=Change(seen=True, vanished_text=("Bread",))) == ["back"]


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("bread.html", {}),  # another document
        ("#bread", {"change": EXCHANGED.model_copy(update={"scrolled_px": 400.0})}),
        ("#bread", {"change": Change(seen=True, appeared_text=("Bread",))}),
        ("#/bread", {"change": Change(seen=True)}),
        ("#/bread", {"room": 3}),
    ],
)
def test_what_is_not_left(address: str, fields: dict):
    assert went(address, **fields) == [""]


def after_back(fact: HistoryFact | None) -> Action | None:
    change = Change(url=ORIGIN, facts={"history": fact} if fact else {})
    view = Desk().view(last=Step(index=2, thought="", action=Back(), change=change))
    decision = GoBackAndForward().propose(turn(view, 5))
    return decision and decision.action


def test_a_view_that_stays_may_follow_late():
    kept = HistoryFact(left=ORIGIN + "#/bread", part="route", kept=("Bread",), missing=("Soup",))
    assert after_back(kept).kind == "wait"
    assert after_back(None) is None


def test_a_view_that_follows_is_returned_to_once():
    kept = HistoryFact(left=ORIGIN + "#/bread", part="route", kept=("Bread",), missing=("Soup",))
    tactic = GoBackAndForward()

    def proposed(action: Action, address: str, fact: HistoryFact | None = None, room: int = 20) -> str:
        change = EXCHANGED.model_copy(update={"url": ORIGIN + address, "facts": {"history": fact} if fact else {}})
        view = Desk().view(url=ORIGIN + address, last=Step(index=1, thought="", action=action, change=change))
        tactic.look(view)
        decision = tactic.propose(turn(view, room))
        return decision.action.kind if decision else ""

    tactic.look(Desk().view(url=ORIGIN))
    assert proposed(Click(ref="a"), "?dish=pie") == "back"
    assert proposed(Back(), "", kept) == "wait"
    assert proposed(Click(ref="a"), "#/bread") == "back"
    assert proposed(Back(), "") == "forward"
    assert proposed(Forward(), "#/bread") == ""
    assert proposed(Forward(), "#/bread", kept) == "wait"
    assert proposed(Back(), "") == "", "the crawler's own"
