"""What a restart leaves as it was."""

import pytest

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.restart.fact import RestartFact
from pytest_cookie.checks.restart.watch import RestartWatch
from pytest_cookie.core.action import Action, Click, Hold, Reload, Type, Wait
from pytest_cookie.exploration.watch import Act
from tests.unit.exploration.pages import observation, text

ANSWER, AGAIN = Click(ref="a", target="Paris"), Click(ref="r", target="Play again")
QUESTION, END = "Which town is this?", "Well done!"


def page(*lines: str) -> Observation:
    return observation(elements={f"p{line}": text(line) for line in lines}, words="\n".join(lines))


def facts(*steps: tuple[Action | None, Observation]) -> list[RestartFact | None]:
    """The facts of steps: an action and the page after it. The first page has no action."""
    watch, found, before = RestartWatch(), [], steps[0][1]
    for action, after in steps[1:]:
        found.append(watch.compare(Act(action or Wait(), before, after)))
        before = after
    return found


def game(*lines: str, action: Action = ANSWER, again: Action = AGAIN) -> RestartFact | None:
    """The fact of a restart after two answers: the lines of the page after it."""
    first, second = page(QUESTION, "Score: 0", "Moves: 0"), page("And this?", "Score: 10", "Moves: 1")
    return facts((None, first), (action, second), (action, page(END, "Score: 20", "Moves: 2")), (again, page(*lines)))[
        -1
    ]


def kept(fact: RestartFact | None) -> list[tuple[str, str]]:
    return [(one.line, one.start) for one in fact.kept] if fact else []


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([QUESTION, "Score: 0", "Moves: 0"], []),
        ([QUESTION, "Score: 20", "Moves: 0"], [("Score: 20", "Score: 0")]),
        ([QUESTION, "Score: 20", "Moves: 2"], [("Score: 20", "Score: 0"), ("Moves: 2", "Moves: 0")]),
        ([QUESTION, "Score: 0", "Moves: 3"], []),  # it goes on by itself
        ([END, "Score: 20", "Moves: 2"], None),  # nothing began anew
    ],
)
def test_figures_that_stay_are_told_where_something_begins_anew(lines: list[str], told: list | None):
    fact = game(*lines)
    assert (kept(fact) if fact else None) == told


@pytest.mark.parametrize("label", ["Best score", "最高分", "Siege", "Nivel", "총점"])
def test_a_record_outlasts_a_restart(label: str):
    steps = [page(*lines, f"{label}: {value}") for value, lines in enumerate(([QUESTION], ["And this?"], [END]))]
    again = page(QUESTION, f"{label}: 2")
    assert kept(facts((None, steps[0]), (ANSWER, steps[1]), (ANSWER, steps[2]), (AGAIN, again))[-1]) == []


def test_a_tally_changes_once_in_a_game_and_may_stay():
    round_one, ended = page(QUESTION, "You: 0"), page(END, "You: 1")
    again = page(QUESTION, "You: 1")
    found = facts((None, round_one), (ANSWER, ended), (AGAIN, again), (ANSWER, page(END, "You: 2")), (AGAIN, again))
    assert [kept(fact) for fact in found] == [[]] * 4


@pytest.mark.parametrize(
    "action",
    [
        Type(ref="n", value="7"),
        Hold(ref="n", role="slider", value="ArrowRight:800"),
        *(Click(ref="n", role="button", target=name) for name in ("+", "−", "Increase board", "Mehr Karten", "增加")),
    ],
)
def test_a_setting_may_stay(action: Action):
    assert kept(game(QUESTION, "Score: 20", "Moves: 2", action=action)) == []


def test_what_keys_and_cards_change_is_no_setting():
    for action in (Hold(value="ArrowRight:600"), Click(ref="n", role="button", target="?")):
        assert len(kept(game(QUESTION, "Score: 20", "Moves: 2", action=action))) == 2


@pytest.mark.parametrize("name", ["New round", "Next level", "重新加载", "Refresh"])
def test_what_begins_a_part_only_is_no_restart(name: str):
    fact = game(QUESTION, "Score: 20", "Moves: 2", again=Click(ref="r", target=name))
    assert fact is None or name == "重新加载"


def test_figures_that_appear_with_the_start_begin_there():
    start, begun = Click(ref="s", target="Start quiz"), page(QUESTION, "Score: 0")
    steps = [(None, page("A quiz")), (start, begun), (ANSWER, page("And this?", "Score: 10"))]
    end = [(ANSWER, page(END, "Score: 20")), (AGAIN, page("A quiz", "Score: 20"))]
    assert kept(facts(*steps, *end)[-1]) == [("Score: 20", "Score: 0")]


def test_a_wait_tells_what_follows_late():
    steps = [(None, page(QUESTION, "Score: 0")), (ANSWER, page("And this?", "Score: 10"))]
    steps += [(ANSWER, page(END, "Score: 20")), (AGAIN, page(QUESTION, "Score: 20"))]
    wait = Wait(value="1500")
    assert kept(facts(*steps, (wait, page(QUESTION, "Score: 0")))[-1]) == []
    assert kept(facts(*steps, (wait, page(QUESTION, "Score: 20")))[-1]) == [("Score: 20", "Score: 0")]


def test_a_reload_is_another_start():
    steps = [(None, page(QUESTION, "Coins x 0")), (ANSWER, page("And this?", "Coins x 7"))]
    reloaded = [(Reload(), page(QUESTION, "Coins x 7")), (AGAIN, page(QUESTION, "Coins x 7"))]
    assert facts(*steps, *reloaded)[-1] is None
