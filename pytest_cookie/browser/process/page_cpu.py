"""`PageCpu`: processor time of the browser's processes that run its pages, not of those that serve us."""

import psutil

from pytest_cookie.browser.process import process_tree

_RENDERER, _DRAWER = "--type=renderer", "--type=gpu-process"
"""The browser process encodes our screenshots and its driver talks to us: their time is not the page's."""


class PageCpu:
    """Meters one browser. Cheap to read; `refresh` finds new processes and costs more."""

    def __init__(self, pids: frozenset[int]) -> None:
        self._pids = pids
        self._others: set[int] = set()
        self._own: dict[int, psutil.Process] = {}
        self._used: dict[str, dict[int, float]] = {_RENDERER: {}, _DRAWER: {}}
        self.refresh()

    def refresh(self) -> None:
        """Find new processes; the time that they have used already counts."""
        for process in process_tree.tree(self._pids):
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
        """Seconds used by scripts, layout and painting; for processes that ended, as of the last reading."""
        return self._read(_RENDERER)

    def drawing_seconds(self) -> float:
        """Seconds used by drawing, including our screenshots of the page."""
        return self._read(_DRAWER)

    def _read(self, kind: str) -> float:
        used = self._used[kind]
        for pid in used.keys() & self._own.keys():
            try:
                used[pid] = process_tree.read_cpu_seconds(self._own[pid])
            except (psutil.NoSuchProcess, psutil.AccessDenied):
                del self._own[pid]
        return sum(used.values())
