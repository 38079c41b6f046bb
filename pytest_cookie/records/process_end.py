"""Kills processes and waits until they have ended."""

import time
from collections.abc import Iterable
from contextlib import suppress

import psutil

_POLL_SECONDS = 0.01


def kill_processes(processes: Iterable[psutil.Process], *, wait_seconds: float) -> None:
    """Kill them and wait until none runs. Skips processes that ended, also if their pid was reused.

    A process that ended keeps its pid until its parent asks for its exit code. It holds neither memory nor files then,
    and PID 1, the parent of orphans, may ask seconds later (or never, in a container), so nobody waits for that.
    """
    remaining = list(processes)
    for process in remaining:
        with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            process.kill()
    deadline = time.monotonic() + wait_seconds
    while (remaining := [process for process in remaining if _is_running(process)]) and time.monotonic() < deadline:
        time.sleep(_POLL_SECONDS)


def _is_running(process: psutil.Process) -> bool:
    try:
        if not process.is_running():
            return False
        if process.status() != psutil.STATUS_ZOMBIE:
            return True
        process.wait(0)  # our own child: give its pid back
    except (psutil.NoSuchProcess, psutil.TimeoutExpired):
        return False
    return False
