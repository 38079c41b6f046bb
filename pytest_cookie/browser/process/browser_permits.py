"""`BrowserPermits`: when this process's browser may be alive and when it may work, shared among all workers of a run.

Two resources are limited separately. A living browser takes memory, even while its page is idle and a model thinks:
`max_browsers` bounds that. A working browser takes processor time, and more of them than processors only slow each
other down: `max_working` bounds that.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.browser.process.file_semaphore import FileSemaphore, Permit


@dataclass(frozen=True)
class Capacity:
    """The capacity that all workers of a run share; they find each other through `folder`.

    `keeps_browser`: whether a worker's browser stays open between two explorations, since no other worker needs its
    place.
    """

    folder: Path
    max_browsers: int
    max_working: int
    keeps_browser: bool = False


class BrowserPermits:
    """Permits of one process. Without a `capacity` it never waits. `on_wait(True)` is called when it starts to wait for
    a browser, `on_wait(False)` when the wait is over."""

    def __init__(self, capacity: Capacity | None = None, on_wait: Callable[[bool], None] = lambda waits: None) -> None:
        self.keeps_browser = capacity is None or capacity.keeps_browser
        self._alive = FileSemaphore(capacity.folder, "browser", capacity.max_browsers) if capacity else None
        self._working = FileSemaphore(capacity.folder, "working", capacity.max_working) if capacity else None
        self._on_wait = on_wait
        self._turn: Permit | None = None
        self._waited_seconds = 0.0
        self._waits = False

    def now(self) -> float:
        """`time.monotonic()` minus the seconds spent waiting for a turn.

        Deadlines use this clock, so a crowded machine costs an exploration only wall time.
        """
        return time.monotonic() - self._waited_seconds

    @contextmanager
    def hold_permits(self) -> Iterator[None]:
        """Hold both permits: the browser may be alive and may work."""
        if self._alive is None or self._working is None:
            yield
            return
        permit = self._alive.acquire(self._begin_wait)
        try:
            self._turn = self._working.acquire(self._begin_wait)
            self._end_wait()
            yield
        finally:
            self._release_turn()
            permit.release()

    @contextmanager
    def yield_turn(self) -> Iterator[None]:
        """Within `hold_permits`: let others work while the page is idle, then wait for a turn again."""
        if self._turn is None or self._working is None:
            yield
            return
        self._release_turn()
        try:
            yield
        except Exception:
            self._take_turn()
            raise
        self._take_turn()  # not in a `finally`: when the run is being stopped, no turn is needed

    def _take_turn(self) -> None:
        if self._working is not None:
            began = time.monotonic()
            self._turn = self._working.acquire()
            self._waited_seconds += time.monotonic() - began

    def _release_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn:
            turn.release()

    def _begin_wait(self) -> None:
        self._waits = True
        self._on_wait(True)

    def _end_wait(self) -> None:
        if self._waits:
            self._waits = False
            self._on_wait(False)
