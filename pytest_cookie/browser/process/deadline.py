"""`Deadline`: waits for calls into a page as long as they may take, and longer where the machine keeps them waiting."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from playwright.async_api import CDPSession

from pytest_cookie.browser.process.guard import Guard
from pytest_cookie.browser.process.load_factor import patience
from pytest_cookie.browser.process.overdue import Blame, Wait, blame_for, most_since

T = TypeVar("T")

_PROMPT_SECONDS, _PROMPT_ANSWERS = 0.5, 4
"""A page answers where it does so promptly, again and again: one that was held up answers once, and goes on working."""
_CHECK_SECONDS = 0.5


class OverdueError(Exception):
    """A call was not answered in time: by whose fault (never `wait`), after how long, and what the browser used."""

    def __init__(self, blame: Blame, *, elapsed_seconds: float, used_seconds: float) -> None:
        super().__init__(f"not done within {elapsed_seconds:.0f} s")
        self.blame = blame
        self.elapsed_seconds = elapsed_seconds
        self.used_seconds = used_seconds


class Deadline:
    """Of one page; `guard` knows what the browser's processes use."""

    def __init__(self, guard: Guard, cdp: CDPSession) -> None:
        self._guard = guard
        self._cdp = cdp

    async def wait_for(self, work: Awaitable[T], allowed_seconds: float) -> T:
        """The result of `work`, which may take `allowed_seconds` on an idle machine. Raises `OverdueError`."""
        loop = asyncio.get_running_loop()
        task, began, before = asyncio.ensure_future(work), loop.time(), self._guard.times()
        prompt = 0
        try:
            await asyncio.wait((task,), timeout=allowed_seconds)
            while not task.done():
                prompt = prompt + 1 if await self._page_answers() else 0
                processor = most_since(before, self._guard.times())
                wait = Wait(loop.time() - began, processor, prompt >= _PROMPT_ANSWERS)
                blame = blame_for(wait, allowed_seconds=allowed_seconds, crowding=patience())
                if blame != "wait" and not task.done():
                    raise OverdueError(blame, elapsed_seconds=wait.elapsed_seconds, used_seconds=wait.processor.used)
                await asyncio.wait((task,), timeout=_CHECK_SECONDS)
            return await task
        finally:
            task.cancel()

    async def _page_answers(self) -> bool:
        question = asyncio.ensure_future(self._cdp.send("Runtime.evaluate", {"expression": "0"}))
        try:
            await asyncio.wait((question,), timeout=_PROMPT_SECONDS)
            return question.done()  # by an error, too: it is between two documents, and nothing hangs there
        finally:
            question.cancel()
