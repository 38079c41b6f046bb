"""Progress as text at several widths, and the estimate of the remaining time."""

import pytest

from pytest_cookie.reporting.progress import (
    ModelCall,
    Money,
    RemainingTimeEstimate,
    RunProgress,
    WorkerActivity,
    roughly,
)
from pytest_cookie.reporting.text.terminal_cells import width_of
from tests.synthetic_run import HOSTILE

NOW = 1_000_000.0


def doing(phase: str | None = "explore", *, item: str = "moth · sample/polished", age: float = 10.0) -> WorkerActivity:
    return WorkerActivity.model_validate(
        {"item": item, "phase": phase, "since": NOW - age, "phase_since": NOW - age / 2}
    )


def standing(**fields: object) -> RunProgress:
    whole = {"done": 12, "total": 48, "now": NOW, **fields}
    return RunProgress(**whole)  # type: ignore[arg-type]


FULL = standing(
    failed=1,
    unscored=2,
    running=3,
    doing=(doing(), doing("judge"), doing()),
    money=Money(0.42, 4.58),
    seconds_left=700.0,
)


def test_a_log_line_tells_all_in_one_order() -> None:
    assert FULL.log_line() == (
        "12/48 (25 %) · 1 failed · 2 unscored · 2 exploring · 1 judging · $0.42 spent · $4.58 left · about 12 min left"
    )


def test_a_log_line_names_the_item_that_takes_long() -> None:
    slow = standing(doing=(doing(), doing("judge", item="slow · m", age=200.0)))
    assert slow.log_line() == "12/48 (25 %) · 1 exploring · 1 judging · longest 3 min 20 s, judging: slow · m"


def test_what_sessions_before_have_done_is_told_apart() -> None:
    assert standing(before=12).log_line().split(" · ")[1] == "12 done before"


def test_what_is_zero_or_unknown_is_left_out() -> None:
    assert standing(done=0).log_line() == "0/48 (0 %)"
    assert standing(money=Money(0.0)).log_line() == "12/48 (25 %) · $0 spent"
    assert standing(money=Money(2.0, is_whole=False)).log_line() == "12/48 (25 %) · over $2.00 spent"
    assert standing(money=Money(0.0, is_whole=False)).log_line() == "12/48 (25 %) · price unknown"
    assert standing(money=Money(2.0, -0.1)).log_line().endswith("· $0 left")
    assert RunProgress(0, 0).log_line() == "0/0"


@pytest.mark.parametrize("width", [20, 40, 79, 119, 200])
def test_live_lines_fit(width: int) -> None:
    busy = (doing(age=3000.0, item="w" * 400), *(doing() for _ in range(40)))
    for one in (FULL, standing(doing=busy, running=41), standing(doing=busy[:1])):
        assert max(map(width_of, one.live_lines(width))) <= width


def test_at_80_columns_time_is_told_before_the_budget() -> None:
    first, second = FULL.live_lines(79)
    assert first == "12/48 (25 %) · 1 failed · 2 unscored · $0.42 spent · about 12 min left"
    assert second == "  2 exploring · 1 judging"
    assert FULL.live_lines(119)[0].startswith("████░░░░░░░░░░░░ 12/48")
    assert "$4.58 left" in FULL.live_lines(119)[0]


def test_a_single_item_is_named_with_its_phase() -> None:
    assert standing(doing=(doing(),)).live_lines(79)[1] == "  exploring 5.0 s · moth · sample/polished"
    assert standing(doing=(doing(None),)).live_lines(79)[1] == "  starting 5.0 s · moth · sample/polished"


def test_who_waits_for_which_call_is_told_with_its_phase() -> None:
    asking = doing("judge", age=200.0).model_copy(update={"call": ModelCall(model="openai/any", since=NOW - 14)})
    waits = "judging 1 min 40 s, for 14 s waiting for openai/any · moth · sample/polished"
    assert standing(doing=(asking,)).live_lines(99)[1].strip() == waits
    told = standing(doing=(doing(), asking)).log_line()
    assert told.endswith("longest 3 min 20 s, judging, for 14 s waiting for openai/any: moth · sample/polished")
    begun = asking.model_copy(update={"call": ModelCall(model="openai/any", since=NOW)})
    assert "waiting" not in standing(doing=(begun,)).log_line()


def test_of_many_the_one_that_takes_long_is_named() -> None:
    line = standing(doing=(doing(), doing("judge", item="slow · m", age=200.0))).live_lines(79)[1]
    assert line == "  1 exploring · 1 judging · longest 3 min 20 s, judging: slow · m"


def test_running_items_of_which_nothing_is_known_are_counted() -> None:
    assert standing(running=4).live_lines(79)[1] == "  4 running"


def test_nothing_that_steers_a_terminal_comes_through() -> None:
    for one in (standing(doing=(doing(item=HOSTILE),)), standing(doing=(doing(), doing(item=HOSTILE, age=900.0)))):
        lines = one.live_lines(500)
        assert all(line.isprintable() for line in lines)
        assert "pwned" in lines[1]


def test_no_estimate_before_an_item_has_ended() -> None:
    assert RemainingTimeEstimate().seconds_left(10, [3.0]) is None


def test_items_wait_for_workers() -> None:
    pace = RemainingTimeEstimate(workers=2)
    pace.add(60.0)
    assert pace.seconds_left(10, []) == 300.0
    assert pace.seconds_left(10, [60.0, 60.0]) == 300.0
    assert pace.seconds_left(0, [10.0, 50.0]) == 50.0  # the last ones cannot be shared
    assert pace.seconds_left(0, []) is None


def test_one_that_hangs_moves_the_estimate_little_and_early_ones_are_forgotten() -> None:
    pace = RemainingTimeEstimate()
    for seconds in [1.0] * 30 + [60.0] * 19 + [3000.0]:
        pace.add(seconds)
    assert pace.seconds_left(1, []) == 60.0


def test_an_estimate_never_grows_while_nothing_ends() -> None:
    pace = RemainingTimeEstimate(workers=2)
    pace.add(60.0)
    for waiting in (0, 3):
        estimates = [pace.seconds_left(waiting, [age, age / 2]) for age in range(0, 400, 10)]
        told = [seconds for seconds in estimates if seconds is not None]
        assert told == sorted(told, reverse=True)
        assert (estimates[-1] is None) == (not waiting)


@pytest.mark.parametrize(("seconds", "words"), [(0, "5 s"), (42, "40 s"), (200, "3 min"), (7500, "2 h 5 min")])
def test_an_estimate_has_few_digits(seconds: float, words: str) -> None:
    assert roughly(seconds) == words
