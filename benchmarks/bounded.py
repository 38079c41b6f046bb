"""A command that may take too much: it runs until it ends or exceeds a limit; then all its processes are ended."""

import shutil
import tempfile
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil
from load import Cost

_PACE_SECONDS = 0.2


@dataclass(frozen=True)
class Limits:
    """When a command is given up: wall time, memory of all its processes, and how little disk it may leave free."""

    seconds: float
    megabytes: float
    free_megabytes: float = 2_000.0

    def passed(self, cost: Cost, folder: Path) -> str:
        """The exceeded limit, in words; empty below all limits."""
        if cost.seconds_so_far > self.seconds:
            return f"gave up after {self.seconds:.0f} s"
        if cost.peak_mb > self.megabytes:
            return f"gave up at {cost.peak_mb:.0f} MB of memory"
        if shutil.disk_usage(folder).free / 1e6 < self.free_megabytes:
            return f"gave up with less than {self.free_megabytes:.0f} MB of disk left"
        return ""


@dataclass(frozen=True)
class Outcome:
    """What a command took. `problem` is why it was ended or how it failed, "" for success."""

    wall_seconds: float
    cpu_seconds: float
    peak_mb: float
    problem: str
    printed: str


def run_bounded(
    command: Sequence[str],
    limits: Limits,
    *,
    folder: Path,
    environment: dict[str, str] | None = None,
    succeeds: Collection[int] = (0,),
) -> Outcome:
    """Run `command` in `folder`, with these exit codes for success."""
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as complained:
        with Cost() as cost:
            process = psutil.Popen(command, stdout=printed, stderr=complained, cwd=folder, env=environment)
            problem = ""
            while process.poll() is None and not problem:
                time.sleep(_PACE_SECONDS)
                problem = limits.passed(cost, folder)
            if problem:
                end(process)
        if not problem and process.returncode not in succeeds:
            problem = f"failed with {process.returncode}: {_last_line(complained) or _last_line(printed)}"
        printed.seek(0)
        text = printed.read().decode(errors="replace")
    return Outcome(cost.wall_seconds, cost.cpu_seconds, cost.peak_mb, problem, text)


def end(process: psutil.Process) -> None:
    """End it and all that it started, each by its own id."""
    below = process.children(recursive=True)
    for one in (process, *below):
        try:
            one.kill()
        except psutil.NoSuchProcess:
            continue
    psutil.wait_procs([process, *below], timeout=30)


def _last_line(file: IO[bytes]) -> str:
    file.seek(0, 2)
    file.seek(max(0, file.tell() - 4_000))
    lines = file.read().decode(errors="replace").strip().splitlines()
    return lines[-1][:200] if lines else ""
