"""The cause of an overdue call: a page that had its processor time, a machine that gave none, or neither."""

import pytest

from pytest_cookie.browser.process.overdue import (
    MAX_WAIT_FACTOR,
    OverdueCall,
    ProcessorTime,
    assign_blame,
    max_processor_time,
)

ALLOWED = 16.0


def blame(elapsed: float, used: float, *, queued: float = 0.0, answers: bool = False, crowding: float = 1.0) -> str:
    wait = OverdueCall(elapsed, ProcessorTime(used, queued), answers)
    return assign_blame(wait, allowed_seconds=ALLOWED, crowding=crowding)


@pytest.mark.parametrize("used", [0.0, 15.0, 40.0])
def test_before_its_time_nobody_is_blamed_however_many_processors_work(used):
    assert blame(15.9, used) == "wait"


def test_a_page_that_hangs_is_blamed_on_an_idle_machine_and_on_a_busy_one():
    assert blame(16.5, 16.1) == "page"
    assert blame(64.0, 16.1, queued=47.0) == "page"
    assert blame(40.0, 16.1) == "page", "stopped in between, and so never queued"


def test_several_threads_use_more_processor_time_than_passes_where_a_machine_is_busy():
    assert blame(16.5, 30.0, crowding=3.0) == "wait"
    assert blame(48.0, 30.0, crowding=3.0) == "page"
    assert blame(MAX_WAIT_FACTOR * ALLOWED, 16.1, crowding=50.0) == "page", "however busy, it has an end"


@pytest.mark.parametrize("queued", [0.0, 40.0])
def test_a_page_that_was_given_too_little_is_waited_for_and_then_it_is_the_machine(queued):
    """The queue is 0 if the system does not report it, or the process was stopped."""
    assert blame(66.0, 6.0, queued=queued) == "wait"
    assert blame(MAX_WAIT_FACTOR * ALLOWED - 1, 15.9, queued=queued) == "wait"
    assert blame(MAX_WAIT_FACTOR * ALLOWED, 15.9, queued=queued) == "machine"


def test_a_page_that_answers_is_waited_for_only_where_it_is_starved():
    assert blame(17.0, 1.0, answers=True) == "none"
    assert blame(17.0, 8.0, answers=True) == "page"
    assert blame(17.0, 8.0, queued=8.0, answers=True) == "wait"
    assert blame(17.0, 1.0, answers=True, crowding=3.0) == "wait"
    assert blame(49.0, 1.0, answers=True, crowding=3.0) == "none"


def test_what_counts_is_the_process_that_used_most_and_a_new_one_counts_from_its_start():
    before = {1: ProcessorTime(5.0, 1.0), 2: ProcessorTime(9.0, 0.0), 4: ProcessorTime(50.0, 50.0)}
    now = {1: ProcessorTime(6.0, 4.0), 2: ProcessorTime(9.5, 0.1), 3: ProcessorTime(2.0, 0.5)}
    assert max_processor_time(before, now) == ProcessorTime(2.0, 3.0)
    assert max_processor_time({}, {}) == ProcessorTime()
