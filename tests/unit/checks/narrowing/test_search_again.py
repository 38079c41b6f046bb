"""The crawler searches again, for words of the list and for one that nothing has."""

from pytest_cookie.checks.narrowing.fact import NONSENSE, NarrowingFact
from pytest_cookie.checks.narrowing.tactic import SearchAgain
from pytest_cookie.core.action import Action, Click, Press, Select
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Change, Step
from tests.unit.checks.narrowing.searches import WAIT, typed
from tests.unit.exploration.pages import Desk, control, turn

WORDS = ("Weeping", "Field maple")


def told(query: str = "", left: int = 4, **fields) -> NarrowingFact:
    return NarrowingFact(run=len(query) + 1, query=query, listed=4, left=left, words=WORDS, **fields)


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


def test_after_one_that_finds_nothing_it_types_words_of_the_list():
    other = (typed("notes"), told("notes", 0))
    steps = [other, (typed(""), told()), (typed(WORDS[0]), miss(WORDS[0]))]
    assert proposed(*steps)[1:] == [("type", WORDS[0]), ("wait", "1500")]
    second = [(typed(WORDS[1]), hit(WORDS[1])), (typed(NONSENSE), told(NONSENSE, 0)), (typed(""), told())]
    found = proposed(other, (typed(""), told()), (typed(WORDS[0]), told(WORDS[0], 0)), *second)
    assert found[1:] == [("type", WORDS[0]), ("type", WORDS[1]), ("type", NONSENSE), ("clear", ""), ("", "")]
    never = [(typed(word), told(word, 0)) for word in WORDS]
    assert proposed(other, (typed(""), told()), *never)[-1] == ("clear", "")


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


def test_from_a_later_page_it_looks_whether_the_result_is_on_the_page_before():
    gone = told("Silver birch", 0, elsewhere="Silver birch")
    for name, action in (("Previous", "click"), ("1", "click"), ("2", ""), ("Sort", "")):
        assert proposed((typed("Silver birch"), gone), controls=(control("b", name=name),))[0][0] == action, name


def test_nothing_is_proposed_without_room_or_for_a_field_that_narrows_nothing():
    assert proposed(*FIRST, room=3)[-1] == ("", "")
    assert proposed((typed("maple"), None), (typed(""), None)) == [("", ""), ("", "")]


def test_from_a_later_page_it_searches_for_an_entry_of_the_page_before_once():
    turned = NarrowingFact(run=0, listed=4, left=0, came=4, words=("Silver birch",))
    onward, gone = Click(ref="next", target="Next"), told("Silver birch", 0, elsewhere="Silver birch", came=1)
    back, found = control("b", name="Previous"), told("Silver birch", 0, came=1)
    steps = [(onward, turned), (typed("Silver birch"), gone), (Click(ref="b"), found), (typed(""), told())]
    kinds = [("type", "Silver birch"), ("click", ""), ("clear", ""), ("", "")]
    assert proposed(*FIRST, *steps, (onward, turned), controls=(back,), value="Silver birch")[2:] == [*kinds, ("", "")]
    assert proposed(*FIRST, steps[0], (typed("Silver birch"), hit("Silver birch")))[-1] == ("clear", "")
