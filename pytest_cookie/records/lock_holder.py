"""`LockHolder`: the process that owns a shared resource: a lock, a slot, a part of the budget."""

import os
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

import psutil

from pytest_cookie.records.plain_tree import read_bounded_text

_START_TICKS = 19
"""Position of the start time in proc(5), counted from the end of the name."""


@dataclass(frozen=True)
class LockHolder:
    """A process that owns something. Process numbers are reused, so its start time counts too: see `_birth`."""

    host: str
    process: int
    born: float

    @classmethod
    def this(cls) -> "LockHolder":
        """This process."""
        return cls(socket.gethostname(), os.getpid(), _birth(psutil.Process()))

    @property
    def is_here(self) -> bool:
        """Whether it runs, or ran, on this machine."""
        return self.host == socket.gethostname()

    @property
    def is_dead(self) -> bool:
        """Whether it is known to have exited; unknown for a process on another machine."""
        if not self.is_here:
            return False
        try:
            process = psutil.Process(self.process)
            return _birth(process) != self.born or process.status() == psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return True
        except psutil.Error:
            return False


def _birth(process: psutil.Process) -> float:
    """Start time in seconds: on Linux since boot, because the calendar may be adjusted; elsewhere since 1970.

    Always the same number for the same process. Raises psutil's errors if it has exited.
    """
    if sys.platform != "linux":
        return round(process.create_time(), 2)
    try:
        stat = read_bounded_text(Path(f"/proc/{process.pid}/stat"), errors="replace")
    except OSError as error:
        raise psutil.NoSuchProcess(process.pid) from error
    ticks = stat.rpartition(")")[2].split()[_START_TICKS]  # the name before it may contain spaces
    return int(ticks) / os.sysconf("SC_CLK_TCK")
