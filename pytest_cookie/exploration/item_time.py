"""`ItemTime`: the time limit of all browser sessions of an item. If the page itself used the time, it is to blame."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Protocol

from pytest_cookie.browser.errors import PageBusyError, TimeIsUpError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.process.load_factor import describe_load
from pytest_cookie.browser.process.overdue import BUSY_SHARE
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings

_NORMAL_CPU_SECONDS = 60.0
"""Processor seconds that observing a normal page may cost, however small the time limit is."""


class Opener(Protocol):
    """Opens browser sessions: a `BrowserHost`, or an `ItemTime` for the time that remains."""

    def open_session(self, settings: SessionSettings) -> AbstractContextManager[Session]:
        """Open a fresh session."""


class ItemTime:
    """Begins when it is made. `max_seconds` of machine time are for all sessions together, including retries."""

    def __init__(self, host: BrowserHost, max_seconds: float) -> None:
        self._host, self._max_seconds = host, max_seconds
        self._ends_at = host.workplace.now() + max_seconds
        self._used_seconds = 0.0

    def check(self) -> None:
        """Raise `TimeIsUpError` if no time remains, or `PageBusyError` if the page itself used it."""
        with self._blame_page():
            if self._ends_at <= self._host.workplace.now():
                raise TimeIsUpError(f"the time limit of {self._max_seconds:.0f} s was reached")

    def shorten(self, seconds: float) -> None:
        """Let at most `seconds` remain."""
        self._ends_at = min(self._ends_at, self._host.workplace.now() + seconds)

    def limit(self, settings: SessionSettings) -> SessionSettings:
        """The settings of a session with the time that remains."""
        return replace(settings, max_seconds=self._ends_at - self._host.workplace.now())

    @contextmanager
    def open_session(self, settings: SessionSettings) -> Iterator[Session]:
        """Open a session for the time that remains.

        When it is up, calls raise `TimeIsUpError`; this becomes `PageBusyError` if the page itself used the time.
        """
        self.check()
        with self._blame_page(), self._host.open_session(self.limit(settings)) as session:
            try:
                yield session
            finally:
                self._used_seconds += session.cpu_seconds

    @contextmanager
    def _blame_page(self) -> Iterator[None]:
        try:
            yield
        except TimeIsUpError as error:
            if self._used_seconds < max(_NORMAL_CPU_SECONDS, BUSY_SHARE * self._max_seconds):
                raise TimeIsUpError(f"{error}{describe_load()}", spend=error.spend) from error
            used = f"the browser used {self._used_seconds:.0f} s of processor time"
            told = f"its own work kept the browser too busy; {error}, and {used}"
            raise PageBusyError(told, spend=error.spend) from error
