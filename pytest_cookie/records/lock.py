"""`RunLock`: only one session at a time writes to a run.

A file in the run's folder names the process that owns the run. An operating-system lock on that file shows whether the
process or a worker of its session is alive; the name alone is not enough, because workers outlive a killed controller
by some seconds and still write. Taking the run needs the exclusive lock; controller and workers then hold a shared
lock. On file systems without locks only the name counts.
"""

import contextlib
import datetime
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.records.file_lock import try_lock
from pytest_cookie.records.lock_holder import LockHolder
from pytest_cookie.records.plain_tree import open_plain, read_plain
from pytest_cookie.records.run_paths import LOCK_FILE

_POLL_SECONDS = 0.2
_SHARE_SECONDS = 10.0


class Tenant(FrozenModel):
    """The content of the file: the current owner of the run. `since` is ISO 8601, in UTC."""

    host: str
    process: int
    born: float
    since: str

    @property
    def holder(self) -> LockHolder:
        """The process."""
        return LockHolder(self.host, self.process, self.born)


def is_in_use(folder: Path) -> bool:
    """Whether another process has the run in `folder`; unknown is yes for one on another machine."""
    tenant = RunLock(folder).read_tenant()
    return tenant is not None and not tenant.holder.is_dead and tenant.holder != LockHolder.this()


class RunLock:
    """The lock of the run in `folder`. The controller takes and releases it; its workers join."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOCK_FILE
        self._handle: int | None = None
        self._is_tenant = False

    def take(self, *, wait_seconds: float = 60.0, say: Callable[[str], None] | None = None) -> None:
        """Take the run. Raises `UsageError` if another session has it, with the owner and what to do.

        A killed session on this machine has lost its lock, but this waits for its workers to exit.
        """
        end = time.monotonic() + wait_seconds
        while not self._is_ours_now():
            tenant = self.read_tenant()
            if tenant is None or not tenant.holder.is_dead:
                raise UsageError(self._whose(tenant))
            if time.monotonic() > end:
                raise UsageError(f"{self._whose(tenant)}; it has exited, but not all of its workers: end them first")
            if say:
                say(f"waiting for the workers of process {tenant.process}, which was killed, to exit")
                say = None
            time.sleep(_POLL_SECONDS)

    def join(self) -> None:
        """Share the controller's lock in a worker until the process exits. Does without if there is no lock."""
        with contextlib.suppress(OSError, RecordingError):
            self._handle = open_plain(self.path, os.O_RDWR)
            _share(self._handle)

    def release(self) -> None:
        """Release the run, or a worker's share of it. Safe to call twice, and without a lock."""
        if self._handle is None:
            return
        if self._is_tenant:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
        os.close(self._handle)
        self._handle, self._is_tenant = None, False

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Take the lock, and release it on exit."""
        self.take()
        try:
            yield
        finally:
            self.release()

    def _is_ours_now(self) -> bool:
        """Whether it could be taken. Raises `UsageError` if the last owner may still be alive elsewhere."""
        try:
            handle = open_plain(self.path, os.O_RDWR | os.O_CREAT)
        except RecordingError as error:
            raise UsageError(f"cannot lock the run: {error}; delete it and try again") from error
        except OSError as error:
            raise UsageError(f"cannot lock the run: {self.path}: {error.strerror or error}") from error
        try:
            if try_lock(handle) == "busy" or not self._is_the_file(handle):
                return False
            tenant = self.read_tenant()
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
        """Whether the opened file still has its name; the previous owner may have released it meanwhile."""
        try:
            return os.path.samestat(os.fstat(handle), self.path.stat())
        except OSError:
            return False

    def read_tenant(self) -> Tenant | None:
        """Whom the file names as owner; None without a readable file."""
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
            return f"another session is about to write {run}; wait until it has finished"
        owner = f"{run} is in use by another session: process {tenant.process} on {tenant.host}, since {tenant.since}"
        if tenant.holder.is_here:
            return owner
        return f"{owner}; if that session has ended, delete {self.path} and try again"


def _share(handle: int) -> None:
    """Take a shared lock. An exclusive lock lasts only a moment, while another process reads the owner."""
    end = time.monotonic() + _SHARE_SECONDS
    while try_lock(handle, shared=True) == "busy" and time.monotonic() < end:
        time.sleep(_POLL_SECONDS)
