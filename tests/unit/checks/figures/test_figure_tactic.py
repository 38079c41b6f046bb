"""A reload that changed a figure is followed by another one: is that its value now?"""

from pytest_cookie.checks.figures.fact import FigureFact, RenewedFigure
from pytest_cookie.checks.figures.tactic import ReloadAgain
from pytest_cookie.core.action import Reload
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.agent_protocol import View
from tests.unit.exploration.pages import Desk, turn

RENEWED = FigureFact(renewed=(RenewedFigure(line="3 open", now="2 open"),))


def reload(fact: FigureFact | None = None) -> Step:
    return Step(
        index=1, thought="t", action=Reload(), change=Change(seen=True, facts={"figures": fact} if fact else {})
    )


def stored(last: Step) -> View:
    return Desk().view(last=last, stores=True)


def test_a_reload_that_changed_a_figure_is_followed_by_another():
    tactic = ReloadAgain()
    decision = tactic.propose(turn(stored(reload(RENEWED))))
    assert decision is not None
    assert decision.action.kind == "reload"
    assert "3 open" in decision.thought
    for fact in (None, FigureFact(kept=("3 open",))):
        assert tactic.propose(turn(stored(reload(fact)))) is None


def test_it_is_not_followed_for_ever():
    tactic = ReloadAgain()
    assert [tactic.propose(turn(stored(reload(RENEWED)))) is not None for _ in range(4)] == [True, True, False, False]


def test_after_the_reload_of_the_closing_round_the_page_is_given_time_to_count_up():
    tactic = ReloadAgain()
    found = [tactic.propose(turn(stored(reload(RENEWED)), phase="reloaded")) for _ in range(2)]
    assert [decision.action.kind for decision in found if decision] == ["reload", "wait"]
