"""`FileSemaphore`: a counting semaphore over all processes that use the same folder; first come, first served.

A permit is a lock on a file (flock(2)), which the kernel releases however a process ends. A waiting process queues at a
separate lock, so that only the first in the queue polls for a free permit and all others sleep.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

from pytest_cookie.records.file_lock import try_lock, wait_for_lock

_POLL_SECONDS = 0.02


class Permit:
    """Held until `release`, which may be called twice, or until the process ends."""

    def __init__(self, handle: int | None = None) -> None:
        self._handle = handle

    def release(self) -> None:
        """Release it."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


class FileSemaphore:
    """`count` permits called `name` in `folder`, which is created on first use.

    If locks are not available (Windows, some network file systems, a full disk), `acquire` never waits: a run without a
    bound is better than no run.
    """

    def __init__(self, folder: Path, name: str, count: int) -> None:
        self._folder, self._name, self._count = folder, name, count

    def acquire(self, on_wait: Callable[[], None] = lambda: None) -> Permit:
        """Return a permit; `on_wait` is called once if the caller has to wait."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            return self._queue_up(on_wait)
        except OSError:
            return Permit()

    def _queue_up(self, on_wait: Callable[[], None]) -> Permit:
        queue, waits = self._open("queue"), False
        try:
            if not _try_acquire(queue):
                waits = True
                on_wait()
                wait_for_lock(queue)
            while (permit := self._find_free()) is None:
                if not waits:
                    waits = True
                    on_wait()
                time.sleep(_POLL_SECONDS)
            return permit
        finally:
            os.close(queue)

    def _find_free(self) -> Permit | None:
        for number in range(self._count):
            handle = self._open(str(number))
            if _try_acquire(handle):
                return Permit(handle)
            os.close(handle)
        return None

    def _open(self, part: str) -> int:
        """Open a lock file. Python's descriptors are not inherited by child processes, so none keeps a permit."""
        return os.open(self._folder / f"{self._name}-{part}.lock", os.O_RDWR | os.O_CREAT, 0o600)


def _try_acquire(handle: int) -> bool:
    """Try to lock it; false if another process holds the lock. Raises `OSError` if there are no locks."""
    result = try_lock(handle)
    if result == "unknown":
        raise OSError("no locks on files here")
    return result == "taken"
