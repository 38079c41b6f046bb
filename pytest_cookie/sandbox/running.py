"""Run an untrusted process under limits, collect its output, and make sure that it is gone."""

import os
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import psutil

from pytest_cookie.core.errors import BuildError
from pytest_cookie.records.plain_tree import read_bounded
from pytest_cookie.records.process_end import kill_processes
from pytest_cookie.sandbox.job import Ended, StopReason
from pytest_cookie.sandbox.limits import Limits

_KEPT_BYTES = 64_000
_CHUNK = 1 << 16
_LOOK_SECONDS = 0.5
_SHARES_MEMORY = re.compile(rb"^RssShmem:\s+[1-9]", re.MULTILINE)
_PART_OF_SHARED = re.compile(rb"^Pss_Shmem:\s+(\d+) kB", re.MULTILINE)
_DRAIN_SECONDS = 1.0
_END_SECONDS = 3.0
"""How long a pipe is still read after the exit, if a process left behind holds it open."""


def run(
    command: Sequence[str],
    limits: Limits,
    *,
    stdin: IO[bytes],
    environment: Mapping[str, str],
    folder: str = "/",
    passed: Sequence[int] = (),
    in_memory: Sequence[str] = (),
) -> Ended:
    """Run the command until it exits or passes a limit. Raises `BuildError` if it cannot be started.

    `passed` are file descriptors that it inherits. `in_memory` are in-memory file systems, by their paths in the
    sandbox, whose files are counted.
    """
    try:
        process = subprocess.Popen(
            command,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,  # not inherited: a sandbox's first process shows its environment to the others
            cwd=folder,
            start_new_session=True,
            umask=0o022,  # packages are read by another user
            pass_fds=passed,
        )
    except OSError as error:
        raise BuildError(f"cannot start {command[0]}: {error.strerror or error}") from error
    watch = _Watch(process, limits, in_memory)
    try:
        watch.to_the_end()
    finally:
        watch.end()
    return watch.ended()


@dataclass
class KeptLog:
    """The beginning and the end of a log."""

    first: bytearray = field(default_factory=bytearray)
    last: bytearray = field(default_factory=bytearray)
    size: int = 0

    def add(self, chunk: bytes) -> None:
        """Append a part of the log."""
        self.size += len(chunk)
        room = _KEPT_BYTES - len(self.first)
        self.first += chunk[:room]
        self.last = (self.last + chunk[room:])[-_KEPT_BYTES:] if len(chunk) > room else self.last

    def text(self) -> str:
        """The log, with its middle left out if it is long."""
        left_out = self.size - len(self.first) - len(self.last)
        gap = f"\n[… {left_out} bytes …]\n".encode() if left_out else b""
        return bytes(self.first + gap + self.last).decode("utf-8", errors="replace")


class _Watch:
    """A running process. `stopped` is the limit that it passed."""

    def __init__(self, process: subprocess.Popen[bytes], limits: Limits, in_memory: Sequence[str]) -> None:
        self._process, self._limits, self._in_memory = process, limits, in_memory
        self._started = time.monotonic()
        self._next_look = self._started + _LOOK_SECONDS
        self._log, self._output = KeptLog(), bytearray()
        self._seen: set[psutil.Process] = set()
        self.stopped: StopReason | None = None
        self._seconds = 0.0

    def to_the_end(self) -> None:
        """Wait until the process is gone and its pipes are read, or a limit is passed."""
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        gone_at: float | None = None
        with selectors.DefaultSelector() as selector:
            for pipe in (self._process.stdout, self._process.stderr):
                selector.register(pipe, selectors.EVENT_READ)
            while selector.get_map() and self.stopped is None:
                for key, _ in selector.select(timeout=_LOOK_SECONDS / 2):
                    self._read(selector, key)
                self._look()
                if gone_at is None and self._process.poll() is not None:
                    gone_at = time.monotonic()
                if gone_at is not None and time.monotonic() - gone_at > _DRAIN_SECONDS:
                    break
            while self.stopped is None and self._process.poll() is None:  # it closed its pipes and still runs
                time.sleep(0.02)
                self._look()

    def _read(self, selector: selectors.BaseSelector, key: selectors.SelectorKey) -> None:
        chunk = os.read(key.fd, _CHUNK)
        if not chunk:
            selector.unregister(key.fileobj)
        elif key.fileobj is self._process.stdout:
            self._output += chunk
            if len(self._output) > self._limits.output_mb * 1e6:
                self.stopped = "output"
        else:
            self._log.add(chunk)
            if self._log.size > self._limits.log_mb * 1e6:
                self.stopped = "log"

    def _look(self) -> None:
        now = time.monotonic()
        if now - self._started > self._limits.seconds:
            self.stopped = self.stopped or "time"
        if now < self._next_look:
            return
        self._next_look = now + _LOOK_SECONDS
        tree = self._tree()
        if sum(own_bytes(process) for process in tree) > self._limits.tree_mb * 1e6:
            self.stopped = self.stopped or "memory"
        if self._in_memory and measure_files(tree, self._in_memory)[0] > self._limits.files:
            self.stopped = self.stopped or "files"

    def _tree(self) -> list[psutil.Process]:
        """The process and its descendants, which `end` will kill."""
        try:
            root = psutil.Process(self._process.pid)
            tree = [root, *root.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []
        self._seen.update(tree)
        return tree

    def end(self) -> None:
        """Kill its process group and every descendant seen so far. After a clean exit, none is left."""
        self._seconds = time.monotonic() - self._started
        if self._process.poll() is None:
            self._tree()  # also processes started since the last sample
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(PermissionError):
            self._process.kill()
        self._process.wait()
        kill_processes(self._seen, wait_seconds=_END_SECONDS)
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def ended(self) -> Ended:
        """The exit code, output and duration."""
        code = self._process.returncode
        return Ended(
            code=code if code >= 0 else 128 - code,
            log=self._log.text(),
            seconds=round(self._seconds, 3),
            output=bytes(self._output),
            stopped=self.stopped,
        )


def own_bytes(process: psutil.Process) -> int:
    """A process's private memory, and its share of writable shared memory."""
    try:
        memory = process.memory_info()
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return 0
    return max(0, memory.rss - getattr(memory, "shared", 0)) + _part_of_shared_bytes(Path(f"/proc/{process.pid}"))


def _part_of_shared_bytes(process: Path) -> int:
    """Excludes mapped files. 0 if this system does not report it."""
    try:
        if not _SHARES_MEMORY.search(read_bounded(process / "status")):
            return 0  # `smaps_rollup` takes longer to read
        share = _PART_OF_SHARED.search(read_bounded(process / "smaps_rollup"))
    except OSError:
        return 0
    return 1024 * int(share[1]) if share else 0


def measure_files(tree: Sequence[psutil.Process], folders: Sequence[str]) -> tuple[int, bool]:
    """The number of files in these in-memory file systems, as the youngest process sees them, and whether one is full.

    0 and False without permission to read them.
    """
    for process in reversed(tree[1:]):
        counts: dict[int, int] = {}
        is_full = False
        for folder in folders:
            with suppress(OSError):
                path = Path(f"/proc/{process.pid}/root{folder}")
                found = os.statvfs(path)
                counts[path.stat().st_dev] = found.f_files - found.f_ffree
                is_full = is_full or (found.f_blocks > 0 and found.f_bavail == 0)
        if counts:
            return sum(counts.values()), is_full
    return 0, False
