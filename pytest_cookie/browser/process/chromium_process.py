"""`ChromiumProcess`: one running Chromium with its driver and its event-loop thread, ended whole or not at all."""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

import psutil
from playwright.async_api import Browser, Error, Playwright, async_playwright

from pytest_cookie.browser.errors import BrowserGoneError
from pytest_cookie.browser.process import exit_status as endings
from pytest_cookie.browser.process import process_tree as processes
from pytest_cookie.browser.process.driver_log import hush
from pytest_cookie.browser.process.event_loop import DeadlineError, EventLoopThread
from pytest_cookie.browser.process.exit_status import ExitStatus, ProcessEnding
from pytest_cookie.browser.process.guard import Guard
from pytest_cookie.browser.process.launch import Launch
from pytest_cookie.browser.process.limits import PageLimits
from pytest_cookie.browser.process.load_factor import patience
from pytest_cookie.browser.process.page_cpu import PageCpu
from pytest_cookie.browser.process.reference_cost import reference_seconds
from pytest_cookie.browser.process.temp_dir import TempDir
from pytest_cookie.core.errors import BrowserError, CookieError

T = TypeVar("T")

_START_SECONDS = 60.0
_CLOSE_SECONDS = 5.0
_REFERENCE_SECONDS = 30.0
_TOLD_SECONDS = 2.0
"""How long what ended has to say how."""

_USUAL_LIMITS = PageLimits()


class ChromiumProcess:
    """Starts at construction; raises `BrowserError` where that fails. `folder` is removed when it ends."""

    def __init__(self, launch: Launch, limits: PageLimits = _USUAL_LIMITS) -> None:
        self.launch = launch
        self._belongings = _belongings()
        self.folder = self._belongings.folder
        self.loop = EventLoopThread()
        hush()
        before = processes.child_pids()
        self._driver: Playwright | None = None
        self._killed = False
        self._reference_seconds: float | None = None
        self._exit_status = ExitStatus(self.folder)
        self._crashes: dict[str, ProcessEnding] = {}
        try:
            self.browser = self.loop.run(self._start(launch), seconds=_START_SECONDS * patience())
        except BaseException as error:  # an interrupt, too, leaves nothing behind
            self._pids = processes.child_pids() - before
            self.kill()
            if isinstance(error, (Error, DeadlineError, OSError)):
                raise BrowserError(launch.explain(str(error))) from error
            raise
        self._pids = processes.child_pids() - before
        self.guard = Guard(self._pids, limits)
        self._watching = self.loop.run(_begun(self.guard.watch()), seconds=_CLOSE_SECONDS)

    async def _start(self, launch: Launch) -> Browser:
        with self._belongings.as_temporary_folder():
            self._driver = await async_playwright().start()
        if launch.executable is not None:
            launch = replace(launch, executable=self._exit_status.watched(launch.executable))
        browser = await launch.start(self._driver.chromium)
        self._cdp = await browser.new_browser_cdp_session()
        self._cdp.on("Target.targetCrashed", self._on_crash)
        await self._cdp.send("Target.setDiscoverTargets", {"discover": True, "filter": [{"type": "page"}]})
        return browser

    def _on_crash(self, crash: dict[str, Any]) -> None:
        self._crashes[str(crash.get("targetId"))] = endings.of_target(crash)

    @property
    def is_alive(self) -> bool:
        """Whether a session can be opened in it."""
        return not self._killed and self.browser.is_connected() and processes.are_running(self._pids)

    def cpu_seconds(self) -> float:
        """Processor time that it has used so far, with its driver."""
        return processes.cpu_seconds(self._pids)

    def page_cpu(self) -> PageCpu:
        """Meters what its pages use."""
        return PageCpu(self._pids)

    def reference_seconds(self) -> float:
        """What the reference costs in it, measured at the first call. Raises as `run` does."""
        if self._reference_seconds is None:
            work = reference_seconds(self.browser, self.page_cpu())
            self._reference_seconds = self.run(work, seconds=_REFERENCE_SECONDS)
        return self._reference_seconds

    def run(self, work: Coroutine[Any, Any, T], *, seconds: float) -> T:
        """The result of `work` on the browser's thread.

        Raises `DeadlineError` after `seconds`, Playwright's `Error`, and `BrowserGoneError` where the driver is gone.
        """
        try:
            return self.loop.run(work, seconds=seconds)
        except Exception as error:  # a driver that died speaks by plain exceptions
            if isinstance(error, (Error, DeadlineError, CookieError)) or self.is_alive:
                raise
            raise BrowserGoneError(f"the browser's driver died: {error}") from error

    def ending(self) -> ProcessEnding:
        """How it ended, for a browser that is not alive."""
        ends = time.monotonic() + _TOLD_SECONDS
        while (ending := self._exit_status.ending) is None and time.monotonic() < ends:
            time.sleep(0.02)
        return self._unless_cramped(ending or endings.UNKNOWN)

    def ending_of(self, target: str) -> ProcessEnding:
        """How the process of a page that crashed ended."""
        ends = time.monotonic() + _TOLD_SECONDS
        while target not in self._crashes and time.monotonic() < ends and self.is_alive:
            time.sleep(0.02)
        if not self.is_alive:
            return self.ending()
        return self._unless_cramped(self._crashes.get(target, endings.CLOSED))

    def _unless_cramped(self, ending: ProcessEnding) -> ProcessEnding:
        """Without room for its temporary files a browser crashes, whatever page it shows."""
        return endings.CRAMPED if ending.is_own and self._belongings.is_cramped else ending

    @property
    def is_stopped(self) -> bool:
        """Whether somebody has stopped one of its processes."""
        return any(processes.is_stopped(process) for process in processes.tree(self._pids))

    def silence(self) -> ProcessEnding | None:
        """Why the browser itself gives no answer, or a process of it none; None where it answers."""
        if self.is_stopped:
            return endings.STOPPED
        try:
            self.loop.run(self._cdp.send("Browser.getVersion"), seconds=_CLOSE_SECONDS * patience())
        except (Error, DeadlineError):
            return endings.SILENT if self.is_alive else self.ending()
        return None

    def close(self) -> None:
        """End it in an orderly way, and then whatever is left of it."""
        left = processes.tree(self._pids)
        with suppress(Error, DeadlineError, BrowserError):  # what does not listen is killed below
            self.run(self._stop(), seconds=_CLOSE_SECONDS)
        self._end(left)

    async def _stop(self) -> None:
        await self.browser.close()
        if self._driver:
            await self._driver.stop()

    def kill(self) -> None:
        """End its whole process tree at once."""
        self._end(processes.tree(self._pids))

    def _end(self, left: list[psutil.Process]) -> None:
        self._killed = True
        processes.end(left)
        self.loop.stop()
        self._belongings.remove()


async def _begun(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    return asyncio.ensure_future(work)


def _belongings() -> TempDir:
    try:
        return TempDir()
    except OSError as error:
        raise BrowserError(f"no folder for a browser's temporary files: {error.strerror or error}") from error
