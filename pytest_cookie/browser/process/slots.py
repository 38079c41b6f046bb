"""`Slots`: so many at once, over all processes that look into the same folder; first come, first served.

A slot is a lock on a file (flock(2)), which the kernel gives back however a process ends. Whoever waits stands in line
at a lock of its own, so that only the first in line looks for a free slot and all others sleep.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows
    _HAS_LOCKS = False
else:
    _HAS_LOCKS = True

_LOOK_SECONDS = 0.02


class Slot:
    """Held until `release`, which may be called twice, or until the process ends."""

    def __init__(self, handle: int | None = None) -> None:
        self._handle = handle

    def release(self) -> None:
        """Give it to the next."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


class Slots:
    """`count` slots called `name` in `folder`, which is made when it is needed.

    Where no locks are to be had (Windows, some network file systems, a full disk) nobody waits: a run without a bound
    is better than none.
    """

    def __init__(self, folder: Path, name: str, count: int) -> None:
        self._folder, self._name, self._count = folder, name, count

    def take(self, on_wait: Callable[[], None] = lambda: None) -> Slot:
        """A slot; `on_wait` is called once where it has to be waited for."""
        if not _HAS_LOCKS:
            return Slot()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            return self._in_line(on_wait)
        except OSError:
            return Slot()

    def _in_line(self, on_wait: Callable[[], None]) -> Slot:
        queue, waits = self._open("queue"), False
        try:
            if not _is_taken(queue):
                waits = True
                on_wait()
                fcntl.flock(queue, fcntl.LOCK_EX)
            while (slot := self._free()) is None:
                if not waits:
                    waits = True
                    on_wait()
                time.sleep(_LOOK_SECONDS)
            return slot
        finally:
            os.close(queue)

    def _free(self) -> Slot | None:
        for number in range(self._count):
            handle = self._open(str(number))
            if _is_taken(handle):
                return Slot(handle)
            os.close(handle)
        return None

    def _open(self, part: str) -> int:
        """Python's own descriptors are closed in the processes that it starts: none of them keeps a slot."""
        return os.open(self._folder / f"{self._name}-{part}.lock", os.O_RDWR | os.O_CREAT, 0o600)


def _is_taken(handle: int) -> bool:
    """Take its lock if that is free; false where somebody else has it."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
