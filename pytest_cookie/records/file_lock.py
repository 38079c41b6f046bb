"""The system's lock on an open file (flock(2)), which the kernel releases however a process ends."""

import sys
from typing import Literal

LockResult = Literal["taken", "busy", "unknown"]
"""`busy`: another process holds the lock. `unknown`: the system or the file system has no such locks."""


def try_lock(handle: int, *, shared: bool = False) -> LockResult:
    """Lock an open file without waiting, exclusively or `shared`."""
    if sys.platform == "win32":
        return "unknown"
    import fcntl

    try:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return "busy"
    except OSError:  # such as on some network file systems
        return "unknown"
    return "taken"


def wait_for_lock(handle: int) -> None:
    """Lock an open file exclusively, after waiting for other processes. Raises `OSError` if there are no such locks."""
    if sys.platform == "win32":
        raise OSError("this system has no locks on files")
    import fcntl

    fcntl.flock(handle, fcntl.LOCK_EX)
