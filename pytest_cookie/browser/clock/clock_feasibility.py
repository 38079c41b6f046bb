"""`StepCostMeter` and `AnswerWatchdog`: whether the stepped clock can drive a page, however busy the machine is."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.async_api import CDPSession

from pytest_cookie.browser.errors import ClockCannotCarryError
from pytest_cookie.browser.process.load_factor import load_factor

SLOW_STEP_SECONDS = 0.25
"""Steps that repeatedly cost more than this turn a few page seconds into minutes."""

_MEASURED_STEPS, _MEASURED_SECONDS, _MIN_STEPS = 20, 6.0, 5

_ANSWER_SECONDS = 3.0
_PROMPT_SECONDS, _PROMPT_ANSWERS, _BETWEEN_SECONDS = 0.5, 3, 1.0

CpuSeconds = Callable[[], float]
"""Processor time of all browser processes so far, in seconds."""


class StepCostMeter:
    """Measures what steps cost in processor time, once a step has taken long."""

    def __init__(self, cpu_seconds: CpuSeconds | None) -> None:
        self._cpu_seconds = cpu_seconds
        self._is_measuring = False
        self._costs: list[float] = []
        self._took_seconds = 0.0

    @contextmanager
    def step(self) -> Iterator[None]:
        """Measure a step. Raises `ClockCannotCarryError` if too many steps cost too much."""
        if self._cpu_seconds is None:
            yield
            return
        used, began = self._cpu_seconds() if self._is_measuring else 0.0, time.monotonic()
        yield
        took_seconds = time.monotonic() - began
        if self._is_measuring:
            self.note(self._cpu_seconds() - used, took_seconds)
        elif took_seconds > SLOW_STEP_SECONDS:
            self._is_measuring = True

    def note(self, cost_seconds: float, took_seconds: float) -> None:
        """Add a measured step. Raises `ClockCannotCarryError` if enough steps cost too much."""
        self._costs.append(cost_seconds)
        self._took_seconds += took_seconds
        is_enough = len(self._costs) >= _MIN_STEPS and self._took_seconds >= _MEASURED_SECONDS
        if len(self._costs) < _MEASURED_STEPS and not is_enough:
            return
        # ignore the costliest step, such as the one that starts the page
        cost = (sum(self._costs) - max(self._costs)) / (len(self._costs) - 1)
        self._is_measuring, self._costs, self._took_seconds = False, [], 0.0
        if cost > SLOW_STEP_SECONDS:
            raise ClockCannotCarryError(f"a frame of the page costs {cost:.1f} s of processor time")


class AnswerWatchdog:
    """Waits for the browser's answers to steps, which may be lost in a page that still runs scripts."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp

    async def wait_for(self, answer: "asyncio.Future[Any]") -> None:
        """Wait for `answer`, forever if the page hangs: the caller bounds that.

        Raises `ClockCannotCarryError` if the page itself repeatedly answers at once and this answer does not arrive. On
        a busy machine, where drawing queues for processors, it waits longer.
        """
        await asyncio.wait((answer,), timeout=_ANSWER_SECONDS)
        if answer.done():  # almost always: no need to measure the load
            return
        await asyncio.wait((answer,), timeout=_ANSWER_SECONDS * (load_factor() - 1))
        prompt_answers = 0
        while not answer.done():
            prompt_answers = prompt_answers + 1 if await self._page_answers() else 0
            if prompt_answers > _PROMPT_ANSWERS and not answer.done():
                raise ClockCannotCarryError("a frame of the page does not arrive, although its scripts run")
            await asyncio.wait((answer,), timeout=_BETWEEN_SECONDS * load_factor())

    async def _page_answers(self) -> bool:
        probe = asyncio.ensure_future(self._cdp.send("Runtime.evaluate", {"expression": "0"}))
        try:  # `wait_for` may swallow the caller's cancellation
            await asyncio.wait((probe,), timeout=_PROMPT_SECONDS)
            return probe.done() and probe.exception() is None
        finally:
            probe.cancel()
