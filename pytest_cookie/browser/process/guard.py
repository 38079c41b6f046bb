"""`Guard`: kills a page that exceeds its limits, before the machine and other processes suffer."""

import asyncio
from dataclasses import dataclass

import psutil

from pytest_cookie.browser.process import process_tree
from pytest_cookie.browser.process.limits import PageLimits
from pytest_cookie.browser.process.overdue import ProcessorTime
from pytest_cookie.records.process_end import kill_processes

_INTERVAL_SECONDS = 0.5
_RENDERER, _HELPER = "--type=renderer", "--type="


@dataclass(frozen=True)
class _Usage:
    process: psutil.Process
    memory_bytes: int
    tasks: int


class Guard:
    """Guards one browser. `ended` counts the pages it killed, `reason` is why it killed the last one."""

    def __init__(self, pids: frozenset[int], limits: PageLimits) -> None:
        self._pids = pids
        self._limits = limits
        self._processor_times: dict[int, ProcessorTime] = {}
        self._session_start_seconds = 0.0
        self.cpu_seconds = 0.0
        self.ended = 0
        self.reason = ""

    def begin(self) -> None:
        """Start a session: its processor time counts from here."""
        self._session_start_seconds = self.cpu_seconds

    @property
    def session_cpu_seconds(self) -> float:
        """Processor time of this session in seconds, as of the last check (at most half a second ago)."""
        return self.cpu_seconds - self._session_start_seconds

    def times(self) -> dict[int, ProcessorTime]:
        """What each process has used so far, by pid, as of the last check."""
        return dict(self._processor_times)

    async def watch(self) -> None:
        """Check twice a second, until cancelled."""
        while True:
            await asyncio.sleep(_INTERVAL_SECONDS)
            await asyncio.to_thread(self.look)

    def look(self) -> None:
        """Measure what the browser uses now, and kill the page if it exceeds a limit."""
        usages = [usage for process in process_tree.tree(self._pids) if (usage := self._measure(process))]
        if reason := self._find_excess(usages):
            self.reason = reason
            self.ended += 1
            kill_processes(_processes_to_kill(usages), wait_seconds=0)

    def _measure(self, process: psutil.Process) -> _Usage | None:
        try:
            used = process_tree.read_cpu_seconds(process)
            before = self._processor_times.get(process.pid, ProcessorTime())
            self.cpu_seconds += max(0.0, used - before.used)
            self._processor_times[process.pid] = ProcessorTime(used, process_tree.read_queued_seconds(process))
            return _Usage(process, *process_tree.read_memory_and_threads(process))
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            return None

    def _find_excess(self, usages: list[_Usage]) -> str:
        limits = self._limits
        if sum(usage.memory_bytes for usage in usages) > limits.max_memory_bytes:
            return f"the page used more than {limits.max_memory_bytes / 1e9:g} GB of memory and was ended"
        if sum(usage.tasks for usage in usages) > limits.max_tasks:
            return f"the page had more than {limits.max_tasks} processes and threads at work and was ended"
        if self.session_cpu_seconds > limits.max_cpu_seconds:
            return f"the page used more than {limits.max_cpu_seconds:g} s of processor time and was ended"
        return ""


def _processes_to_kill(usages: list[_Usage]) -> list[psutil.Process]:
    """The renderers and the largest process that serves them; all processes if that one is the browser itself."""
    largest = max(usages, key=lambda usage: usage.memory_bytes)
    if not _has_argument(largest.process, _HELPER):
        return [usage.process for usage in usages]
    return [usage.process for usage in usages if usage is largest or _has_argument(usage.process, _RENDERER)]


def _has_argument(process: psutil.Process, kind: str) -> bool:
    try:
        return any(argument.startswith(kind) for argument in process.cmdline())
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False
