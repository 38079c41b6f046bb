"""The crawler searches again, for a word of the list and for one that nothing has."""

from pytest_cookie.checks.narrowing.fact import NONSENSE, NarrowingFact
from pytest_cookie.checks.narrowing.tactic import SearchAgain
from pytest_cookie.core.action import Action, Press, Select
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Change, Step
from tests.unit.checks.narrowing.searches import WAIT, typed
from tests.unit.exploration.pages import Desk, control, turn

WORD = "Weeping"


def told(query: str = "", left: int = 4, **fields) -> NarrowingFact:
    return NarrowingFact(run=len(query) + 1, query=query, listed=4, left=left, words=(WORD,), **fields)


def hit(query: str) -> NarrowingFact:
    return told(query, 1, matching=("Field maple",))


def miss(query: str) -> NarrowingFact:
    return told(query, 0, matching=("Field maple",), lost=("Field maple",))


def proposed(
    *steps: tuple[Action, NarrowingFact | None], room: int = 20, controls: tuple[Control, ...] = (), **fields
) -> list[tuple[str, str]]:
    """What it proposes after each step: the kind and value of the action."""
    tactic, found = SearchAgain(), []
    for action, fact in steps:
        change = Change(facts={"narrowing": fact} if fact else {})
        field = control("q", "searchbox", value=action.value if action.kind == "type" else fields.get("value", ""))
        last = Step(index=1, thought="", action=action, change=change)
        view = Desk().view(field, *controls, last=last)
        tactic.look(view)
        decision = tactic.propose(turn(view, room))
        found.append((decision.action.kind, decision.action.value) if decision else ("", ""))
    return found


FIRST = [(typed("maple"), hit("maple")), (typed(""), told())]


def test_after_a_search_that_finds_something_it_types_nonsense_and_empties_the_field():
    steps = [*FIRST, (typed(NONSENSE), told(NONSENSE, 0)), (typed(""), told())]
    assert proposed(*steps) == [("", ""), ("type", NONSENSE), ("clear", ""), ("", "")]
    assert proposed(*steps, *FIRST)[-1] == ("", "")  # once


def test_it_goes_on_as_well_after_other_filters_were_tried_meanwhile():
    choice = (Select(ref="s", value="Shade"), None)
    assert proposed((typed("maple"), hit("maple")), choice, (typed(""), None))[-1] == ("type", NONSENSE)
    assert proposed((typed("maple"), None), choice, (typed(""), None))[-1] == ("", "")


def test_after_one_that_finds_nothing_it_types_a_word_of_the_list():
    steps = [(typed("notes"), told("notes", 0)), (typed(""), told())]
    found = [(typed(WORD), hit(WORD)), (typed(NONSENSE), told(NONSENSE, 0)), (typed(""), told())]
    assert proposed(*steps, *found)[1:] == [("type", WORD), ("type", NONSENSE), ("clear", ""), ("", "")]
    assert proposed(*steps, (typed(WORD), miss(WORD)))[-1] == ("clear", "")


def test_a_list_that_follows_enter_gets_enter_after_each_text():
    enter = Press(ref="q", value="Enter")
    steps = [(typed("maple"), None), (enter, hit("maple")), (typed(""), None), (enter, told())]
    mine = [(typed(NONSENSE), None), (enter.model_copy(), told(NONSENSE, 0))]
    assert proposed(*steps) == [("", ""), ("", ""), ("press", "Enter"), ("type", NONSENSE)]
    assert proposed(*steps, *mine, value=NONSENSE)[-2:] == [("press", "Enter"), ("clear", "")]


def test_what_may_come_late_is_waited_for_once():
    cut = told(left=1)
    steps = [(typed("maple"), hit("maple")), (typed(""), cut), (WAIT, cut)]
    assert proposed(*steps)[1:] == [("wait", "1500"), ("type", NONSENSE)]


def test_nothing_is_proposed_without_room_or_for_a_field_that_narrows_nothing():
    assert proposed(*FIRST, room=3)[-1] == ("", "")
    assert proposed((typed("maple"), None), (typed(""), None)) == [("", ""), ("", "")]
