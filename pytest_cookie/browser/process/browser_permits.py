"""`BrowserPermits`: when the browser of this process may be alive, and when it may work, beside those of other workers.

Two things run short apart from each other. A browser takes memory as long as it is alive, also while its page stands
still and a model thinks: `max_browsers` bounds those. It takes processors only while its page is used, and more of them
at work than there are processors make each other slower and deadlines shorter: `max_working` bounds those.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.browser.process.slots import Slot, Slots


@dataclass(frozen=True)
class Capacity:
    """What all workers of a run have together; they find each other in `folder`.

    `keeps_browser`: whether a worker's browser stays between two explorations, where nobody else needs its place.
    """

    folder: Path
    max_browsers: int
    max_working: int
    keeps_browser: bool = False


class BrowserPermits:
    """One process's. Without a `capacity` it has the machine for itself. `on_wait(True)` says that it waits for a
    browser, `on_wait(False)` that this is over."""

    def __init__(self, capacity: Capacity | None = None, on_wait: Callable[[bool], None] = lambda waits: None) -> None:
        self.keeps_browser = capacity is None or capacity.keeps_browser
        self._alive = Slots(capacity.folder, "browser", capacity.max_browsers) if capacity else None
        self._working = Slots(capacity.folder, "working", capacity.max_working) if capacity else None
        self._on_wait = on_wait
        self._turn: Slot | None = None
        self._waited_seconds = 0.0
        self._waits = False

    def now(self) -> float:
        """Seconds, as `time.monotonic` has them, without those in which it was the turn of others.

        Deadlines count these, so that a crowd costs an exploration nothing but time.
        """
        return time.monotonic() - self._waited_seconds

    @contextmanager
    def occupied(self) -> Iterator[None]:
        """A browser may be alive and at work."""
        if self._alive is None or self._working is None:
            yield
            return
        place = self._alive.take(self._wait)
        try:
            self._turn = self._working.take(self._wait)
            self._go_on()
            yield
        finally:
            self._rest()
            place.release()

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        """Within `occupied`: the page stands still, others may work. Afterwards waits for its turn."""
        if self._turn is None or self._working is None:
            yield
            return
        self._rest()
        try:
            yield
        except Exception:
            self._resume()
            raise
        self._resume()  # but not where the run is being stopped

    def _resume(self) -> None:
        if self._working is not None:
            began = time.monotonic()
            self._turn = self._working.take()
            self._waited_seconds += time.monotonic() - began

    def _rest(self) -> None:
        turn, self._turn = self._turn, None
        if turn:
            turn.release()

    def _wait(self) -> None:
        self._waits = True
        self._on_wait(True)

    def _go_on(self) -> None:
        if self._waits:
            self._waits = False
            self._on_wait(False)
