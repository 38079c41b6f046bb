"""`ChromiumProcess`: one running Chromium with its driver and its event-loop thread, always ended together."""

import asyncio
import logging
import statistics
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

import psutil
from playwright.async_api import Browser, Error, Playwright, async_playwright

from pytest_cookie.browser import scripts
from pytest_cookie.browser.errors import BrowserGoneError
from pytest_cookie.browser.process import exit_status, process_tree
from pytest_cookie.browser.process.deadline import OverdueError
from pytest_cookie.browser.process.event_loop import DeadlineError, EventLoopThread
from pytest_cookie.browser.process.exit_status import ExitStatus, ProcessEnding
from pytest_cookie.browser.process.guard import Guard
from pytest_cookie.browser.process.launch import Launch
from pytest_cookie.browser.process.limits import PageLimits
from pytest_cookie.browser.process.load_factor import load_factor
from pytest_cookie.browser.process.page_cpu import PageCpu
from pytest_cookie.core.errors import BrowserError, CookieError
from pytest_cookie.core.inert import inert_text
from pytest_cookie.records.process_end import kill_processes
from pytest_cookie.records.temp_dir import TempDir

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_DRIVERS_LOG = logging.getLogger("playwright")

_START_SECONDS = 60.0
_CLOSE_SECONDS = 5.0
_REFERENCE_SECONDS = 30.0
_END_SECONDS = 3.0
_EXIT_REPORT_SECONDS = 2.0
"""How long to wait for the report of how a process ended."""

_LONGEST_MESSAGE = 20_000
"""Of the driver, in characters; it can quote a page."""
_USUAL_LIMITS = PageLimits()


class ChromiumProcess:
    """Starts Chromium at construction; raises `BrowserError` if that fails. `folder` is removed when it ends."""

    def __init__(self, launch: Launch, limits: PageLimits = _USUAL_LIMITS) -> None:
        self.launch = launch
        self._temp_dir = _temp_dir()
        self.folder = self._temp_dir.folder
        self.loop = EventLoopThread()
        silence_driver_log()
        before = process_tree.list_child_pids()
        self._driver: Playwright | None = None
        self._killed = False
        self._reference_seconds: float | None = None
        self._exit_status = ExitStatus(self.folder)
        self._crashes: dict[str, ProcessEnding] = {}
        try:
            self.browser = self.loop.run(self._start(launch), seconds=_START_SECONDS * load_factor())
        except BaseException as error:  # an interrupt must not leave processes behind either
            self._pids = process_tree.list_child_pids() - before
            self.kill()
            if isinstance(error, (Error, DeadlineError, OSError)):
                raise BrowserError(launch.explain(str(error))) from error
            raise
        self._pids = process_tree.list_child_pids() - before
        self.guard = Guard(self._pids, limits)
        self._watching = self.loop.run(_start_task(self.guard.watch()), seconds=_CLOSE_SECONDS)

    async def _start(self, launch: Launch) -> Browser:
        with self._temp_dir.set_as_tmpdir():
            self._driver = await async_playwright().start()
        if launch.executable is not None:
            launch = replace(launch, executable=self._exit_status.wrap(launch.executable))
        browser = await launch.start(self._driver.chromium)
        self._cdp = await browser.new_browser_cdp_session()
        self._cdp.on("Target.targetCrashed", self._on_crash)
        await self._cdp.send("Target.setDiscoverTargets", {"discover": True, "filter": [{"type": "page"}]})
        return browser

    def _on_crash(self, crash: dict[str, Any]) -> None:
        self._crashes[str(crash.get("targetId"))] = exit_status.parse_target_crash(crash)

    @property
    def is_alive(self) -> bool:
        """Whether a session can be opened in it."""
        return not self._killed and self.browser.is_connected() and process_tree.are_running(self._pids)

    def cpu_seconds(self) -> float:
        """Processor time used so far, including its driver, in seconds."""
        return process_tree.cpu_seconds(self._pids)

    def page_cpu(self) -> PageCpu:
        """Return a meter of what its pages use."""
        return PageCpu(self._pids)

    def measure_reference_seconds(self) -> float:
        """Measure the reference workload, at the first call only. Raises as `run` does."""
        if self._reference_seconds is None:
            work = measure_reference_seconds(self.browser, self.page_cpu())
            self._reference_seconds = self.run(work, seconds=_REFERENCE_SECONDS)
        return self._reference_seconds

    def run(self, work: Coroutine[Any, Any, T], *, seconds: float) -> T:
        """Return the result of `work`, run on the browser's thread.

        Raises `DeadlineError` after `seconds`, Playwright's `Error`, and `BrowserGoneError` if the driver is gone.
        """
        try:
            return self.loop.run(work, seconds=seconds)
        except Exception as error:  # a dead driver raises plain exceptions
            if isinstance(error, (Error, DeadlineError, OverdueError, CookieError)) or self.is_alive:
                raise
            raise BrowserGoneError(f"the browser's driver died: {error}") from error

    def ending(self) -> ProcessEnding:
        """How the browser ended, if it is not alive."""
        deadline = time.monotonic() + _EXIT_REPORT_SECONDS
        while (ending := self._exit_status.ending) is None and time.monotonic() < deadline:
            time.sleep(0.02)
        return self._or_disk_full(ending or exit_status.UNKNOWN)

    def ending_of(self, target: str) -> ProcessEnding:
        """How the process of a crashed page ended."""
        deadline = time.monotonic() + _EXIT_REPORT_SECONDS
        while target not in self._crashes and time.monotonic() < deadline and self.is_alive:
            time.sleep(0.02)
        if not self.is_alive:
            return self.ending()
        return self._or_disk_full(self._crashes.get(target, exit_status.CLOSED))

    def _or_disk_full(self, ending: ProcessEnding) -> ProcessEnding:
        """Blame a full disk first: without temporary files a browser crashes whatever page it shows."""
        return exit_status.DISK_FULL if ending.may_be_page_fault and self._temp_dir.is_disk_full else ending

    @property
    def is_stopped(self) -> bool:
        """Whether one of its processes was stopped (SIGSTOP)."""
        return any(process_tree.is_stopped(process) for process in process_tree.tree(self._pids))

    def find_unresponsiveness(self) -> ProcessEnding | None:
        """Why the browser or one of its processes does not answer; None if it answers."""
        if self.is_stopped:
            return exit_status.STOPPED
        try:
            self.loop.run(self._cdp.send("Browser.getVersion"), seconds=_CLOSE_SECONDS * load_factor())
        except (Error, DeadlineError):
            return exit_status.UNRESPONSIVE if self.is_alive else self.ending()
        return None

    def close(self) -> None:
        """Close it in an orderly way, then kill the rest."""
        remaining = process_tree.tree(self._pids)
        with suppress(Error, DeadlineError, BrowserError):  # processes that do not react are killed below
            self.run(self._stop(), seconds=_CLOSE_SECONDS)
        self._finish(remaining)

    async def _stop(self) -> None:
        await self.browser.close()
        await self._stop_driver()

    async def _stop_driver(self) -> None:
        if self._driver:
            await self._driver.stop()

    def kill(self) -> None:
        """Kill its whole process tree at once."""
        self._finish(process_tree.tree(self._pids))

    def _finish(self, remaining: list[psutil.Process]) -> None:
        self._killed = True
        kill_processes(remaining, wait_seconds=_END_SECONDS)
        with suppress(Error, DeadlineError, BrowserError):  # the loop has to notice that the driver ended
            self.loop.run(self._stop_driver(), seconds=_END_SECONDS)
        self.loop.stop()
        self._temp_dir.remove()


async def _start_task(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    return asyncio.ensure_future(work)


def _temp_dir() -> TempDir:
    try:
        return TempDir("browser")
    except OSError as error:
        raise BrowserError(
            f"cannot create a folder for the browser's temporary files: {error.strerror or error}"
        ) from error


def silence_driver_log() -> None:
    """Log the driver's own messages at debug level from now on.

    A page with millions of messages can make the driver log a traceback for each. The next call into the driver raises
    the error itself, so it is not hidden.
    """
    _DRIVERS_LOG.addFilter(_log_at_debug_level)


def _log_at_debug_level(record: logging.LogRecord) -> bool:
    error = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
    _LOG.debug("%s", inert_text(f"{record.getMessage()[:_LONGEST_MESSAGE]}\n{error[-_LONGEST_MESSAGE:]}".rstrip()))
    return False


_RUNS = 3


async def measure_reference_seconds(browser: Browser, cpu: PageCpu) -> float:
    """Return the median processor time in seconds of three runs in a blank page, after one warm-up run.

    Raises Playwright's `Error` if the browser cannot open a blank page.
    """
    context = await browser.new_context(service_workers="block", offline=True)
    try:
        page = await context.new_page()
        cpu.refresh()
        work, costs = scripts.source("reference"), []
        for _ in range(1 + _RUNS):
            used = cpu.seconds() + cpu.drawing_seconds()
            await page.evaluate(work)
            costs.append(cpu.seconds() + cpu.drawing_seconds() - used)
    finally:
        await context.close()
    return statistics.median(costs[1:])
