"""`LockHolder`: the process that has taken something which others may want, too: a lock, a place, money set aside."""

import os
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

import psutil

_START_TICKS = 19
"""Where proc(5) has the start time, counted from behind the name."""


@dataclass(frozen=True)
class LockHolder:
    """A process that has taken something. Its number alone is used again, so its birth counts: see `_birth`."""

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
        """Whether it is known to have ended; of another machine's process nothing is known."""
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
    """When it began, in seconds: on Linux since the machine did, for a calendar may be set anew, elsewhere since 1970.

    The same number whoever asks and whenever. psutil's errors where it is gone.
    """
    if sys.platform != "linux":
        return round(process.create_time(), 2)
    try:
        told = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise psutil.NoSuchProcess(process.pid) from error
    ticks = told.rpartition(")")[2].split()[_START_TICKS]  # the name before it may hold blanks
    return int(ticks) / os.sysconf("SC_CLK_TCK")
