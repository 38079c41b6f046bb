"""`ChromiumProcess`: one running Chromium with its driver and its event-loop thread, ended whole or not at all."""

from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import psutil
from playwright.async_api import Browser, Error, Playwright, async_playwright

from pytest_cookie.browser import processes
from pytest_cookie.browser.launching import Launch
from pytest_cookie.browser.loop import DeadlineError, EventLoopThread
from pytest_cookie.core.errors import BrowserError, CookieError

T = TypeVar("T")

_START_SECONDS = 60.0
_CLOSE_SECONDS = 5.0


class ChromiumProcess:
    """Starts at construction; raises `BrowserError` where that fails."""

    def __init__(self, launch: Launch) -> None:
        self.loop = EventLoopThread()
        before = processes.child_pids()
        self._driver: Playwright | None = None
        self._killed = False
        try:
            self.browser = self.loop.run(self._start(launch), seconds=_START_SECONDS)
        except (Error, DeadlineError, OSError) as error:
            self._pids = processes.child_pids() - before
            self.kill()
            raise BrowserError(launch.explain(str(error))) from error
        self._pids = processes.child_pids() - before

    async def _start(self, launch: Launch) -> Browser:
        self._driver = await async_playwright().start()
        return await launch.start(self._driver.chromium)

    @property
    def is_alive(self) -> bool:
        """Whether a session can be opened in it."""
        return not self._killed and self.browser.is_connected() and processes.are_running(self._pids)

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
