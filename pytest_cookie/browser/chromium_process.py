"""`ChromiumProcess`: one running Chromium with its driver and its event-loop thread, ended whole or not at all."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import psutil
from playwright.async_api import Browser, Error, Playwright, async_playwright

from pytest_cookie.browser import processes
from pytest_cookie.browser.launching import Launch
from pytest_cookie.browser.loop import DeadlineError, EventLoopThread
from pytest_cookie.browser.memory_guard import MemoryGuard
from pytest_cookie.browser.page_cpu import PageCpu
from pytest_cookie.browser.reference import reference_seconds
from pytest_cookie.core.errors import BrowserError, CookieError

T = TypeVar("T")

_START_SECONDS = 60.0
_CLOSE_SECONDS = 5.0
_REFERENCE_SECONDS = 30.0


class ChromiumProcess:
    """Starts at construction; raises `BrowserError` where that fails. `folder` is removed when it ends."""

    def __init__(self, launch: Launch) -> None:
        self.launch = launch
        self.loop = EventLoopThread()
        self.folder = Path(tempfile.mkdtemp(prefix="pytest-cookie-browser-"))
        before = processes.child_pids()
        self._driver: Playwright | None = None
        self._killed = False
        self._reference_seconds: float | None = None
        try:
            self.browser = self.loop.run(self._start(launch), seconds=_START_SECONDS)
        except BaseException as error:  # an interrupt, too, leaves nothing behind
            self._pids = processes.child_pids() - before
            self.kill()
            if isinstance(error, (Error, DeadlineError, OSError)):
                raise BrowserError(launch.explain(str(error))) from error
            raise
        self._pids = processes.child_pids() - before
        self.memory = MemoryGuard(self._pids)
        self._watching = self.loop.run(_begun(self.memory.watch()), seconds=_CLOSE_SECONDS)

    async def _start(self, launch: Launch) -> Browser:
        with _temporary_files_in(self.folder):
            self._driver = await async_playwright().start()
        return await launch.start(self._driver.chromium)

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

        Raises `DeadlineError` after `seconds`, Playwright's `Error`, and `BrowserError` where the driver is gone.
        """
        try:
            return self.loop.run(work, seconds=seconds)
        except Exception as error:  # a driver that died speaks by plain exceptions
            if isinstance(error, (Error, DeadlineError, CookieError)) or self.is_alive:
                raise
            raise BrowserError(f"the browser's driver died: {error}") from error

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
        shutil.rmtree(self.folder, ignore_errors=True)


async def _begun(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    return asyncio.ensure_future(work)


@contextmanager
def _temporary_files_in(folder: Path) -> Iterator[None]:
    """Profiles and half-made downloads of a browser that is killed would stay where processes started now put them."""
    names = ("TMPDIR", "TEMP", "TMP")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, str(folder)))
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
