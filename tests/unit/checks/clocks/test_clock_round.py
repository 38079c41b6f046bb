"""The crawler runs, pauses and resumes a clock, on synthetic views."""

from pytest_cookie.checks.clocks.tactic import ClockRound
from pytest_cookie.core.action import Action, Click, new_action
from pytest_cookie.core.trace import Change, Step
from tests.change_lines import states
from tests.readings import readings
from tests.unit.exploration.pages import Desk, control, turn


def pressed(ref: str, change: Change, *, role: str = "button", name: str = "", **fields) -> Step:
    shown = readings(fields.pop("words", ""))
    action = Click(ref=ref, target=name or ref, role=role, selector=f"#{ref}", **fields)
    return Step(index=1, thought="", action=action, change=change, readings=shown)


def again(clock_round: ClockRound, one, change: Change, *, room: int = 20, **fields) -> Action | None:
    last = pressed(one.ref, change, role=one.role, name=one.name, words=fields.get("words", ""))
    view = Desk().view(one, last=last, **fields)
    decision = clock_round.propose(turn(view, room))
    return decision.action if decision else None


def test_a_clock_is_watched_paused_left_alone_and_resumed_once():
    clock_round, began = ClockRound(), Change(seen=True, motion="started")
    start = control("s", name="Pause")
    clock = ("Elapsed 00:01", "Elapsed 00:06", "Elapsed 00:06", "Elapsed 00:06", "Elapsed 00:06", "Elapsed 00:12")
    steps = [again(clock_round, start, began, words=words) for words in clock]
    told = [step and (step.kind, step.value or step.ref) for step in steps]
    assert told == [("wait", "5000"), ("click", "s"), ("wait", "5000"), ("click", "s"), ("wait", "5000"), None]


def test_a_clock_with_a_button_for_each_is_paused_and_started_by_them():
    start, pause = control("s", name="Start"), control("p", name="Pause")
    clock_round, change = ClockRound(), Change(seen=True, shown=True, states=states("Pause: disabled yes → no"))
    steps = []
    for words in ("00:00", "00:05", "00:05", "00:05", "00:05"):
        view = Desk().view(start, pause, last=pressed("s", change, name="Start", words=words), words=words)
        steps.append(clock_round.propose(turn(view, 20)).action)
    assert [(step.kind, step.ref) for step in steps] == [
        ("wait", ""), ("click", "p"), ("wait", ""), ("click", "s"), ("wait", ""),
    ]  # fmt: skip


def test_a_clock_without_a_button_is_paused_by_the_key_that_the_page_names():
    clock_round, began = ClockRound(), Change(seen=True, motion="started", shown=True)
    start, steps = control("s", name="Lap"), []
    for clock in ("00:01", "00:06", "00:06", "00:06", "00:06"):
        words = f"Elapsed {clock}\nPress Space to pause"
        view = Desk().view(start, last=pressed("s", began, name="Start", words=words), words=words)
        steps.append(clock_round.propose(turn(view, 20)).action)
    assert [(step.kind, step.value) for step in steps[1:4:2]] == [("press", "Space")] * 2
    assert [step.kind for step in steps] == ["wait", "press", "wait", "press", "wait"]


def test_a_number_that_a_press_sets_going_is_watched_as_a_clock():
    clock_round, start = ClockRound(), control("s", name="Begin")
    assert again(clock_round, start, Change(seen=True), words="Left 60") is None
    assert again(clock_round, start, Change(seen=True, motion="started"), words="Left 59").value == "5000"
    assert again(ClockRound(), start, Change(seen=True, motion="started"), words="A ball") is None


def test_a_game_is_paused_after_a_wait_in_which_a_number_moved():
    clock_round, pause, resume = ClockRound(), control("p", name="Pause"), control("r", name="Resume")
    shown = (("Left 60", "hold"), ("Left 58", "wait"), ("Left 58", "click"), ("Left 58", "wait"), ("Left 57", "click"))
    steps = []
    for words, kind in shown:
        done = Step(index=1, thought="", action=new_action(kind, value="1200"), readings=readings(words))
        steps.append(clock_round.propose(turn(Desk().view(pause, resume, last=done, words=words), 20, is_played=True)))
    told = [step and (step.action.kind, step.action.ref) for step in steps]
    assert told == [None, ("click", "p"), ("wait", ""), ("click", "r"), ("wait", "")]


def test_what_tells_no_time_or_does_not_run_is_not_paused():
    began, start = Change(seen=True, motion="started"), control("s", name="Start")
    assert again(ClockRound(), start, began, words="A ball") is None
    clock_round = ClockRound()
    assert again(clock_round, start, began, words="Opens 09:00").kind == "wait"
    assert again(clock_round, start, Change(), words="Opens 09:00") is None
