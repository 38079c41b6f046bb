"""Ends processes that we started, whole trees by pid, also when they no longer listen."""

import psutil


def child_pids() -> frozenset[int]:
    """The processes that this one has started and that still run."""
    return frozenset(child.pid for child in psutil.Process().children())


def are_running(pids: frozenset[int]) -> bool:
    """Whether all of them still run."""
    try:
        return all(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE for pid in pids)
    except psutil.NoSuchProcess:
        return False


def tree(pids: frozenset[int]) -> list[psutil.Process]:
    """These processes and everything below them."""
    found: dict[int, psutil.Process] = {}
    for pid in pids:
        try:
            root = psutil.Process(pid)
            found.update({process.pid: process for process in (root, *root.children(recursive=True))})
        except psutil.NoSuchProcess:
            continue
    return list(found.values())


def end(processes: list[psutil.Process], *, wait_seconds: float = 3.0) -> None:
    """Kill them. A process that is gone already, or whose pid another one has since, is left alone."""
    for process in processes:
        try:
            if process.is_running():
                process.kill()
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    psutil.wait_procs(processes, timeout=wait_seconds)
