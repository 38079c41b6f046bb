"""`MemoryGuard`: ends a page's process that takes more memory than it may, before the machine suffers."""

import asyncio

import psutil

from pytest_cookie.browser import processes

MAX_BYTES = 2_000_000_000
"""Resident, for one process of the browser's: a page with all its frames, its drawing, its network."""

_EVERY_SECONDS = 0.5


class MemoryGuard:
    """Of one browser. `ended` counts the processes that had to be ended."""

    def __init__(self, pids: frozenset[int]) -> None:
        self._pids = pids
        self.ended = 0

    async def watch(self) -> None:
        """Look twice a second, until cancelled."""
        while True:
            await asyncio.sleep(_EVERY_SECONDS)
            await asyncio.to_thread(self._look)

    def _look(self) -> None:
        for process in processes.tree(self._pids):
            try:
                if process.memory_info().rss > MAX_BYTES and _is_helper(process):
                    process.kill()
                    self.ended += 1
            except (psutil.NoSuchProcess, psutil.AccessDenied):
                continue


def _is_helper(process: psutil.Process) -> bool:
    """Any but the browser itself and its driver, without which nothing goes on."""
    return any(argument.startswith("--type=") for argument in process.cmdline())
