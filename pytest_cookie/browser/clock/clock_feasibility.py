"""`Pace` and `Answers`: whether the stepped clock can carry a page, on a busy machine as on an idle one."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.async_api import CDPSession

from pytest_cookie.browser.errors import ClockCannotCarryError
from pytest_cookie.browser.process.load_factor import patience

SLOW_STEP_SECONDS = 0.25
"""A step of page time that costs more than this, again and again, makes minutes of a few page seconds."""

_JUDGED_STEPS, _JUDGED_SECONDS, _FEWEST_STEPS = 20, 6.0, 5

_PATIENCE_SECONDS = 3.0
_PROMPT_SECONDS, _PROMPT_ANSWERS, _BETWEEN_SECONDS = 0.5, 3, 1.0

CpuSeconds = Callable[[], float]
"""Processor time that the browser has used until now, all its processes together."""


class Pace:
    """What steps cost in processor time. It is not measured before a step has taken long."""

    def __init__(self, cpu_seconds: CpuSeconds | None) -> None:
        self._cpu_seconds = cpu_seconds
        self._is_measuring = False
        self._costs: list[float] = []
        self._took_seconds = 0.0

    @contextmanager
    def step(self) -> Iterator[None]:
        """Around each step. Raises `ClockCannotCarryError` after the one that makes it too many."""
        if self._cpu_seconds is None:
            yield
            return
        used, began = self._cpu_seconds() if self._is_measuring else 0.0, time.monotonic()
        yield
        took = time.monotonic() - began
        if self._is_measuring:
            self.note(self._cpu_seconds() - used, took)
        elif took > SLOW_STEP_SECONDS:
            self._is_measuring = True

    def note(self, cost_seconds: float, took_seconds: float) -> None:
        """A measured step. Raises `ClockCannotCarryError` where there are enough, and they are too costly."""
        self._costs.append(cost_seconds)
        self._took_seconds += took_seconds
        many = len(self._costs) >= _FEWEST_STEPS and self._took_seconds >= _JUDGED_SECONDS
        if len(self._costs) < _JUDGED_STEPS and not many:
            return
        # one step may be costly, such as the one in which the page begins
        cost = (sum(self._costs) - max(self._costs)) / (len(self._costs) - 1)
        self._is_measuring, self._costs, self._took_seconds = False, [], 0.0
        if cost > SLOW_STEP_SECONDS:
            raise ClockCannotCarryError(f"a frame of the page costs {cost:.1f} s of processor time")


class Answers:
    """Waits for the browser's answers to steps, which a page that still runs scripts may have lost."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp

    async def wait_for(self, answer: "asyncio.Future[Any]") -> None:
        """Wait for it, for ever where the page hangs: the caller bounds that.

        Raises `ClockCannotCarryError` where the page itself answers at once, again and again, and this does not come:
        on a busy machine, where drawing queues for the cores, not as soon.
        """
        await asyncio.wait((answer,), timeout=_PATIENCE_SECONDS)
        if answer.done():  # as nearly always: how busy the machine is need not be asked
            return
        await asyncio.wait((answer,), timeout=_PATIENCE_SECONDS * (patience() - 1))
        prompt = 0
        while not answer.done():
            prompt = prompt + 1 if await self._page_answers() else 0
            if prompt > _PROMPT_ANSWERS and not answer.done():
                raise ClockCannotCarryError("a frame of the page does not come, though its scripts run")
            await asyncio.wait((answer,), timeout=_BETWEEN_SECONDS * patience())

    async def _page_answers(self) -> bool:
        question = asyncio.ensure_future(self._cdp.send("Runtime.evaluate", {"expression": "0"}))
        try:  # `wait_for` may lose that whoever waits was given up
            await asyncio.wait((question,), timeout=_PROMPT_SECONDS)
            return question.done() and question.exception() is None
        finally:
            question.cancel()
