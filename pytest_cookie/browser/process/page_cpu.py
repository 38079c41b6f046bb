"""`PageCpu`: processor time of the processes of a browser that make its pages, as opposed to those that serve us."""

import psutil

from pytest_cookie.browser.process import process_tree as processes

_RENDERER, _DRAWER = "--type=renderer", "--type=gpu-process"
"""The browser itself encodes our pictures, its driver speaks with us: their time is not the page's."""


class PageCpu:
    """Of one browser. Costs little to read; `look_again` finds processes that have come since, and costs more."""

    def __init__(self, pids: frozenset[int]) -> None:
        self._pids = pids
        self._others: set[int] = set()
        self._own: dict[int, psutil.Process] = {}
        self._used: dict[str, dict[int, float]] = {_RENDERER: {}, _DRAWER: {}}
        self.look_again()

    def look_again(self) -> None:
        """Find the processes that have come since; what they have used already counts."""
        for process in processes.tree(self._pids):
            if process.pid in self._own or process.pid in self._others:
                continue
            try:
                kind = next((word for word in process.cmdline() if word in self._used), "")
            except (psutil.NoSuchProcess, psutil.AccessDenied):
                continue
            if kind:
                self._own[process.pid] = process
                self._used[kind][process.pid] = 0.0
            else:
                self._others.add(process.pid)

    def seconds(self) -> float:
        """What scripts, layout and painting have used; in processes that have ended, until they were last asked."""
        return self._read(_RENDERER)

    def drawing_seconds(self) -> float:
        """What drawing has used, our pictures of the page included."""
        return self._read(_DRAWER)

    def _read(self, kind: str) -> float:
        used = self._used[kind]
        for pid in used.keys() & self._own.keys():
            try:
                used[pid] = processes.cpu_seconds_of(self._own[pid])
            except (psutil.NoSuchProcess, psutil.AccessDenied):
                del self._own[pid]
        return sum(used.values())
