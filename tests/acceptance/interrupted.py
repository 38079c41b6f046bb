"""A run that is ended before it is done: started in the background, and waited for until it has come somewhere."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from tests.acceptance.conftest import Project

PATIENCE_SECONDS = 900.0
"""Machines are slow at times; where all is well, nothing waits for so long."""


class Background:
    """A run of `project` in a process of its own, and group, as a terminal gives it. A context manager that ends it.

    With `calibrating` it is a calibration, no run.
    """

    def __init__(self, project: Project, *arguments: str, run: str = "run", calibrating: bool = False) -> None:
        self._project, self._run = project, run
        running = [*project.pytester._getpytestargs(), "-p", "no:cacheprovider"]
        start = [Path(sys.executable).with_name("pytest-cookie"), "calibrate"] if calibrating else running
        command = [*start, *arguments]
        self._output = (project.path / "output.txt").open("w+")
        self.process = subprocess.Popen(
            command,
            cwd=project.path,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=hear_signals,
        )

    def __enter__(self) -> "Background":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._output.close()

    def wait_until(self, is_so: Callable[[], object]) -> None:
        """Until the run has come so far; fails where it ends before."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not is_so():
            assert self.process.poll() is None, f"it ended before: {self.output}"
            assert time.monotonic() < end, f"it did not come so far: {self.output}"
            time.sleep(0.05)

    def wait_for_phase(self, case: str, result: str) -> None:
        """Until an item of `case` has a `result`, such as `evidence/evidence.json`."""
        self.wait_until(lambda: list((self._project.path / self._run / "items" / case).glob(f"*/*/*/{result}")))

    def finish(self) -> tuple[int, str]:
        """Wait for its end; the exit code, and what it said."""
        return self.process.wait(PATIENCE_SECONDS), self.output

    def interrupt(self) -> int:
        """Ctrl-C, which reaches the whole group; the exit code."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(PATIENCE_SECONDS)

    def kill(self) -> list[psutil.Process]:
        """`kill -9` of the process that was started, no other; the processes that it leaves behind."""
        left = self.below()
        self.process.kill()
        self.process.wait(PATIENCE_SECONDS)
        return [process for process in left if process.is_running()]

    def below(self) -> list[psutil.Process]:
        """Workers, drivers, browsers."""
        try:
            return psutil.Process(self.process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []

    @property
    def output(self) -> str:
        """What it said so far."""
        return Path(self._output.name).read_text()


def hear_signals() -> None:
    """Tests that were started in the background, or by nohup, hand on that they ignore Ctrl-C or a closed terminal."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def moments(folder: Path) -> dict[str, int]:
    """When each file below `folder` was written, in nanoseconds."""
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
