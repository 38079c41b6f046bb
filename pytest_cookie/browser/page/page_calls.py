"""`PageCalls`: every call of a session into its page. None waits for a page that died, hangs or had its time."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from playwright.async_api import CDPSession, Error, Page

from pytest_cookie.browser.errors import BrowserGoneError, PageGoneError, PageScriptError, TimeIsUpError
from pytest_cookie.browser.page.late_call import LateCallError
from pytest_cookie.browser.page.page_events import PageEvents
from pytest_cookie.browser.process import exit_status as endings
from pytest_cookie.browser.process.chromium_process import ChromiumProcess
from pytest_cookie.browser.process.deadline import Deadline, OverdueError
from pytest_cookie.browser.process.event_loop import DeadlineError, close_unbegun
from pytest_cookie.browser.process.exit_status import ProcessEnding
from pytest_cookie.browser.process.overdue import MOST_TIMES
from pytest_cookie.core.errors import ExplorationError

T = TypeVar("T")

_RESCUE_SECONDS = 2.0
_CHANCE_CPU_SECONDS = 2.0
"""A page that was given so much processor time and says nothing hangs; one that was given less may only be waiting."""
_CHANCE_SECONDS = 60.0
_GRACE_SECONDS = 5.0


class PageCalls:
    """Bounds each call by its own deadline and all together by `max_seconds` of the clock `now`.

    A script that never yields is ended after its call's deadline, and noted in `diary`. `target` is Chromium's name
    for the page.
    """

    def __init__(
        self,
        process: ChromiumProcess,
        page: Page,
        cdp: CDPSession,
        diary: PageEvents,
        *,
        target: str,
        max_seconds: float,
        now: Callable[[], float],
    ) -> None:
        self._process = process
        self._page = page
        self._cdp = cdp
        self._target = target
        self._diary = diary
        self.deadline = Deadline(process.guard, cdp)
        self._max_seconds = max_seconds
        self._now = now
        self._ends = now() + max_seconds
        self._ended_before = process.guard.ended
        self._gone = False

    @property
    def crashed(self) -> bool:
        """Whether the renderer died, or does not answer even after its script was ended."""
        return self._gone or self._diary.crashed

    def give_up(self) -> None:
        """The page does not answer any more; from now on it is `crashed`."""
        self._gone = True

    def in_page(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """As `run`. Raises `PageScriptError` where the page throws."""
        try:
            return self.run(work, seconds)
        except Error as error:
            raise PageScriptError(error.message[:500]) from error

    def require_browser(self) -> None:
        """Raises `BrowserGoneError` where the browser or the page's process ended without the page's doing.

        Where the page can have done it, it is `crashed`.
        """
        if self._gone or (self._process.is_alive and not self._diary.crashed):
            return
        what, ending = self._ending()
        if not ending.is_own:
            raise BrowserGoneError(f"{what} {ending.what}; the next session has a fresh browser")
        if not self._diary.crashed:
            self._diary.note_fault(f"{what} {ending.what}")
        self._gone = True

    def _ending(self) -> tuple[str, ProcessEnding]:
        if self._process.guard.ended > self._ended_before:
            return "the page", endings.OVERUSE
        ending = self._process.ending_of(self._target)
        return "the page's process" if self._process.is_alive else "the browser", ending

    def run(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """The result of `work`, which may take so many seconds on an idle machine, and more on a busy one.

        Raises `LateCallError` where they do not suffice, `PageGoneError`, `TimeIsUpError`, Playwright's `Error`, and
        `BrowserGoneError`, also where the machine leaves the browser too little processor time.
        """
        if self.crashed or not self._process.is_alive:
            work.close()
            raise self._gone_error()
        left = self._ends - self._now()
        if left <= 0:
            work.close()
            raise self._time_is_up()
        try:
            return self._process.run(
                self._in_time(work, seconds), seconds=min(MOST_TIMES * seconds + _GRACE_SECONDS, left)
            )
        except PageGoneError as error:
            self._note_gone(error)
            raise
        except OverdueError as overdue:
            raise self._late(overdue) from overdue
        except DeadlineError as error:  # its time is up, or our own side of the call is stuck
            self._rescue(left)
            raise self._nothing_came(error) from error
        except Error as error:
            self.require_browser()
            if self.crashed:
                raise PageGoneError("the page crashed") from error
            raise
        finally:
            close_unbegun(work)

    async def _in_time(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        return await self.deadline.wait_for(self._unless_crashed(work), seconds)

    def _note_gone(self, error: PageGoneError) -> None:
        self.require_browser()
        if not self._gone:  # it lives and cannot be looked at: whose fault that is a fresh browser tells
            self._gone = True
            self._diary.note_fault(str(error))

    def _late(self, overdue: OverdueError) -> LateCallError:
        """Raises `BrowserGoneError` where the machine is why, after which nothing is known of the page."""
        elapsed, used = overdue.elapsed_seconds, overdue.used_seconds
        if overdue.blame == "machine":
            self.require_answer()
            raise self._starved(f"used {used:.0f} s of processor time in {elapsed:.0f} s")
        script_ended = self._rescue(elapsed)
        hung = f"the page did not answer within {elapsed:.0f} s; its script was ended"
        return LateCallError(
            hung if script_ended else str(overdue),
            is_by_page=overdue.blame == "page",
            used_seconds=used,
            script_ended=script_ended,
        )

    def _nothing_came(self, error: DeadlineError) -> ExplorationError:
        if self._ends <= self._now():
            return self._time_is_up()
        return BrowserGoneError(f"a call into the browser did not come back: {error}")

    def _starved(self, use: str) -> BrowserGoneError:
        return BrowserGoneError(
            f"the machine is too busy: the browser {use}, and the page did not answer; "
            "run fewer workers, or end what else computes on the machine"
        )

    def _gone_error(self) -> PageGoneError:
        self.require_browser()
        return PageGoneError("the page crashed")

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

    def _rescue(self, seconds: float) -> bool:
        """Whether it was a script that held the call up, which is ended now; a page that hangs on is given up."""
        if self._answers():
            return False
        self.require_answer()
        self._diary.note_fault(f"a script ran for {seconds:.0f} s without yielding and was ended")
        with suppress(DeadlineError, Error):
            self._process.run(self._cdp.send("Runtime.terminateExecution"), seconds=_RESCUE_SECONDS)
        if not self._answers():
            self._gone = True
            self._end_renderer()
        return True

    def require_answer(self) -> None:
        """After a wait that led to nothing: ends a browser that does not answer, or that somebody has stopped.

        Raises `PageGoneError`, `BrowserGoneError`.
        """
        if not self.crashed and (silence := self._process.silence()) is not None:
            self._end_browser(silence)

    def _end_browser(self, silence: ProcessEnding) -> None:
        """There is nobody whom to ask for the page's end. Raises `PageGoneError`, `BrowserGoneError`."""
        self._process.kill()
        if not silence.is_own:
            raise BrowserGoneError(f"the browser {silence.what}; the next session has a fresh one")
        self._gone = True
        self._diary.note_fault(f"the browser {silence.what}, and was ended")
        raise PageGoneError(f"the browser {silence.what}")

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
        """Seconds of the wall tell little on a busy machine: it is asked until it has had its chance.

        Raises `BrowserGoneError` where it gets none.
        """
        used, ends = self._process.cpu_seconds(), time.monotonic() + _CHANCE_SECONDS
        while True:
            try:
                self._process.run(self._page.evaluate("1"), seconds=_RESCUE_SECONDS)
            except DeadlineError:
                had_its_chance = self._process.cpu_seconds() - used >= _CHANCE_CPU_SECONDS
                if had_its_chance or self._process.is_stopped:
                    return False
                if time.monotonic() > ends:
                    use = f"was not given {_CHANCE_CPU_SECONDS:g} s of processor time in {_CHANCE_SECONDS:.0f} s"
                    raise self._starved(use) from None
            except Error:  # it is between two documents, or closed: nothing hangs there
                return True
            else:
                return True
