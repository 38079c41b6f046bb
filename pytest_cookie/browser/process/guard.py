"""`Guard`: ends a page that takes more than it may, before the machine and its neighbours suffer."""

import asyncio
from dataclasses import dataclass

import psutil

from pytest_cookie.browser.process import process_tree as processes
from pytest_cookie.browser.process.limits import PageLimits
from pytest_cookie.browser.process.overdue import ProcessorTime

_EVERY_SECONDS = 0.5
_RENDERER, _HELPER = "--type=renderer", "--type="


@dataclass(frozen=True)
class _Use:
    process: psutil.Process
    memory_bytes: int
    tasks: int


class Guard:
    """Of one browser. `ended` counts how often a page had to be ended, `reason` says why it was the last time."""

    def __init__(self, pids: frozenset[int], limits: PageLimits) -> None:
        self._pids = pids
        self._limits = limits
        self._times: dict[int, ProcessorTime] = {}
        self._began_with = 0.0
        self.cpu_seconds = 0.0
        self.ended = 0
        self.reason = ""

    def begin(self) -> None:
        """A session begins: its processor time counts from here."""
        self._began_with = self.cpu_seconds

    @property
    def session_cpu_seconds(self) -> float:
        """Processor time of this session, as far as the last look, half a second ago at most."""
        return self.cpu_seconds - self._began_with

    def times(self) -> dict[int, ProcessorTime]:
        """What each process has used so far, by its pid, as of the last look."""
        return dict(self._times)

    async def watch(self) -> None:
        """Look twice a second, until cancelled."""
        while True:
            await asyncio.sleep(_EVERY_SECONDS)
            await asyncio.to_thread(self.look)

    def look(self) -> None:
        """See what the browser uses now, and end the page where that is too much."""
        uses = [use for process in processes.tree(self._pids) if (use := self._use_of(process))]
        if reason := self._excess(uses):
            self.reason = reason
            self.ended += 1
            processes.end(_blamed(uses), wait_seconds=0)

    def _use_of(self, process: psutil.Process) -> _Use | None:
        try:
            used = processes.cpu_seconds_of(process)
            before = self._times.get(process.pid, ProcessorTime())
            self.cpu_seconds += max(0.0, used - before.used)
            self._times[process.pid] = ProcessorTime(used, processes.queued_seconds_of(process))
            return _Use(process, *processes.memory_and_threads(process))
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            return None

    def _excess(self, uses: list[_Use]) -> str:
        limits = self._limits
        if sum(use.memory_bytes for use in uses) > limits.max_memory_bytes:
            return f"the page used more than {limits.max_memory_bytes / 1e9:g} GB of memory and was ended"
        if sum(use.tasks for use in uses) > limits.max_tasks:
            return f"the page had more than {limits.max_tasks} processes and threads at work and was ended"
        if self.session_cpu_seconds > limits.max_cpu_seconds:
            return f"the page used more than {limits.max_cpu_seconds:g} s of processor time and was ended"
        return ""


def _blamed(uses: list[_Use]) -> list[psutil.Process]:
    """The page's processes and the largest that serves it; all there are where that one serves all."""
    largest = max(uses, key=lambda use: use.memory_bytes)
    if not _is(largest.process, _HELPER):
        return [use.process for use in uses]
    return [use.process for use in uses if use is largest or _is(use.process, _RENDERER)]


def _is(process: psutil.Process, kind: str) -> bool:
    try:
        return any(argument.startswith(kind) for argument in process.cmdline())
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False
