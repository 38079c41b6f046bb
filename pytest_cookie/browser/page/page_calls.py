"""`PageCalls`: runs every call of a session into its page. No call waits for a page that died, hangs or used up its
time."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from playwright.async_api import CDPSession, Error, Page

from pytest_cookie.browser.errors import BrowserGoneError, PageGoneError, PageScriptError, TimeIsUpError
from pytest_cookie.browser.page.late_call import LateCallError
from pytest_cookie.browser.page.page_events import PageEvents
from pytest_cookie.browser.process import exit_status
from pytest_cookie.browser.process.chromium_process import ChromiumProcess
from pytest_cookie.browser.process.deadline import Deadline, OverdueError
from pytest_cookie.browser.process.event_loop import DeadlineError, close_unstarted
from pytest_cookie.browser.process.exit_status import ProcessEnding
from pytest_cookie.browser.process.overdue import MAX_WAIT_FACTOR
from pytest_cookie.core.errors import ExplorationError

T = TypeVar("T")

_TERMINATE_SECONDS = 2.0
_CHANCE_CPU_SECONDS = 2.0
"""A page that had this much processor time without an answer hangs; with less it may only be waiting."""
_CHANCE_SECONDS = 60.0
_GRACE_SECONDS = 5.0


class PageCalls:
    """Bounds each call by its own deadline, and all together by `max_seconds` of the clock `now`.

    A script that never yields is terminated after its call's deadline and recorded in `events`. `target` is Chromium's
    id of the page.
    """

    def __init__(
        self,
        process: ChromiumProcess,
        page: Page,
        cdp: CDPSession,
        events: PageEvents,
        *,
        target: str,
        max_seconds: float,
        now: Callable[[], float],
    ) -> None:
        self._process = process
        self._page = page
        self._cdp = cdp
        self._target = target
        self._events = events
        self.deadline = Deadline(process.guard, cdp)
        self._max_seconds = max_seconds
        self._now = now
        self._ends = now() + max_seconds
        self._ended_before = process.guard.ended
        self._gone = False

    @property
    def crashed(self) -> bool:
        """Whether the renderer died, or does not answer even after its script was terminated."""
        return self._gone or self._events.crashed

    def give_up(self) -> None:
        """Give the page up: from now on it is `crashed`."""
        self._gone = True

    def run_in_page(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """As `run`. Raises `PageScriptError` if the page throws."""
        try:
            return self.run(work, seconds)
        except Error as error:
            raise PageScriptError(error.message[:500]) from error

    def require_browser(self) -> None:
        """Raise `BrowserGoneError` if the browser or the page's process ended for a reason other than the page.

        If the page can be the reason, it is `crashed`.
        """
        if self._gone or (self._process.is_alive and not self._events.crashed):
            return
        subject, ending = self._find_ending()
        if not ending.may_be_page_fault:
            raise BrowserGoneError(f"{subject} {ending.what}; the next session gets a fresh browser")
        if not self._events.crashed:
            self._events.note_fault(f"{subject} {ending.what}")
        self._gone = True

    def _find_ending(self) -> tuple[str, ProcessEnding]:
        if self._process.guard.ended > self._ended_before:
            return "the page", exit_status.OVERUSE
        ending = self._process.ending_of(self._target)
        return "the page's process" if self._process.is_alive else "the browser", ending

    def run(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """Return the result of `work`, which may take `seconds` on an idle machine, and more on a busy one.

        Raises `LateCallError` after that time, `PageGoneError`, `TimeIsUpError`, Playwright's `Error`, and
        `BrowserGoneError`, also if the machine gives the browser too little processor time.
        """
        if self.crashed or not self._process.is_alive:
            work.close()
            raise self._to_gone_error()
        left_seconds = self._ends - self._now()
        if left_seconds <= 0:
            work.close()
            raise self._to_time_is_up_error()
        try:
            return self._process.run(
                self._run_in_time(work, seconds), seconds=min(MAX_WAIT_FACTOR * seconds + _GRACE_SECONDS, left_seconds)
            )
        except PageGoneError as error:
            self._note_gone(error)
            raise
        except OverdueError as overdue:
            self.require_browser()  # how it ended is better known than why it was late
            if self.crashed:
                raise PageGoneError("the page crashed") from overdue
            raise self._to_late_call(overdue) from overdue
        except DeadlineError as error:  # the session's time is up, or our own side of the call hangs
            self._terminate_script(left_seconds)
            raise self._to_error(error) from error
        except Error as error:
            self.require_browser()
            if self.crashed:
                raise PageGoneError("the page crashed") from error
            raise
        finally:
            close_unstarted(work)

    async def _run_in_time(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        return await self.deadline.wait_for(self._until_crash(work), seconds)

    def _note_gone(self, error: PageGoneError) -> None:
        self.require_browser()
        if not self._gone:  # it is alive but cannot be observed: a fresh browser will show who is to blame
            self._gone = True
            self._events.note_fault(str(error))

    def _to_late_call(self, overdue: OverdueError) -> LateCallError:
        """Raises `BrowserGoneError` if the machine is to blame, since then the page's state is unknown."""
        elapsed, used = overdue.elapsed_seconds, overdue.used_seconds
        if overdue.blame == "machine":
            self.require_answer()
            raise self._to_starved_error(f"used {used:.0f} s of processor time in {elapsed:.0f} s")
        script_ended = self._terminate_script(elapsed)
        hung = f"the page did not answer within {elapsed:.0f} s; its script was ended"
        return LateCallError(
            hung if script_ended else str(overdue),
            is_by_page=overdue.blame == "page",
            used_seconds=used,
            script_ended=script_ended,
        )

    def _to_error(self, error: DeadlineError) -> ExplorationError:
        if self._ends <= self._now():
            return self._to_time_is_up_error()
        return BrowserGoneError(f"a call into the browser did not return: {error}")

    def _to_starved_error(self, use: str) -> BrowserGoneError:
        return BrowserGoneError(
            f"the machine is too busy: the browser {use}, and the page did not answer; "
            "run fewer workers, or stop other programs that use the processors"
        )

    def _to_gone_error(self) -> PageGoneError:
        self.require_browser()
        return PageGoneError("the page crashed")

    def _to_time_is_up_error(self) -> TimeIsUpError:
        return TimeIsUpError(f"the page could not be examined within the session's {self._max_seconds:.0f} s")

    async def _until_crash(self, work: Coroutine[Any, Any, T]) -> T:
        """Stop waiting when the page crashes, which leaves calls without an answer."""
        task = asyncio.ensure_future(work)
        crash = asyncio.ensure_future(self._events.crash.wait())
        try:
            await asyncio.wait({task, crash}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise PageGoneError("the page crashed")
            return task.result()
        finally:
            crash.cancel()
            task.cancel()

    def _terminate_script(self, seconds: float) -> bool:
        """Whether a script blocked the call. Terminates it, and gives the page up if it still hangs."""
        if self._page_answers():
            return False
        self.require_answer()
        self._events.note_fault(f"a script ran for {seconds:.0f} s without yielding and was ended")
        with suppress(DeadlineError, Error):
            self._process.run(self._cdp.send("Runtime.terminateExecution"), seconds=_TERMINATE_SECONDS)
        if not self._page_answers():
            self._gone = True
            self._end_renderer()
        return True

    def require_answer(self) -> None:
        """After a call that timed out: kill a browser that does not answer or was stopped."""
        if not self.crashed and (ending := self._process.find_unresponsiveness()) is not None:
            self._end_browser(ending)

    def _end_browser(self, ending: ProcessEnding) -> None:
        """Kill a browser that does not answer. Raises `PageGoneError`, `BrowserGoneError`."""
        self._process.kill()
        if not ending.may_be_page_fault:
            raise BrowserGoneError(f"the browser {ending.what}; the next session gets a fresh one")
        self._gone = True
        self._events.note_fault(f"the browser {ending.what}, and was killed")
        raise PageGoneError(f"the browser {ending.what}")

    def _end_renderer(self) -> None:
        """Crash a renderer that cannot be stopped, since it would keep the processor busy. `__exit__` does the rest."""
        with suppress(DeadlineError, Error):
            self._process.run(self._crash_renderer(), seconds=_TERMINATE_SECONDS)

    async def _crash_renderer(self) -> None:
        """A crashing page does not answer the command, so wait for the crash event."""
        crash_command = asyncio.ensure_future(self._cdp.send("Page.crash"))
        try:
            await self._events.crash.wait()
        finally:
            crash_command.cancel()

    def _page_answers(self) -> bool:
        """Whether the page answers. Asks until it has had enough processor time: wall time means little under load."""
        used, ends = self._process.cpu_seconds(), time.monotonic() + _CHANCE_SECONDS
        while True:
            try:
                self._process.run(self._page.evaluate("1"), seconds=_TERMINATE_SECONDS)
            except DeadlineError:
                had_enough_time = self._process.cpu_seconds() - used >= _CHANCE_CPU_SECONDS
                if had_enough_time or self._process.is_stopped:
                    return False
                if time.monotonic() > ends:
                    use = f"was not given {_CHANCE_CPU_SECONDS:g} s of processor time in {_CHANCE_SECONDS:.0f} s"
                    raise self._to_starved_error(use) from None
            except Error:  # it is between two documents, or closed: it does not hang
                return True
            else:
                return True
