"""What processors and memory were used for, over time: by kind of process, of a process and all below it."""

import bisect
import threading
import time
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

KINDS = ("workers", "controller", "calls", "driver", "browser", "drawing", "provider")
"""pytest's worker processes and its main one, the process that makes the calls of models, Playwright's driver,
Chromium's processes, those of them that draw (GPU), and the process that measures and plays the provider."""
OTHERS = "others"
"""Everything else on the machine, and what its host took away."""
_INTERVAL_SECONDS = 0.5
_LOOKS_A_WEIGHING = 10
"""Memory is read that seldom: the kernel adds up a process's pages each time."""


class Timeline:
    """Between entering and leaving, looks at the tree below `pid` every half second."""

    def __init__(self, pid: int) -> None:
        self._root = pid
        self._spent: dict[int, tuple[str, float]] = {}
        self._moments: list[float] = []
        self._sums: list[Counter[str]] = []
        self._weights: list[Counter[str]] = []
        self._done = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._look()
        self._watcher.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._watcher.join()
        self._look()

    def spent(self, begin: float, end: float) -> dict[str, float]:
        """CPU seconds by kind between two moments (`time.time()`), as near as the samples are."""
        before, after = self._at(begin), self._at(end)
        return {kind: after[kind] - before[kind] for kind in KINDS}

    def spent_by_others(self, begin: float, end: float) -> float:
        """CPU seconds of all that is not ours."""
        before, after = self._at(begin), self._at(end)
        return max(0.0, after[OTHERS] - before[OTHERS])

    def most_memory(self) -> dict[str, float]:
        """MB by kind at the moment when all together took most; what processes share is divided among them (PSS)."""
        most = max(self._weights, key=lambda weights: weights.total(), default=Counter())
        return {kind: most[kind] / 1000 for kind in KINDS if kind != "provider"}

    def _at(self, moment: float) -> Counter[str]:
        return self._sums[max(0, bisect.bisect_right(self._moments, moment) - 1)]

    def _watch(self) -> None:
        while not self._done.wait(_INTERVAL_SECONDS):
            self._look()

    def _look(self) -> None:
        """The machine's own account is read first: time spent on reading counts as ours, not as others'."""
        whole = psutil.cpu_times()
        busy = whole.user + whole.nice + whole.system + whole.irq + whole.softirq + whole.steal
        own = psutil.Process()
        self._note(own, "provider")
        try:
            root = psutil.Process(self._root)
            tree = [root, *root.children(recursive=True)]
        except psutil.NoSuchProcess:
            tree = []
        weights: Counter[str] = Counter()
        weighs = len(self._moments) % _LOOKS_A_WEIGHING == 0
        for process in tree:
            try:
                kind = self._kind(process)
                self._note(process, kind)
                weights[kind] += _kilobytes(process.pid) if weighs else 0
            except psutil.NoSuchProcess:
                continue
        if weighs:
            self._weights.append(weights)
        sums: Counter[str] = Counter()
        for kind, seconds in self._spent.values():
            sums[kind] += seconds  # type: ignore[assignment]
        sums[OTHERS] = busy - sum(sums[kind] for kind in KINDS)  # type: ignore[assignment]
        self._moments.append(time.time())
        self._sums.append(sums)

    def _note(self, process: psutil.Process, kind: str) -> None:
        times = process.cpu_times()
        self._spent[process.pid] = (kind, times.user + times.system)

    def _kind(self, process: psutil.Process) -> str:
        """A process keeps its kind, so its command line is read once."""
        if process.pid in self._spent:
            return self._spent[process.pid][0]
        if process.pid == self._root:
            return "controller"
        words = " ".join(process.cmdline())
        if "pytest_cookie.llm.transport.call_server" in words:
            return "calls"
        if "--type=gpu-process" in words:
            return "drawing"
        if "chrom" in process.name() or "headless" in process.name():
            return "browser"
        return "driver" if "node" in process.name() else "workers"


def _kilobytes(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8").splitlines()
    except OSError:  # it has ended, or the system has no such file
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
