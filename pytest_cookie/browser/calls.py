"""`Calls`: every call of a session into its page. None waits for a page that died, hangs or had its time."""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from playwright.async_api import CDPSession, Error, Page

from pytest_cookie.browser.chromium_process import ChromiumProcess
from pytest_cookie.browser.errors import PageGoneError, PageScriptError, TimeIsUpError
from pytest_cookie.browser.happenings import Diary
from pytest_cookie.browser.loop import DeadlineError
from pytest_cookie.browser.patience import patience
from pytest_cookie.core.errors import BrowserError

T = TypeVar("T")

_RESCUE_SECONDS = 2.0


class Calls:
    """Bounds each call by its own deadline and all together by `max_seconds`.

    A script that never yields is ended after its call's deadline, and noted in `diary`.
    """

    def __init__(
        self, process: ChromiumProcess, page: Page, cdp: CDPSession, diary: Diary, *, max_seconds: float
    ) -> None:
        self._process = process
        self._page = page
        self._cdp = cdp
        self._diary = diary
        self._max_seconds = max_seconds
        self._ends = time.monotonic() + max_seconds
        self._gone = False

    @property
    def crashed(self) -> bool:
        """Whether the renderer died, or does not answer even after its script was ended."""
        return self._gone or self._diary.crashed

    def give_up(self) -> None:
        """The page does not answer any more; from now on it is `crashed`."""
        self._gone = True

    def in_page(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """As `run`. Raises `PageScriptError` where the page throws, `BrowserError` where the browser is at fault."""
        try:
            return self.run(work, seconds)
        except Error as error:
            self.require_browser()
            if self.crashed:
                raise PageGoneError("the page crashed") from error
            raise PageScriptError(error.message[:500]) from error

    def require_browser(self) -> None:
        """Raises `BrowserError` where there is none any more."""
        if not self._process.is_alive:
            raise BrowserError("the browser died; the next session starts a new one")

    def run(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """The result of `work`, which gets so many seconds, more of them on a busy machine.

        Raises `DeadlineError` where they do not suffice, `PageGoneError`, `TimeIsUpError`, and Playwright's `Error`.
        """
        if self.crashed or not self._process.is_alive:
            work.close()
            self.require_browser()
            raise PageGoneError("the page crashed")
        left = self._ends - time.monotonic()
        if left <= 0:
            work.close()
            raise self._time_is_up()
        seconds *= patience()
        try:
            return self._process.run(self._unless_crashed(work), seconds=min(seconds, left))
        except DeadlineError as error:
            problem = self._rescue(min(seconds, left))
            raise (DeadlineError(problem) if seconds < left else self._time_is_up()) from error

    def _time_is_up(self) -> TimeIsUpError:
        return TimeIsUpError(f"the page could not be examined in the {self._max_seconds:.0f} s that there were")

    async def _unless_crashed(self, work: Coroutine[Any, Any, T]) -> T:
        """A crash leaves calls without an answer: do not wait for one."""
        task = asyncio.ensure_future(work)
        crash = asyncio.ensure_future(self._diary.crash.wait())
        try:
            await asyncio.wait({task, crash}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise PageGoneError("the page crashed")
            return task.result()
        finally:
            crash.cancel()
            task.cancel()

    def _rescue(self, seconds: float) -> str:
        """What held the call up: a busy machine, or a script that is ended now; a page that hangs on is given up."""
        if self._answers():
            return f"not done within {seconds:g} s"
        self._diary.note_fault(f"a script ran for {seconds:g} s without yielding and was ended")
        with suppress(DeadlineError, Error):
            self._process.run(self._cdp.send("Runtime.terminateExecution"), seconds=_RESCUE_SECONDS)
        if not self._answers():
            self._gone = True
            self._end_renderer()
        return f"the page did not answer within {seconds:g} s; its script was ended"

    def _end_renderer(self) -> None:
        """What cannot be stopped would spin on beside the next session; the rest of the way is `__exit__`'s."""
        with suppress(DeadlineError, Error):
            self._process.run(self._crash(), seconds=_RESCUE_SECONDS)

    async def _crash(self) -> None:
        """Who crashes does not answer."""
        order = asyncio.ensure_future(self._cdp.send("Page.crash"))
        try:
            await self._diary.crash.wait()
        finally:
            order.cancel()

    def _answers(self) -> bool:
        try:
            self._process.run(self._page.evaluate("1"), seconds=_RESCUE_SECONDS)
        except DeadlineError:
            return False
        except Error:  # it is between two documents, or closed: nothing hangs there
            return True
        return True
