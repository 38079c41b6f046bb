"""`Deadline`: bounds calls into a page, and allows more time on a busy machine."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from playwright.async_api import CDPSession

from pytest_cookie.browser.process.guard import Guard
from pytest_cookie.browser.process.load_factor import load_factor
from pytest_cookie.browser.process.overdue import Blame, OverdueCall, assign_blame, max_processor_time

T = TypeVar("T")

_PROMPT_SECONDS, _PROMPT_ANSWERS = 0.5, 4
"""So many prompt answers in a row prove that the page responds: a page that was held up answers once and works on."""
_CHECK_SECONDS = 0.5


class OverdueError(Exception):
    """A call was not answered in time. `blame` (never `wait`) is the cause; times are in seconds."""

    def __init__(self, blame: Blame, *, elapsed_seconds: float, used_seconds: float) -> None:
        super().__init__(f"not done within {elapsed_seconds:.0f} s")
        self.blame = blame
        self.elapsed_seconds = elapsed_seconds
        self.used_seconds = used_seconds


class Deadline:
    """Deadlines of one page; `guard` measures what the browser's processes use."""

    def __init__(self, guard: Guard, cdp: CDPSession) -> None:
        self._guard = guard
        self._cdp = cdp

    async def wait_for(self, work: Awaitable[T], allowed_seconds: float) -> T:
        """Return the result of `work`, which may take `allowed_seconds` on an idle machine. Raises `OverdueError`."""
        loop = asyncio.get_running_loop()
        task, began, before = asyncio.ensure_future(work), loop.time(), self._guard.times()
        prompt_answers = 0
        try:
            await asyncio.wait((task,), timeout=allowed_seconds)
            while not task.done():
                prompt_answers = prompt_answers + 1 if await self._page_answers() else 0
                processor = max_processor_time(before, self._guard.times())
                overdue_call = OverdueCall(loop.time() - began, processor, prompt_answers >= _PROMPT_ANSWERS)
                blame = assign_blame(overdue_call, allowed_seconds=allowed_seconds, crowding=load_factor())
                if blame != "wait" and not task.done():
                    raise OverdueError(
                        blame, elapsed_seconds=overdue_call.elapsed_seconds, used_seconds=overdue_call.processor.used
                    )
                await asyncio.wait((task,), timeout=_CHECK_SECONDS)
            return await task
        finally:
            task.cancel()

    async def _page_answers(self) -> bool:
        probe = asyncio.ensure_future(self._cdp.send("Runtime.evaluate", {"expression": "0"}))
        try:
            await asyncio.wait((probe,), timeout=_PROMPT_SECONDS)
            return probe.done()  # an error counts as well: a page between two documents does not hang
        finally:
            probe.cancel()
