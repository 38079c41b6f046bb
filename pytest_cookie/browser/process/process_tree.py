"""Processes that we started, whole trees by pid: what they use, and their end, also when they no longer listen."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil

_SCHEDULED = 2
"""Linux's number for the clock that counts what the scheduler gave a process."""
_LISTED = Path("/proc/thread-self/children")
"""Where Linux lists what a thread has started, for ours; without it, it does so for none."""
_READ_BYTES = 4096


def child_pids() -> frozenset[int]:
    """The processes that this one has started and that still run."""
    return frozenset(child.pid for child in psutil.Process().children())


def are_running(pids: frozenset[int]) -> bool:
    """Whether all of them still run."""
    try:
        return all(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE for pid in pids)
    except psutil.NoSuchProcess:
        return False


def is_stopped(process: psutil.Process) -> bool:
    """Whether somebody has stopped it, as by SIGSTOP."""
    try:
        return process.status() == psutil.STATUS_STOPPED
    except psutil.NoSuchProcess:
        return False


def tree(pids: frozenset[int]) -> list[psutil.Process]:
    """These processes and everything below them."""
    found: dict[int, psutil.Process] = {}
    for pid in pids:
        try:
            root = psutil.Process(pid)
            found.update({process.pid: process for process in (root, *_below(root))})
        except psutil.NoSuchProcess:
            continue
    return list(found.values())


def _below(root: psutil.Process) -> list[psutil.Process]:
    """psutil reads every process of the machine to find them, and this is asked many times a minute."""
    if not _LISTED.exists():  # not Linux, or a kernel that was built without these lists
        return root.children(recursive=True)
    try:
        pids = _descendants(root.pid)
    except OSError:  # gone just now
        return []
    found = []
    for pid in pids:
        try:
            found.append(psutil.Process(pid))
        except psutil.NoSuchProcess:
            continue
    return found


def _descendants(pid: int) -> list[int]:
    """As Linux lists them, by the thread that started each. `OSError` where there is no such process."""
    found = []
    with os.scandir(f"/proc/{pid}/task") as threads:
        for thread in threads:
            with suppress(OSError):  # threads and processes end while they are asked
                children = _children_of(f"{thread.path}/children")
                found += children
                for child in children:
                    with suppress(OSError):
                        found += _descendants(child)
    return found


def _children_of(listed: str) -> list[int]:
    """Read as barely as can be: a browser has hundreds of threads, and is asked several times a second."""
    file = os.open(listed, os.O_RDONLY)
    try:
        listed_pids = b"".join(iter(lambda: os.read(file, _READ_BYTES), b""))
        return [int(child) for child in listed_pids.split()]
    finally:
        os.close(file)


def memory_and_threads(process: psutil.Process) -> tuple[int, int]:
    """What memory a process has to itself or shares in memory, in bytes, and how many threads it has.

    psutil's errors where it is gone. What lies in files, as code does, is left out where the system tells it apart:
    every process of a browser has the same hundreds of megabytes of it.
    """
    try:
        lines = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:  # not Linux, or gone just now, which psutil says
        return process.memory_info().rss, process.num_threads()
    except OSError as error:
        raise psutil.NoSuchProcess(process.pid) from error
    told = {name: value.split()[0] for name, _, value in (line.partition(":") for line in lines) if value.strip()}
    kilobytes = sum(int(told.get(name, 0)) for name in ("RssAnon", "RssShmem", "VmSwap"))
    return kilobytes * 1024, int(told.get("Threads", 1))


def cpu_seconds(pids: frozenset[int]) -> float:
    """Processor time that these processes and everything below them have used so far."""
    used = 0.0
    for process in tree(pids):
        try:
            used += cpu_seconds_of(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return used


def cpu_seconds_of(process: psutil.Process) -> float:
    """Processor time that one process has used so far, as finely as the system tells. psutil's errors where it is gone.

    What Linux lists counts hundredths of a second, which is more than many an input costs; the clock that it has for
    every process (clock_getcpuclockid(3)) counts nanoseconds.
    """
    if sys.platform == "linux":
        try:
            return time.clock_gettime((~process.pid << 3) | _SCHEDULED)
        except OSError:  # gone, which psutil says below, or a kernel that has no such clock
            pass
    times = process.cpu_times()
    return times.user + times.system


def queued_seconds_of(process: psutil.Process) -> float:
    """How long a process was ready to run so far while others ran, as its first thread; 0 where no system tells."""
    try:
        return int(Path(f"/proc/{process.pid}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def end(processes: list[psutil.Process], *, wait_seconds: float = 3.0) -> None:
    """Kill them. A process that is gone already, or whose pid another one has since, is left alone."""
    for process in processes:
        try:
            if process.is_running():
                process.kill()
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    psutil.wait_procs(processes, timeout=wait_seconds)
