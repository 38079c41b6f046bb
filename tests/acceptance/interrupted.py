"""A run in the background that tests interrupt at a known point."""

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
"""Long enough for a slow machine; a passing test never waits for so long."""


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
        """Wait for the condition; fail if the run ends before."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not is_so():
            assert self.process.poll() is None, f"the run ended early: {self.output}"
            assert time.monotonic() < end, f"timed out: {self.output}"
            time.sleep(0.05)

    def wait_for_phase(self, case: str, result: str) -> None:
        """Wait until an item of `case` has a `result`, such as `evidence/evidence.json`."""
        self.wait_until(lambda: list((self._project.path / self._run / "items" / case).glob(f"*/*/*/{result}")))

    def finish(self) -> tuple[int, str]:
        """Wait for the end of the run; its exit code and output."""
        return self.process.wait(PATIENCE_SECONDS), self.output

    def interrupt(self) -> int:
        """Ctrl-C, which reaches the whole group; the exit code."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(PATIENCE_SECONDS)

    def kill(self) -> list[psutil.Process]:
        """`kill -9` the started process alone; the processes that it leaves behind."""
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
        """The output so far."""
        return Path(self._output.name).read_text()


def hear_signals() -> None:
    """Restore the default signals: tests started in the background or by nohup would pass on that they ignore them."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def moments(folder: Path) -> dict[str, int]:
    """When each file below `folder` was written, in nanoseconds."""
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
