"""Process trees that we started, by pid: measures what they use, and kills them even if they hang."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil

from pytest_cookie.records.plain_tree import read_bounded, read_bounded_text

_SCHEDULED = 2
"""Linux's id of the clock that counts the time the scheduler gave a process."""
_CHILDREN_LIST = Path("/proc/thread-self/children")
"""Linux's list of a thread's children, here for our own thread; if it is missing, the kernel provides none."""
_READ_BYTES = 4096


def list_child_pids() -> frozenset[int]:
    """Return the pids of this process's running children."""
    return frozenset(child.pid for child in psutil.Process().children())


def are_running(pids: frozenset[int]) -> bool:
    """Whether all of them are running."""
    try:
        return all(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE for pid in pids)
    except psutil.NoSuchProcess:
        return False


def is_stopped(process: psutil.Process) -> bool:
    """Whether it was stopped, as by SIGSTOP."""
    try:
        return process.status() == psutil.STATUS_STOPPED
    except psutil.NoSuchProcess:
        return False


def tree(pids: frozenset[int]) -> list[psutil.Process]:
    """Return these processes and all their descendants."""
    found: dict[int, psutil.Process] = {}
    for pid in pids:
        try:
            root = psutil.Process(pid)
            found.update({process.pid: process for process in (root, *_list_descendants(root))})
        except psutil.NoSuchProcess:
            continue
    return list(found.values())


def _list_descendants(root: psutil.Process) -> list[psutil.Process]:
    """Find descendants by Linux's lists of children: psutil reads every process of the machine, too slow for many calls
    a minute."""
    if not _CHILDREN_LIST.exists():  # not Linux, or a kernel built without these lists
        return root.children(recursive=True)
    try:
        pids = _read_descendants(root.pid)
    except OSError:  # gone just now
        return []
    found = []
    for pid in pids:
        try:
            found.append(psutil.Process(pid))
        except psutil.NoSuchProcess:
            continue
    return found


def _read_descendants(pid: int) -> list[int]:
    """Return descendants from the children lists of each thread. Raises `OSError` if there is no such process."""
    found = []
    with os.scandir(f"/proc/{pid}/task") as threads:
        for thread in threads:
            with suppress(OSError):  # threads and processes may end meanwhile
                children = _read_children(f"{thread.path}/children")
                found += children
                for child in children:
                    with suppress(OSError):
                        found += _read_descendants(child)
    return found


def _read_children(path: str) -> list[int]:
    """Read one list with plain system calls: a browser has hundreds of threads, and this runs often."""
    file = os.open(path, os.O_RDONLY)
    try:
        listed_pids = b"".join(iter(lambda: os.read(file, _READ_BYTES), b""))
        return [int(child) for child in listed_pids.split()]
    finally:
        os.close(file)


def read_memory_and_threads(process: psutil.Process) -> tuple[int, int]:
    """Return the process's private and shared memory in bytes, and its number of threads.

    Raises psutil's errors if the process is gone. Mapped files, such as code, are excluded where the system reports
    them separately: every browser process maps the same hundreds of megabytes.
    """
    try:
        lines = read_bounded_text(Path(f"/proc/{process.pid}/status"), errors="replace").splitlines()
    except FileNotFoundError:  # not Linux, or it just ended: psutil raises then
        return process.memory_info().rss, process.num_threads()
    except OSError as error:
        raise psutil.NoSuchProcess(process.pid) from error
    status = {name: value.split()[0] for name, _, value in (line.partition(":") for line in lines) if value.strip()}
    kilobytes = sum(int(status.get(name, 0)) for name in ("RssAnon", "RssShmem", "VmSwap"))
    return kilobytes * 1024, int(status.get("Threads", 1))


def cpu_seconds(pids: frozenset[int]) -> float:
    """Return the processor time in seconds of these processes and all their descendants."""
    used = 0.0
    for process in tree(pids):
        try:
            used += read_cpu_seconds(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return used


def read_cpu_seconds(process: psutil.Process) -> float:
    """Return the processor time of one process in seconds. Raises psutil's errors if it is gone.

    /proc counts hundredths of a second, more than many an input costs; Linux's per-process clock
    (clock_getcpuclockid(3)) counts nanoseconds.
    """
    if sys.platform == "linux":
        try:
            return time.clock_gettime((~process.pid << 3) | _SCHEDULED)
        except OSError:  # it ended, and psutil raises below, or the kernel has no such clock
            pass
    times = process.cpu_times()
    return times.user + times.system


def read_queued_seconds(process: psutil.Process) -> float:
    """Return how long a process's first thread was ready to run while others ran, in seconds; 0.0 if unknown."""
    try:
        return int(read_bounded(Path(f"/proc/{process.pid}/schedstat")).split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
