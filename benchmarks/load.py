"""Load on purpose, and what a piece of work costs: CPU seconds and memory of this process and all below it."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

import psutil

_BUSY = """
import os, time
parent, ends = os.getppid(), time.monotonic() + {seconds}
while time.monotonic() < ends and os.getppid() == parent: pass
"""
_MEGABYTE = 1 << 20


@contextmanager
def busy(processes: int, *, seconds: float = 3_600.0) -> Iterator[None]:
    """So many processes that waste CPU time, `seconds` at most, and no longer than we live."""
    started = [subprocess.Popen([sys.executable, "-c", _BUSY.format(seconds=seconds)]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


class Cost:
    """Between entering and leaving: `wall_seconds`, `cpu_seconds` of the process tree, its `peak_mb` (summed RSS)."""

    wall_seconds = cpu_seconds = peak_mb = 0.0

    def __enter__(self) -> Self:
        self._tree = psutil.Process()
        self._spent: dict[int, float] = {}
        self._done = threading.Event()
        self._before = self._sample()
        self._began = time.monotonic()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.wall_seconds = time.monotonic() - self._began
        self.cpu_seconds = self._sample() - self._before
        self._done.set()
        self._watcher.join()

    @property
    def seconds_so_far(self) -> float:
        """Wall time since entering."""
        return time.monotonic() - self._began

    def _watch(self) -> None:
        while not self._done.wait(0.2):
            self._sample()

    def _sample(self) -> float:
        """CPU seconds so far, also of processes that have ended since they were last seen."""
        memory = 0.0
        for process in (self._tree, *self._tree.children(recursive=True)):
            try:
                times = process.cpu_times()
                self._spent[process.pid] = times.user + times.system
                memory += process.memory_info().rss / _MEGABYTE
            except psutil.NoSuchProcess:
                continue
        self.peak_mb = max(self.peak_mb, memory)
        return sum(self._spent.values())
