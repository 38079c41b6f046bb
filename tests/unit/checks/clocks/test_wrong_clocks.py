"""Clocks that run, are paused and go on; in small traces."""

import pytest

from pytest_cookie.checks.clocks.judge import find_wrong_clocks
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.measures.response_time import measure_delays
from tests.readings import readings
from tests.unit.judging.evidence_builders import inventory, page_in_use, step, subject, trace


def told(*steps, **fields) -> list[str]:
    return [defect.title for defect in find_wrong_clocks(page_in_use(*steps, **fields))]


def at(seconds: float, *lines: str, **fields) -> dict:
    """The page's times and numbers after so many seconds, as a step records them."""
    return {"readings": readings(*lines), "read_ms": round(seconds * 1000), **fields}


def looked_at(old: str, new: str, **fields) -> list[str]:
    start = step(0, ref="b1", change=Change(seen=True, motion="started"), **at(1, old))
    change = Change(seen=True, vanished_text=(old,), appeared_text=(new,))
    return told(start, step(1, kind="wait", value="5000", change=change, **at(6.3, new)), **fields)


RIGHT_CLOCKS = [
    ("25:00", "24:55"),
    ("24:59", "24:54"),
    ("0:03", "0:08"),
    ("1:59:58", "2:00:03"),
    ("00:01.2", "00:06.6"),
    ("12 s", "17 s"),
    ("残り 30 秒", "残り 25 秒"),
    ("3,2 s", "8,7 s"),
    ("0:03", "0:00"),  # it came to its end
    ("09:00", "09:01"),  # hours and minutes
    ("08:00", "09:00"),  # a simulated day
    ("1 s ago", "11 s ago"),
    ("Avg. session 2:34", "Avg. session 2:37"),  # a dashboard in use
    ("Pace 5:32 /km", "Pace 5:29 /km"),
    ("Response time 1.2 s", "Response time 3.4 s"),
    ("平均 2:34", "平均 2:37"),
    ("12秒前", "22秒前"),
    ("12초 전", "22초 전"),
    ("3:2", "3:9"),  # a score
    ("4 seats", "40 seats"),
    ("Level 4", "Level 9"),
    ("Gold 10", "Gold 20"),
    ("3:37 / 3:40", "3:40 / 3:40"),  # a film at its end
]


def test_a_clock_that_keeps_time_or_is_none_is_let_be(subtests):
    for old, new in RIGHT_CLOCKS:
        with subtests.test(old=old):
            assert looked_at(old, new) == []


def test_a_clock_that_goes_on_to_its_next_phase_is_let_be():
    change = Change(seen=True, vanished_text=("00:05", "Get ready"), appeared_text=("00:20", "Work"))
    assert told(step(0, **at(1, "00:05")), step(1, kind="wait", change=change, **at(6.6, "00:20"))) == []


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("25:00", "24:50", "fast: it counts 10 s"),
        ("0:03", "0:05", "slowly: it counts 2 s"),
        ("00:01.2", "00:04.6", "slowly: it counts 3.4 s"),
        ("12 sec", "22 sec", "fast: it counts 10 s"),
        ("30秒", "28秒", "slowly: it counts 2 s"),
        ("1:59:58", "2:00:10", "fast: it counts 12 s"),
        ("当前 0:10", "当前 0:20", "fast: it counts 10 s"),
        ("Media 0:10", "Media 0:20", "fast: it counts 10 s"),
    ],
)
def test_a_clock_that_goes_wrong_is_told(old, new, wrong):
    assert looked_at(old, new) == [f"A clock runs too {wrong} in 5.3 s"]


def test_a_page_with_a_speed_of_its_own_promises_nothing():
    assert looked_at("0:03", "0:14", inventory=inventory("Simulation speed\n0:03")) == []
    assert looked_at("0:03", "0:14", inventory=inventory("2x\n0:03")) == []


def test_each_of_two_clocks_is_followed_by_the_words_around_it():
    first = step(0, **at(1, "Work 0:10", "Rest 0:20"))
    then = step(1, kind="wait", change=Change(), **at(6.3, "Work 0:15", "Rest 0:30"))
    assert told(first, then) == ["A clock runs too fast: it counts 10 s in 5.3 s"]


def test_a_page_that_is_loaded_anew_begins_anew():
    assert told(step(0, **at(1, "0:10")), step(1, kind="reload", **at(6, "0:30"))) == []


def paused(*shown: str, name: str = "Pause", motion: str = "") -> list[str]:
    """A clock is watched, a button is pressed, and it is watched again."""
    before, watched, pressed, after = (lines.split("\n") for lines in shown)
    steps = (
        step(0, **at(1, *before)),
        step(1, kind="wait", **at(6, *watched)),
        step(2, ref="b1", target=name, change=Change(seen=True, motion=motion), **at(7, *pressed)),
        step(3, kind="wait", **at(12, *after)),
    )
    return told(*steps)


def test_a_pause_after_which_time_goes_on_is_told():
    assert paused("01:00", "00:55", "00:54", "00:49") == ["Button “Pause” does not stop the clock"]
    assert paused("Left 60", "Left 55", "Left 54", "Left 49") == ["Button “Pause” does not stop the clock"]
    assert paused("01:00", "00:55", "00:54", "00:49", name="Lap") == []
    assert paused("01:00", "00:55", "00:54", "00:54") == []
    assert paused("01:00", "01:00", "00:59", "00:54") == []  # it stood before, and the press let it go on
    assert paused("Items 3", "Items 3", "Items 4", "Items 9") == []


@pytest.mark.parametrize(
    "lines",
    [
        ("Now 14:05:10", "Now 14:05:15", "Now 14:05:16", "Now 14:05:21"),  # the time of day
        ("Sale ends in 05:12:33", "Sale ends in 05:12:28", "Sale ends in 05:12:27", "Sale ends in 05:12:22"),
        (
            "Day 0:30\nWork 4:30",
            "Day 0:35\nWork 4:25",
            "Day 0:36\nWork 4:24",
            "Day 0:41\nWork 4:24",
        ),  # another one stops
    ],
)
def test_a_pause_is_not_for_every_clock(lines):
    assert paused(*lines) == []


@pytest.mark.parametrize(
    "name", ["Pause slideshow", "Stop animations", "Pause live updates", "Musik stopp", "暂停轮播"]
)
def test_a_pause_of_something_else_lets_time_go_on(name):
    assert paused("01:00", "00:55", "00:54", "00:49", name=name) == []


def test_a_count_to_the_next_round_begins_again():
    """It refreshes every eight seconds."""
    shown = ["Next update in 5 s", "Next update in 2 s", "Next update in 5 s", "Next update in 4 s"]
    times, kinds = (1, 4, 9.2, 10.2), ("look", "scroll", "wait", "scroll")
    steps = [step(n, kind=kinds[n], **at(times[n], shown[n])) for n in range(4)]
    assert told(*steps) == []


def test_a_clock_may_wait_for_a_signal():
    start = step(0, ref="b1", change=Change(seen=True), **at(1, "0:00"))
    counted = Change(seen=True, vanished_text=("0:00", "3"), appeared_text=("0:02",))
    assert told(start, step(1, kind="wait", change=counted, **at(6.3, "0:02"))) == []
    running = step(1, kind="scroll", **at(3, "0:01"))
    slow = Change(seen=True, vanished_text=("0:01", "3"), appeared_text=("0:03",))
    assert len(told(start, running, step(2, kind="wait", change=slow, **at(8.3, "0:03")))) == 1


def test_a_clock_that_was_started_is_no_late_answer():
    began = Change(seen=True, latency_ms=1_000, appeared_text=("Working since 1 minute",))
    assert measure_delays(page_in_use(step(0, ref="b1", change=began)))
    began = began.model_copy(update={"motion": "started"})
    assert measure_delays(page_in_use(step(0, ref="b1", change=began))) == []


def resumed(*shown: str, same_button: bool = True, pause: float = 5.5, says: str = "") -> list[str]:
    """Titles of findings on a clock that shows this: at first, paused, and 1.5 s after it was resumed."""
    earlier, before, after = shown
    steps = (
        step(0, kind="wait", **at(1, earlier)),
        step(1, ref="b1", change=Change(seen=True), **at(2, before)),
        step(2, kind="wait", **at(2 + pause, before)),
        step(3, ref="b1" if same_button else "b2", change=Change(seen=True), **at(3.5 + pause, after)),
        step(4, kind="scroll", **at(3.6 + pause, after)),
    )
    return told(*steps, inventory=inventory(text=says))


@pytest.mark.parametrize(
    ("earlier", "before", "after", "fields"),
    [
        ("24:58", "24:53", "24:52", {}),
        ("00:02", "00:07", "00:08", {}),
        ("24:58", "24:53", "24:47", {"pause": 2}),  # too short to measure
        ("24:58", "24:53", "24:47", {"same_button": False}),  # another button, such as one for a shorter time
        ("24:58", "24:53", "05:00", {}),  # set to another time
        ("00:02", "00:06", "00:00", {}),  # reset: it goes up and is at its start again
        ("24:54", "24:53", "25:00", {}),
        ("14:05:02", "14:05:07", "14:05:13", {}),  # the time of the last update
        ("00:02", "00:07", "00:13", {"says": "Speed: 2×"}),  # users choose how fast time goes
    ],
)
def test_a_clock_that_goes_on_from_its_pause_is_let_be(earlier, before, after, fields):
    assert resumed(earlier, before, after, **fields) == []


@pytest.mark.parametrize(
    ("earlier", "before", "after"),
    [("24:58", "24:53", "24:47"), ("00:02", "00:07", "00:13"), ("7 s", "12 s", "18 s")],
)
def test_a_clock_that_counts_its_pause_is_told(earlier, before, after):
    (title,) = resumed(earlier, before, after)
    assert "jump by the time of the pause" in title


def test_a_pause_by_key_is_one_as_well():
    def steps(*, key: str = "p"):
        return (
            step(0, kind="wait", **at(1, "Left 58")),
            step(1, kind="press", value="p", **at(2, "Left 57")),
            step(2, kind="wait", **at(6, "Left 57")),
            step(3, kind="press", value=key, **at(7, "Left 52")),
            step(4, kind="wait", **at(9, "Left 50")),
        )

    assert told(*steps()) == ["Key “p” makes the clock jump by the time of the pause"]
    assert told(*steps(key="r")) == []


HELP = "Arrow keys move. P pauses the game."
RUNS = ("0:03", "0:04", "0:05", "0:06")


def paused_by_key(*after: str, key="p", says=HELP, answer=(), shown=RUNS, motion="", kind="press") -> list[str]:
    """Titles of findings on a clock that shows this while keys are held, and then 0.3 s and 4.4 s after a key."""
    play = [step(n, kind="hold", value="ArrowUp:600", **at(1.04 * n, text)) for n, text in enumerate(shown)]
    change = Change(seen=True, appeared_text=answer, motion=motion)
    pause = step(len(shown), kind=kind, value=key, change=change, **at(3.4, after[0]))
    wait = step(len(shown) + 1, kind="wait", value="4000", **at(7.8, after[1]))
    return told(*play, pause, wait, inventory=inventory(says))


def test_a_key_that_pauses_stops_the_clock(subtests):
    run_on, stands = ("0:06", "0:10"), ("0:06", "0:06")
    cases = [
        (run_on, {}, 1),
        (run_on, {"key": "Space", "says": "Space to pause"}, 1),
        (run_on, {"key": "Escape", "says": "", "answer": ("Paused",)}, 1),
        (run_on, {"says": "", "answer": ("游戏已暂停",)}, 1),
        (run_on, {"motion": "stopped"}, 1),
        (stands, {}, 0),
        (run_on, {"key": "r"}, 0),
        (run_on, {"key": "Enter", "answer": ("Press P to pause",)}, 0),
        (run_on, {"answer": ("Music paused",), "says": ""}, 0),
        (run_on, {"shown": ("0:05", "0:05", "0:05", "0:05")}, 0),  # the key sets it going: a break has a clock
        (run_on, {"kind": "hold", "key": "p:600"}, 0),
        (("10:00:06", "10:00:10"), {"shown": ("10:00:03", "10:00:04", "10:00:05", "10:00:06")}, 0),  # the time of day
    ]
    for after, fields, count in cases:
        with subtests.test(after=after, **fields):
            found = paused_by_key(*after, **fields)
            assert [title.endswith("does not stop the clock") for title in found] == [True] * count


def test_a_page_that_breaks_down_has_no_clocks():
    start = step(0, ref="b1", change=Change(seen=True, motion="started"), **at(1, "25:00"))
    then = step(1, kind="wait", value="5000", change=Change(seen=True), **at(6.3, "24:50"))
    assert told(start, then)
    assert find_wrong_clocks(subject(trace=trace(start, then, stopped="crashed"))) == []
