"""`RunLock`: one session at a time writes a run.

A file in the run's folder names the process that has it, and the system's own lock on that file tells whether the
process, or a worker of its session, still lives, also where a name is not enough: workers outlive a killed controller
by some seconds and still write. Taking it needs the system's lock alone (exclusive), holding it is shared, by the
controller and its workers. Where the file system has no such locks the name decides.
"""

import contextlib
import datetime
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.records.lock_holder import LockHolder
from pytest_cookie.records.plain_tree import open_plain, read_plain

LOCK_FILE = "run.lock"
_POLL_SECONDS = 0.2
_SHARE_SECONDS = 10.0

_Taken = Literal["taken", "busy", "unknown"]
"""`unknown`: the system cannot tell."""


class Tenant(FrozenModel):
    """What the file says: whose the run is at this moment. `since` is ISO 8601, in UTC."""

    host: str
    process: int
    born: float
    since: str

    @property
    def holder(self) -> LockHolder:
        """The process."""
        return LockHolder(self.host, self.process, self.born)


class RunLock:
    """The lock of the run in `folder`. The controller takes it and releases it, its workers join in."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOCK_FILE
        self._handle: int | None = None
        self._is_tenant = False

    def take(self, *, wait_seconds: float = 60.0, say: Callable[[str], None] | None = None) -> None:
        """Make the run ours. Raises `UsageError` where another session has it, with whose it is and what to do.

        A session on this machine that was killed has it no longer; for its workers, which end by themselves, it waits.
        """
        end = time.monotonic() + wait_seconds
        while not self._is_ours_now():
            tenant = self._read()
            if tenant is None or not tenant.holder.is_dead:
                raise UsageError(self._whose(tenant))
            if time.monotonic() > end:
                raise UsageError(f"{self._whose(tenant)}; it has ended, but not all of its workers: end them first")
            if say:
                say(f"waiting for the workers of process {tenant.process}, which was killed, to end")
                say = None
            time.sleep(_POLL_SECONDS)

    def join(self) -> None:
        """A worker's share of its controller's lock, until the process ends. Where there is none it does without."""
        with contextlib.suppress(OSError, RecordingError):
            self._handle = open_plain(self.path, os.O_RDWR)
            _share(self._handle)

    def release(self) -> None:
        """Give the run, or a worker's share of it, free. Safe to call twice, and without having it."""
        if self._handle is None:
            return
        if self._is_tenant:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
        os.close(self._handle)
        self._handle, self._is_tenant = None, False

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Take it and release it."""
        self.take()
        try:
            yield
        finally:
            self.release()

    def _is_ours_now(self) -> bool:
        """Whether it could be taken; raises `UsageError` where its last tenant may still live elsewhere."""
        try:
            handle = open_plain(self.path, os.O_RDWR | os.O_CREAT)
        except RecordingError as error:
            raise UsageError(f"cannot lock the run: {error}; remove it and try again") from error
        except OSError as error:
            raise UsageError(f"cannot lock the run: {self.path}: {error.strerror or error}") from error
        try:
            if _lock(handle, alone=True) == "busy" or not self._is_the_file(handle):
                return False
            tenant = self._read()
            if tenant is not None and not tenant.holder.is_dead and tenant.holder != LockHolder.this():
                raise UsageError(self._whose(tenant))
            self._write(handle)
            _share(handle)
            self._handle, self._is_tenant, handle = handle, True, -1
            return True
        finally:
            if handle >= 0:
                os.close(handle)

    def _is_the_file(self, handle: int) -> bool:
        """Whether what was opened is still there under its name: whoever had it may have released it meanwhile."""
        try:
            return os.path.samestat(os.fstat(handle), self.path.stat())
        except OSError:
            return False

    def _read(self) -> Tenant | None:
        try:
            return Tenant.model_validate_json(read_plain(self.path))
        except (RecordingError, ValidationError):
            return None

    def _write(self, handle: int) -> None:
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        tenant = Tenant(**asdict(LockHolder.this()), since=now)
        try:
            os.ftruncate(handle, 0)
            os.pwrite(handle, tenant.model_dump_json().encode(), 0)
        except OSError as error:
            raise UsageError(f"cannot lock the run: {self.path}: {error.strerror or error}") from error

    def _whose(self, tenant: Tenant | None) -> str:
        run = self.path.parent
        if tenant is None:
            return f"another session is about to write {run}; one at a time"
        told = f"{run} is written by another session: process {tenant.process} on {tenant.host}, since {tenant.since}"
        if tenant.holder.is_here:
            return told
        return f"{told}; if that one has ended, remove {self.path} and try again"


def _share(handle: int) -> None:
    """Who has it alone has it for a moment, to read whose it is."""
    end = time.monotonic() + _SHARE_SECONDS
    while _lock(handle, alone=False) == "busy" and time.monotonic() < end:
        time.sleep(_POLL_SECONDS)


def _lock(handle: int, *, alone: bool) -> _Taken:
    """The system's lock on an open file, exclusive or shared, without waiting."""
    if sys.platform == "win32":
        return "unknown"
    import fcntl

    try:
        fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        return "busy"
    except OSError:  # a network's file system that cannot
        return "unknown"
    return "taken"
