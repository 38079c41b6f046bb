"""Workers that do not answer: the page waits less and less for them, and at last they are ended."""

import pytest

from pytest_cookie.browser.clock import page_workers
from pytest_cookie.browser.clock.page_workers import SlowWorkers


@pytest.fixture
def cpu() -> list[float]:
    return [100.0]


@pytest.fixture
def late(cpu: list[float]) -> SlowWorkers:
    return SlowWorkers(lambda: cpu[0])


def test_the_patience_for_all_of_them_is_bounded(late: SlowWorkers):
    waits = []
    for _ in range(7):
        waits.append(late.timeout_seconds)
        late.note(1, late.timeout_seconds)
    assert waits == [5.0, 5.0, 5.0, 5.0, 0.1, 0.1, 0.1]


def test_they_are_ended_after_processor_time_and_the_next_ones_sooner(late: SlowWorkers, cpu: list[float]):
    assert not late.are_due()
    late.note(1, 5.0)
    cpu[0] += 20.0
    late.note(2, 5.0)
    assert not late.are_due()
    cpu[0] += 11.0
    assert (late.are_due(), late.frames) == (True, {1, 2})
    late.forget(were_ended=True)
    assert not late.are_due()
    late.note(3, 5.0)
    cpu[0] += 4.0
    assert late.are_due()


def test_who_answered_in_the_meantime_costs_the_next_ones_nothing(late: SlowWorkers, cpu: list[float]):
    late.note(1, 5.0)
    cpu[0] += 31.0
    late.forget(were_ended=False)
    late.note(1, 5.0)
    cpu[0] += 29.0
    assert not late.are_due()


def test_where_nobody_tells_the_processor_time_none_is_ended():
    late = SlowWorkers(None)
    late.note(1, page_workers.WAIT_SECONDS)
    assert not late.are_due()
