"""`PostgresCluster`: a PostgreSQL server of our own, with a database for each application.

The server runs in a sandbox without network, its files in memory, so that no file is left when its process ends,
whatever ended it. It is reached through its Unix socket. Each application has a role that owns only its database.
"""

import os
import secrets
import shutil
import subprocess
import tempfile
import threading
import time
import weakref
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psutil

from pytest_cookie.core.errors import DeploymentError
from pytest_cookie.sandbox.bubblewrap import Bubblewrap
from pytest_cookie.sandbox.limits import Limits
from pytest_cookie.sandbox.running import KeptLog
from pytest_cookie.sandbox.tools import NodeTools

HOW_TO_INSTALL = "install PostgreSQL (apt-get install postgresql)"
PORT = 5432
_DEBIAN = Path("/usr/lib/postgresql")
_LIMITS = Limits(seconds=36_000, process_mb=1_000, file_mb=1_000, processes=200)
DISK_MB = 1_000
_START_SECONDS = 120.0
_QUERY_SECONDS = 60.0
_RECOVERY_SECONDS = 30.0
_RECOVERS = ("is starting up", "is in recovery mode", "is shutting down", "not yet accepting connections")
"""What the server answers for a moment after one of its processes ended badly."""
_FULL_SHARE = 0.1
_NO_SPACE = "No space left on device"
_SETTINGS = {
    "listen_addresses": "''", "unix_socket_directories": "/project", "max_connections": "60", "fsync": "off",
    "synchronous_commit": "off", "full_page_writes": "off", "shared_buffers": "16MB", "wal_level": "minimal",
    "max_wal_senders": "0", "max_wal_size": "64MB", "min_wal_size": "32MB", "temp_file_limit": "100MB", "jit": "off",
    "log_min_messages": "fatal", "log_min_error_statement": "panic",
}  # fmt: skip
"""A server that loses all data when it ends, so durability is turned off."""


def find_postgres() -> Path | None:
    """The folder of PostgreSQL's programs, of the newest version that is installed; None without."""
    numbered = (path for path in _DEBIAN.glob("*/bin") if path.parent.name.isdecimal() and (path / "initdb").exists())
    versions = sorted(numbered, key=lambda path: int(path.parent.name))
    if versions:
        return versions[-1]
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


class PostgresCluster:
    """A running server, with a disk of `disk_mb`. Raises `DeploymentError` if it does not start, or does not answer.

    It ends with `end`, when the cluster is garbage-collected, and when the interpreter exits.
    """

    def __init__(self, programs: Path, sandbox: Bubblewrap, disk_mb: int = DISK_MB) -> None:
        self._limits = replace(_LIMITS, disk_mb=disk_mb)
        self._programs = programs
        self._password = secrets.token_hex(16)
        tools = NodeTools(programs / "postgres", () if programs.is_relative_to("/usr") else (programs.parent,))
        self._log = KeptLog()  # an application can make the server write as much as it likes
        self._process = self._start(replace(sandbox.for_service(), tools=tools))
        self._end = weakref.finalize(self, _end_server, self._process)
        self._reader = threading.Thread(target=_read, args=(self._process, self._log), daemon=True)
        self._reader.start()
        try:
            self._root = self._wait()
        except BaseException:  # the caller has no object to end it with
            self.end()
            raise

    def _start(self, sandbox: Bubblewrap) -> "subprocess.Popen[bytes]":
        user = os.getuid() if sandbox.user is None else sandbox.user
        settings = " ".join(f"-c {name}={value}" for name, value in _SETTINGS.items())
        script = (
            f"printf %s {self._password} >/tmp/password && "
            f"{self._programs}/initdb -D /project/data -U admin -A scram-sha-256 --pwfile=/tmp/password "
            "--encoding=UTF8 --locale=C.UTF-8 --no-sync --no-instructions >&2 && rm /tmp/password && "
            f"exec {self._programs}/postgres -D /project/data {settings}"
        )
        with tempfile.TemporaryFile() as accounts, tempfile.TemporaryFile() as calls:
            accounts.write(f"postgres:x:{user}:{user}::/tmp:/bin/sh\n".encode())
            accounts.seek(0)
            extra = ["--perms", "0644", "--ro-bind-data", str(accounts.fileno()), "/etc/passwd"]
            command = [*sandbox.command(self._limits, calls, extra=extra), "sh", "-c", script]
            try:
                return subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd="/",
                    env={"PATH": os.defpath}, start_new_session=True, pass_fds=(accounts.fileno(), calls.fileno()),
                    umask=0o022,
                )  # fmt: skip
            except OSError as error:
                raise DeploymentError(f"cannot start PostgreSQL: {error.strerror or error}") from error

    def _wait(self) -> Path:
        """Wait until the server answers, and return its root folder, as it is seen from here."""
        ends = time.monotonic() + _START_SECONDS
        while time.monotonic() < ends and self._process.poll() is None:
            inner = psutil.Process(self._process.pid).children()
            if inner:
                self._root = Path(f"/proc/{inner[0].pid}/root")
                if self.socket.exists() and self._ask("SELECT 1").returncode == 0:
                    return self._root
            time.sleep(0.05)
        self.end()  # then the log is complete
        self._reader.join(5)
        log = self._log.text().strip()
        raise DeploymentError(f"PostgreSQL did not start: {log[-500:] or 'it did not answer'}")

    @property
    def socket(self) -> Path:
        """The Unix socket of the server."""
        return self._root / "project" / f".s.PGSQL.{PORT}"

    @property
    def is_alive(self) -> bool:
        """Whether the server runs and answers."""
        if self._process.poll() is not None:
            return False
        try:
            return self.query("SELECT 1") == "1"
        except DeploymentError:
            return False

    @property
    def is_full(self) -> bool:
        """Whether less than a tenth of its disk is free, or it ended because none was."""
        try:
            found = os.statvfs(self._root / "project")
        except OSError:  # it ended
            return _NO_SPACE in self._log.text()
        return found.f_bavail < _FULL_SHARE * found.f_blocks

    @property
    def is_as_new(self) -> bool:
        """Whether it works and most of its disk is free."""
        try:
            found = os.statvfs(self._root / "project")
        except OSError:
            return False
        return found.f_bavail > found.f_blocks / 2 and self.is_alive

    def _ask(self, *statements: str) -> "subprocess.CompletedProcess[str]":
        command = [
            str(self._programs / "psql"),
            "-h",
            str(self.socket.parent),
            "-U",
            "admin",
            "-d",
            "postgres",
            "-qAtX",
        ]
        command += ["-v", "ON_ERROR_STOP=1", *(part for statement in statements for part in ("-c", statement))]
        environment = {"PATH": os.defpath, "PGPASSWORD": self._password, "PGCONNECT_TIMEOUT": "20"}
        try:
            return subprocess.run(
                command,
                env=environment,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=_QUERY_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise DeploymentError(f"PostgreSQL did not answer within {_QUERY_SECONDS:g} s") from error

    def query(self, *statements: str) -> str:
        """Run statements as the administrator, each in its own transaction, and return their output."""
        ends = time.monotonic() + _RECOVERY_SECONDS
        while (done := self._ask(*statements)).returncode and any(recover in done.stderr for recover in _RECOVERS):
            if time.monotonic() > ends:
                break
            time.sleep(0.1)
        if done.returncode:
            raise DeploymentError(f"PostgreSQL refused {statements[0]!r}: {done.stderr.strip()[-500:]}")
        return done.stdout.strip()

    def end(self) -> None:
        """End the server; its files were in memory. Safe to call twice."""
        self._end()


def _read(process: "subprocess.Popen[bytes]", log: KeptLog) -> None:
    """Keep what the server writes. Does not refer to the cluster, which it would keep alive."""
    assert process.stdout is not None
    with process.stdout as pipe:
        while chunk := os.read(pipe.fileno(), 1 << 16):
            log.add(chunk)


def _end_server(process: "subprocess.Popen[bytes]") -> None:
    """Kill the first process of its process namespace; the kernel ends all others with it."""
    with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
        for inner in psutil.Process(process.pid).children():
            inner.kill()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
