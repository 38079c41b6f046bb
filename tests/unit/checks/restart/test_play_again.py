"""The crawler restarts a page that it used, and uses it again."""

from pytest_cookie.checks.restart.fact import KeptFigure, RestartFact
from pytest_cookie.checks.restart.tactic import make_tactics
from pytest_cookie.core.action import Wait
from pytest_cookie.core.page import Box, Canvas
from pytest_cookie.core.trace import Change, Step
from tests.unit.exploration.pages import Desk, case, control, pressed, turn

SCORED = Change(seen=True, appeared_text=("Score: 10",), vanished_text=("Score: 0",))
BEGUN = Change(seen=True, facts={"restart": RestartFact(back="Moves: 0")})
CARDS = (control("one"), control("two"), control("three"))
RESTART = control("again", name="Restart", kind="restart")


def proposed(*steps: Step, room: int = 20, controls=(*CARDS, RESTART), domain: str = "games", **fields) -> list[str]:
    """What the tactics propose after each step: the ref of the control or the kind of action."""
    tactics, found = make_tactics(), []
    for last in steps:
        view = Desk().view(*controls, last=last, **fields)
        for tactic in tactics:
            tactic.look(view)
        asked = (tactic.propose(turn(view, room, of=case(domain=domain), is_played=True)) for tactic in tactics)
        decision = next((one for one in asked if one), None)
        found.append((decision.action.ref or decision.action.kind) if decision else "")
    return found


PLAYED = [pressed("one", SCORED), pressed("two", SCORED)]


def waited() -> Step:
    return pressed("", Change()).model_copy(update={"action": Wait(value="4000")})


def test_a_page_with_changed_figures_is_restarted_once():
    assert proposed(*PLAYED, pressed("three", SCORED)) == ["", "again", ""]
    assert proposed(PLAYED[0], pressed("two", Change(seen=True))) == ["", ""]
    assert proposed(*PLAYED, controls=(*CARDS, control("again", name="New round"))) == ["", ""]
    assert proposed(*PLAYED, room=3) == ["", ""]


def test_only_games_are_reset():
    reset = (*CARDS, control("again", name="Reset"))
    assert proposed(*PLAYED, controls=reset)[-1] == "again"
    assert proposed(*PLAYED, controls=reset, domain="utilities")[-1] == ""
    assert proposed(*PLAYED, domain="utilities")[-1] == "again"


def test_after_a_restart_the_first_controls_are_pressed_until_one_answers():
    begun = [*PLAYED, pressed("again", BEGUN, name="Restart")]
    assert proposed(*begun)[-1] == "one"
    assert proposed(*begun, pressed("one", Change(seen=True)))[-1] == ""
    silent = [*begun, pressed("one", Change()), waited(), pressed("two", Change())]
    assert proposed(*silent)[-4:] == ["one", "wait", "two", ""]
    assert proposed(*silent[:-1], controls=(CARDS[0], CARDS[2]))[-1] == "three"  # of the same kind
    assert proposed(*silent[:-1], controls=(CARDS[0],))[-1] == "one"


def test_what_is_not_there_or_disabled_is_left_out():
    begun = [*PLAYED, pressed("again", BEGUN, name="Restart")]
    assert proposed(*begun, controls=(control("one", disabled=True), CARDS[1], RESTART))[-1] == "two"
    canvas = Canvas(selector="canvas", box=Box(x=0, y=0, width=600, height=400))
    assert proposed(*begun, canvases=(canvas,))[-1] == ""


def test_figures_that_stay_are_waited_for_first():
    fact = RestartFact(back="Moves: 0", kept=(KeptFigure(line="Score: 20", start="Score: 0"),))
    stays = pressed("again", Change(seen=True, facts={"restart": fact}), name="Restart")
    assert proposed(*PLAYED, stays, waited())[-2:] == ["wait", "one"]
