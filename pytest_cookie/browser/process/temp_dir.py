"""`TempDir`: a running browser's folder of temporary files, and its removal after a crash.

A worker may be killed at any moment, and a hanging browser outlives its driver. So a small separate process, the
watchdog, waits for the worker's end, kills what is left of the browser and removes the folder. If the watchdog was
killed as well, the next browser that starts on this machine does it: a folder whose lock is free has no owner.
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

import psutil

from pytest_cookie.browser.process import process_tree
from pytest_cookie.records.file_lock import try_lock

PREFIX = "pytest-cookie-browser-"
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
    """Created before a browser starts, removed after it ended. Raises `OSError` if no folder can be created."""

    def __init__(self) -> None:
        remove_abandoned_dirs()
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._lock = _lock_folder(self.folder)
        self._watchdog = _watchdog(self.folder)

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
        """Remove the folder after the browser has ended. Safe to call twice."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        if self._watchdog is not None:
            _stop_watchdog(self._watchdog)
            self._watchdog = None


def remove_abandoned_dirs() -> None:
    """Remove folders that killed browsers left in the temporary folder, and kill what still runs in them."""
    if sys.platform == "win32":  # a folder in use cannot be removed there, and a lock cannot be tested
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # another user's, or already gone
            if folder.stat().st_uid == os.getuid() and _is_abandoned(folder):
                process_tree.end(_find_processes(folder))
                shutil.rmtree(folder, ignore_errors=True)


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


def _is_abandoned(folder: Path) -> bool:
    if sys.platform == "win32":
        return False
    try:
        handle = os.open(folder / _LOCK, os.O_RDWR)
    except FileNotFoundError:
        cannot_lock = (folder / _UNNAMED).exists()
        return not cannot_lock and time.time() - folder.stat().st_mtime > _UNLOCKED_SECONDS
    try:
        return try_lock(handle) == "taken"
    finally:
        os.close(handle)


def _find_processes(folder: Path) -> list[psutil.Process]:
    """The browser of this folder, its driver and all their descendants."""
    found: set[int] = set()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if str(folder) in process.environ().values():
                found.add(process.pid)
    return process_tree.tree(frozenset(found))


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
