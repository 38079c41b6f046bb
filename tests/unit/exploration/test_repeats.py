"""Steps that are repeated because they worked once: on synthetic views."""

import pytest

from pytest_cookie.core.action import Action, Click, new_action
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.crawler.repeats import Repeats, is_productive
from tests.change_lines import states
from tests.readings import readings
from tests.unit.exploration.pages import Desk, control, turn

COUNTED = Change(seen=True, vanished_text=("Total 1",), appeared_text=("Total 2",))
TICKED = Change(seen=True, states=states("Dark: checked no → yes"))


def pressed(ref: str, change: Change, *, role: str = "button", name: str = "", **fields) -> Step:
    shown = readings(fields.pop("words", ""))
    action = Click(ref=ref, target=name or ref, role=role, selector=f"#{ref}", **fields)
    return Step(index=1, thought="", action=action, change=change, readings=shown)


def again(repeats: Repeats, one, change: Change, *, room: int = 20, **fields) -> Action | None:
    last = pressed(one.ref, change, role=one.role, name=one.name, words=fields.get("words", ""))
    view = Desk().view(one, last=last, **fields)
    decision = repeats.propose(turn(view, room))
    return decision.action if decision else None


def test_a_clock_is_watched_paused_left_alone_and_resumed_once():
    repeats, began = Repeats(), Change(seen=True, motion="started")
    start = control("s", name="Pause")
    clock = ("Elapsed 00:01", "Elapsed 00:06", "Elapsed 00:06", "Elapsed 00:06", "Elapsed 00:06", "Elapsed 00:12")
    steps = [again(repeats, start, began, words=words) for words in clock]
    told = [step and (step.kind, step.value or step.ref) for step in steps]
    assert told == [("wait", "5000"), ("click", "s"), ("wait", "5000"), ("click", "s"), ("wait", "5000"), None]


def test_a_clock_with_a_button_for_each_is_paused_and_started_by_them():
    start, pause = control("s", name="Start"), control("p", name="Pause")
    repeats, change = Repeats(), Change(seen=True, shown=True, states=states("Pause: disabled yes → no"))
    steps = []
    for words in ("00:00", "00:05", "00:05", "00:05", "00:05"):
        view = Desk().view(start, pause, last=pressed("s", change, name="Start", words=words), words=words)
        steps.append(repeats.propose(turn(view, 20)).action)
    assert [(step.kind, step.ref) for step in steps] == [
        ("wait", ""), ("click", "p"), ("wait", ""), ("click", "s"), ("wait", ""),
    ]  # fmt: skip


def test_a_number_that_a_press_sets_going_is_watched_as_a_clock():
    repeats, start = Repeats(), control("s", name="Begin")
    assert again(repeats, start, Change(seen=True), words="Left 60") is None
    assert again(repeats, start, Change(seen=True, motion="started"), words="Left 59").value == "5000"
    assert again(Repeats(), start, Change(seen=True, motion="started"), words="A ball") is None


def test_a_game_is_paused_after_a_wait_in_which_a_number_moved():
    repeats, pause, resume = Repeats(), control("p", name="Pause"), control("r", name="Resume")
    shown = (("Left 60", "hold"), ("Left 58", "wait"), ("Left 58", "click"), ("Left 58", "wait"), ("Left 57", "click"))
    steps = []
    for words, kind in shown:
        done = Step(index=1, thought="", action=new_action(kind, value="1200"), readings=readings(words))
        steps.append(repeats.propose(turn(Desk().view(pause, resume, last=done, words=words), 20, is_played=True)))
    told = [step and (step.action.kind, step.action.ref) for step in steps]
    assert told == [None, ("click", "p"), ("wait", ""), ("click", "r"), ("wait", "")]


def test_what_tells_no_time_or_does_not_run_is_not_paused():
    began, start = Change(seen=True, motion="started"), control("s", name="Start")
    assert again(Repeats(), start, began, words="A ball") is None
    repeats = Repeats()
    assert again(repeats, start, began, words="Opens 09:00").kind == "wait"
    assert again(repeats, start, Change(), words="Opens 09:00") is None


def test_a_view_with_an_address_of_its_own_is_left_by_the_back_button():
    routed = Change(seen=True, url="http://artifact.localhost/#/about", appeared_text=("A",), vanished_text=("B",))
    repeats, link = Repeats(), control("a", "link", "About")
    assert again(repeats, link, routed).kind == "back"
    assert again(repeats, link, routed) is None


def test_tabs_and_opened_menus_are_moved_through_by_key():
    shown = Change(seen=True, appeared_text=("Panel",))
    assert again(Repeats(), control("t", "tab", "Two"), shown).value == "ArrowRight"
    opened = Change(seen=True, states=states("Actions: expanded no → yes"))
    menu, item = control("m", name="Actions", expanded=True), control("i", "menuitem", "Copy")
    view = Desk().view(menu, item, last=pressed("m", opened, name="Actions"))
    assert Repeats().propose(turn(view, 20)).action.value == "ArrowDown"


@pytest.mark.parametrize(
    ("step", "productive"),
    [
        (pressed("p", COUNTED), True),
        (pressed("d", TICKED, role="checkbox"), True),
        (pressed("p", COUNTED, purpose="destroy"), False),
        (pressed("p", COUNTED, name="Cancel"), False),
        (pressed("p", Change(seen=True, appeared_text=("Saved",))), False),
    ],
)
def test_what_leaves_something_behind(step, productive):
    assert is_productive(step) is productive
