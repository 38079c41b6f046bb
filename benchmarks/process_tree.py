"""`ProcessTree`: the processes of a run, also those whose parent was killed; their memory, and one to kill."""

import contextlib
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import psutil

Kind = Literal["worker", "browser", "controller"]
_MEGABYTE = 1 << 20
_SHELLS = frozenset({"sh", "bash", "dash"})
_WORKER = "exec(eval(sys.stdin.readline()))"
"""How xdist starts one."""


@dataclass(frozen=True)
class MemorySample:
    """Summed RSS: of all processes, and of those in Python: controller and workers, which live long."""

    all_mb: float
    own_mb: float


@dataclass
class ProcessTree:
    """Knows a process by the name of `folder`, which is in the environment of each, and by its parents."""

    folder: Path
    controller: psutil.Process | None = None
    samples: list[MemorySample] = field(default_factory=list)

    def living(self) -> list[psutil.Process]:
        """All of them, except zombies."""
        found: dict[int, psutil.Process] = {}
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error, OSError):
                if process.status() != psutil.STATUS_ZOMBIE and self._is_ours(process):
                    found[process.pid] = process
                    found |= {child.pid: child for child in process.children(recursive=True)}
        return list(found.values())

    def _is_ours(self, process: psutil.Process) -> bool:
        """The bytes of `/proc`, since a browser's processes may overwrite their arguments."""
        with contextlib.suppress(OSError):
            return str(self.folder).encode() in Path(f"/proc/{process.pid}/environ").read_bytes()
        return False

    def sample(self) -> None:
        """Record their present use."""
        every = own = 0.0
        for process in self.living():
            with contextlib.suppress(psutil.Error):
                megabytes = process.memory_info().rss / _MEGABYTE
                every += megabytes
                own += megabytes if process == self.controller or _is_worker(process) else 0
        self.samples.append(MemorySample(every, own))

    def kill_one(self, kind: Kind, dice: random.Random) -> int | None:
        """SIGKILL to one of a kind, chosen by `dice`; its id, None if there is none at this moment."""
        for process in dice.sample(found := sorted(self._of(kind), key=lambda one: one.pid), len(found)):
            with contextlib.suppress(psutil.Error):
                process.kill()
                return process.pid
        return None

    def _of(self, kind: Kind) -> Iterator[psutil.Process]:
        assert self.controller is not None
        if kind == "controller":
            yield self.controller
            return
        for process in self.controller.children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if _is_worker_at_work(process) if kind == "worker" else _is_browser(process):
                    yield process

    def left(self, *, patience_seconds: float) -> list[str]:
        """Those that do not end by themselves within that time; they are then ended."""
        ends = time.monotonic() + patience_seconds
        while (living := self.living()) and time.monotonic() < ends:
            time.sleep(0.5)
        told = []
        for process in living:
            with contextlib.suppress(psutil.Error):
                told.append(f"{process.pid} {' '.join(process.cmdline())[:120]}")
                process.kill()
        return told


def _is_worker(process: psutil.Process) -> bool:
    return _WORKER in " ".join(process.cmdline())


def _is_worker_at_work(process: psutil.Process) -> bool:
    """It has a browser. One that is killed while xdist brings it up ends the session (`INTERNALERROR`), as xdist is."""
    return _is_worker(process) and bool(process.children())


def _is_browser(process: psutil.Process) -> bool:
    """Not the shell that may have started it, and none of its own processes."""
    said = process.cmdline()
    leads = "--remote-debugging-pipe" in said and "--type=" not in " ".join(said)
    return leads and Path(process.exe()).name not in _SHELLS
