"""`TempDir`: a folder of temporary files that goes with the process that made it, however that ended.

A worker may be killed at any moment, and a hanging browser outlives its driver. So a small separate process, the
watchdog, waits for the owner's end, kills what still has the folder in its environment and removes the folder. If the
watchdog was killed as well, the next owner of any such folder on this machine does it: a folder whose lock is free has
no owner.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Literal, TypeAlias, get_args

import psutil

from pytest_cookie.records.file_lock import try_lock
from pytest_cookie.records.process_end import kill_processes

Purpose: TypeAlias = Literal["browser", "coding", "build", "page", "account", "log", "sample", "check", "bundle"]
PREFIXES = {purpose: f"pytest-cookie-{purpose}-" for purpose in get_args(Purpose)}
_LOCK, _UNNAMED = "owner.lock", "owner.lock.new"
_UNLOCKED_SECONDS = 600.0
"""A folder without a lock may be under construction for this long."""
_END_SECONDS = 3.0
_MIN_FREE_BYTES = 16_000_000
_VARIABLES = ("TMPDIR", "TEMP", "TMP")

_WATCHDOG = r"""
trap '' INT TERM HUP
folder=$1
while read -r word; do [ "$word" = done ] && exit 0; done
if [ -r /proc/self/environ ]; then
  pids=$(grep -lsF -e "$folder" /proc/[0-9]*/environ | cut -d / -f 3)
else
  pids=$(pgrep -f -- "$folder")
fi
for pid in $pids; do
  [ "$pid" = "$$" ] || kill -KILL "-$pid" "$pid" 2>/dev/null
done
for pause in 0 1 1 2; do sleep $pause; rm -rf -- "$folder" 2>/dev/null && break; done
"""
"""Waits for a word on its standard input, or for the process at the other end of the pipe to end. A browser's processes
have the folder in their environment and form one process group."""


class TempDir:
    """A new folder, until `remove`. A context manager that gives its path. Raises `OSError` if none can be created."""

    def __init__(self, purpose: Purpose) -> None:
        remove_abandoned_dirs()
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIXES[purpose]))
        self._lock = _lock_folder(self.folder)
        self._watchdog = _watchdog(self.folder)

    def __enter__(self) -> Path:
        return self.folder

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()

    @contextlib.contextmanager
    def set_as_tmpdir(self) -> Iterator[None]:
        """Let processes that start in this context keep their profiles and partial downloads in the folder."""
        before = {name: os.environ.get(name) for name in _VARIABLES}
        os.environ.update(dict.fromkeys(_VARIABLES, str(self.folder)))
        try:
            yield
        finally:
            for name, value in before.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})

    @property
    def is_disk_full(self) -> bool:
        """Whether the disk of temporary files is full, which makes a browser crash."""
        try:
            return shutil.disk_usage(self.folder).free < _MIN_FREE_BYTES
        except OSError:
            return True

    def remove(self) -> None:
        """Remove the folder, after what runs in it has ended. Safe to call twice."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        if self._watchdog is not None:
            _stop_watchdog(self._watchdog)
            self._watchdog = None


def remove_abandoned_dirs() -> None:
    """Remove folders that killed processes left in the temporary folder, and kill what still runs in them."""
    if sys.platform == "win32":  # a folder in use cannot be removed there, and a lock cannot be tested
        return
    parent = Path(tempfile.gettempdir())
    for folder in (found for prefix in PREFIXES.values() for found in parent.glob(f"{prefix}*")):
        with contextlib.suppress(OSError):  # another user's, or already gone
            if folder.stat().st_uid == os.getuid():
                _remove_if_abandoned(folder)


def _lock_folder(folder: Path) -> int | None:
    """Create the lock file under another name, lock it and rename it, so that it is never visible unlocked."""
    if sys.platform == "win32":
        return None
    unnamed = folder / _UNNAMED
    handle = os.open(unnamed, os.O_CREAT | os.O_RDWR, 0o600)
    if try_lock(handle) == "taken":  # else the file system has no locks
        with contextlib.suppress(OSError):
            unnamed.rename(folder / _LOCK)
    return handle


def _remove_if_abandoned(folder: Path) -> None:
    """Raises `OSError`. A folder without a lock is removed only if it is old and empty: it was never used."""
    try:
        handle = os.open(folder / _LOCK, os.O_RDWR)
    except FileNotFoundError:
        if time.time() - folder.stat().st_mtime > _UNLOCKED_SECONDS:
            folder.rmdir()
        return
    try:
        if try_lock(handle) == "taken":
            kill_processes(_find_processes(folder), wait_seconds=_END_SECONDS)
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(handle)


def _find_processes(folder: Path) -> list[psutil.Process]:
    """The processes that have this folder in their environment, and all their descendants."""
    found: set[psutil.Process] = set()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if any(str(folder) in value for value in process.environ().values()):
                found.update((process, *process.children(recursive=True)))
    return list(found)


def _watchdog(folder: Path) -> "subprocess.Popen[bytes] | None":
    """Start the watchdog in a session of its own: Ctrl-C and signals to the worker's process group do not reach it."""
    if sys.platform == "win32":
        return None
    command = ["/bin/sh", "-c", _WATCHDOG, "pytest-cookie-watchdog", str(folder)]
    devnull = subprocess.DEVNULL
    try:
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=devnull, stderr=devnull, cwd="/", start_new_session=True
        )
    except OSError:  # no shell, or no process available: `remove_abandoned_dirs` cleans up later
        return None


def _stop_watchdog(watchdog: "subprocess.Popen[bytes]") -> None:
    with contextlib.suppress(OSError):  # it was killed
        assert watchdog.stdin is not None
        watchdog.stdin.write(b"done\n")
        watchdog.stdin.close()
    try:
        watchdog.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        watchdog.kill()
        watchdog.wait()
