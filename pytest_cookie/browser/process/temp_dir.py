"""`TempDir`: a running browser's folder of temporary files, and who removes it where we no longer can.

A worker may be killed at any moment, and a browser outlives its driver where it hangs. So a small process of its own,
the warden, waits for the worker's end, kills what is left of the browser and removes the folder. Where the warden was
killed, too, the next browser to start anywhere on this machine does it: a folder whose lock nobody holds has no owner.
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

from pytest_cookie.browser.process import process_tree as processes

if sys.platform != "win32":
    import fcntl

PREFIX = "pytest-cookie-browser-"
_LOCK, _UNNAMED = "owner.lock", "owner.lock.new"
_UNLOCKED_SECONDS = 600.0
"""A folder without a lock may be one that is just being made."""
_END_SECONDS = 3.0
_CRAMPED_BYTES = 16_000_000
_VARIABLES = ("TMPDIR", "TEMP", "TMP")

_WARDEN = r"""
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
"""Waits for a word on its standard input, or for the end of whoever holds the other end of the pipe. A browser's
processes know the folder by their environment and are one process group."""


class TempDir:
    """Made before a browser starts, removed after it has ended. Raises `OSError` where no folder can be made."""

    def __init__(self) -> None:
        sweep()
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._lock = _locked(self.folder)
        self._warden = _warden(self.folder)

    @contextlib.contextmanager
    def as_temporary_folder(self) -> Iterator[None]:
        """Processes that are started now keep their profiles and half-made downloads in the folder."""
        before = {name: os.environ.get(name) for name in _VARIABLES}
        os.environ.update(dict.fromkeys(_VARIABLES, str(self.folder)))
        try:
            yield
        finally:
            for name, value in before.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})

    @property
    def is_cramped(self) -> bool:
        """Whether the disk of temporary files is full, so that a browser dies of it."""
        try:
            return shutil.disk_usage(self.folder).free < _CRAMPED_BYTES
        except OSError:
            return True

    def remove(self) -> None:
        """After the browser has ended. Safe to call twice."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        if self._warden is not None:
            _dismiss(self._warden)
            self._warden = None


def sweep() -> None:
    """Remove the folders that killed browsers have left in the temporary folder, and end what still lives in them."""
    if sys.platform == "win32":  # there a folder in use cannot be removed, and a file that is locked not be told
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # somebody else's, or gone meanwhile
            if folder.stat().st_uid == os.getuid() and _is_deserted(folder):
                processes.end(_inhabitants(folder))
                shutil.rmtree(folder, ignore_errors=True)


def _locked(folder: Path) -> int | None:
    """The lock's file, locked before it has its name: whoever finds it there finds it locked."""
    if sys.platform == "win32":
        return None
    unnamed = folder / _UNNAMED
    handle = os.open(unnamed, os.O_CREAT | os.O_RDWR, 0o600)
    with contextlib.suppress(OSError):  # a file system without locks
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        unnamed.rename(folder / _LOCK)
    return handle


def _is_deserted(folder: Path) -> bool:
    if sys.platform == "win32":
        return False
    try:
        handle = os.open(folder / _LOCK, os.O_RDWR)
    except FileNotFoundError:
        cannot_lock = (folder / _UNNAMED).exists()
        return not cannot_lock and time.time() - folder.stat().st_mtime > _UNLOCKED_SECONDS
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(handle)
    return True


def _inhabitants(folder: Path) -> list[psutil.Process]:
    """The browser of this folder, with its driver and everything below them."""
    found: set[int] = set()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if str(folder) in process.environ().values():
                found.add(process.pid)
    return processes.tree(frozenset(found))


def _warden(folder: Path) -> "subprocess.Popen[bytes] | None":
    """In a session of its own: no Ctrl-C, and no signal to the worker's process group, reaches it."""
    if sys.platform == "win32":
        return None
    command = ["/bin/sh", "-c", _WARDEN, "pytest-cookie-warden", str(folder)]
    nothing = subprocess.DEVNULL
    try:
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=nothing, stderr=nothing, cwd="/", start_new_session=True
        )
    except OSError:  # no shell, or no process to be had: what is left is then swept later
        return None


def _dismiss(warden: "subprocess.Popen[bytes]") -> None:
    with contextlib.suppress(OSError):  # somebody killed it
        assert warden.stdin is not None
        warden.stdin.write(b"done\n")
        warden.stdin.close()
    try:
        warden.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        warden.kill()
        warden.wait()
