"""When the stepped clock gives a page up: by what its steps cost the processor, never by how long they take."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import CDPSession

from pytest_cookie.browser.clock.clock_feasibility import SLOW_STEP_SECONDS, AnswerWatchdog, StepCostMeter
from pytest_cookie.browser.errors import ClockCannotCarryError


def pace() -> StepCostMeter:
    return StepCostMeter(lambda: 0.0)


def test_steps_that_cost_much_again_and_again_are_too_much():
    measured = pace()
    for _ in range(5):
        measured.note(1.1, 1.0)
    with pytest.raises(ClockCannotCarryError, match=r"a frame of the page costs 1\.1 s of processor time"):
        measured.note(1.1, 1.0)


def test_it_takes_twenty_steps_or_six_seconds_to_tell():
    measured = pace()
    for _ in range(19):
        measured.note(0.3, 0.3 * 0.9)
    with pytest.raises(ClockCannotCarryError):
        measured.note(0.3, 0.3)
    measured = pace()
    for _ in range(4):
        measured.note(2.0, 2.0)
    with pytest.raises(ClockCannotCarryError):
        measured.note(2.0, 2.0)


def test_a_busy_machine_is_not_the_pages_fault():
    measured = pace()
    for _ in range(100):
        measured.note(0.05, 3.0)


def test_one_costly_step_is_forgiven():
    measured = pace()
    for cost in (9.0, *[0.02] * 40, 9.0, *[0.02] * 40):
        measured.note(cost, cost)


def test_nothing_is_measured_while_steps_are_quick():
    asked = []
    measured = StepCostMeter(lambda: float(len(asked.append(0) or asked)))
    for _ in range(50):
        with measured.step():
            pass
    assert asked == []


def test_what_it_measures_is_processor_time(monkeypatch):
    now, used = [0.0], [0.0]
    monkeypatch.setattr("pytest_cookie.browser.clock.clock_feasibility.time.monotonic", lambda: now[0])
    measured = StepCostMeter(lambda: used[0])

    def steps(count: int, *, cost: float) -> None:
        for _ in range(count):
            with measured.step():
                now[0] += 10 * SLOW_STEP_SECONDS
                used[0] += cost

    steps(100, cost=0.1)
    with pytest.raises(ClockCannotCarryError):
        steps(10, cost=0.5)


class Page(CDPSession):
    """Answers scripts after `seconds`."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    async def send(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        await asyncio.sleep(self._seconds)
        return {}


@pytest.fixture
def hasty(monkeypatch):
    for name, seconds in (("_ANSWER_SECONDS", 0.05), ("_PROMPT_SECONDS", 0.2), ("_BETWEEN_SECONDS", 0.02)):
        monkeypatch.setattr(f"pytest_cookie.browser.clock.clock_feasibility.{name}", seconds)


async def wait(page: Page, comes_after: float) -> None:
    answer = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_later(comes_after, answer.set_result, None)
    await asyncio.wait_for(AnswerWatchdog(page).wait_for(answer), 5)


def test_a_frame_that_does_not_come_though_scripts_run_is_lost(hasty):
    with pytest.raises(ClockCannotCarryError, match="does not arrive, although its scripts run"):
        asyncio.run(wait(Page(0.0), comes_after=60))


@pytest.mark.parametrize("script_seconds", [0.0, 60.0])
def test_a_frame_that_comes_is_waited_for_where_the_page_is_busy_too(hasty, script_seconds):
    asyncio.run(wait(Page(script_seconds), comes_after=0.03 if script_seconds == 0 else 1.0))


class Asked(CDPSession):
    """Answers on demand."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    async def send(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        self.asked.set()
        return await self.answer


@pytest.mark.parametrize("moments", range(4))
def test_who_is_given_up_just_as_the_page_answers_goes_on_no_more(hasty, moments: int):
    async def run() -> None:
        page = Asked()
        waits = asyncio.ensure_future(AnswerWatchdog(page).wait_for(asyncio.get_running_loop().create_future()))
        await page.asked.wait()
        page.answer.set_result({})
        for _ in range(moments):
            await asyncio.sleep(0)
        waits.cancel()
        await asyncio.wait((waits,), timeout=0.1)
        assert waits.cancelled()

    asyncio.run(run())
