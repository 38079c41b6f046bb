"""`PostgresCluster`: a PostgreSQL server of our own, with a database for each application.

The server runs in a sandbox without network, its files in memory, so that no file is left when its process ends,
whatever ended it. It is reached through its Unix socket. Each application has a role that owns only its database.
"""

import os
import secrets
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from pytest_cookie.core.errors import DeploymentError
from pytest_cookie.sandbox.bubblewrap import Bubblewrap
from pytest_cookie.sandbox.limits import Limits
from pytest_cookie.sandbox.tools import NodeTools

HOW_TO_INSTALL = "install PostgreSQL (apt-get install postgresql)"
PORT = 5432
_DEBIAN = Path("/usr/lib/postgresql")
_LIMITS = Limits(seconds=36_000, process_mb=1_000, disk_mb=1_000, file_mb=1_000, processes=200)
_START_SECONDS = 120.0
_QUERY_SECONDS = 60.0
_MAX_DATABASE_BYTES = 200_000_000
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


@dataclass(frozen=True)
class Login:
    """What an application needs to connect to its database."""

    database: str
    password: str

    @property
    def environment(self) -> dict[str, str]:
        """The variables that applications usually read."""
        url = f"postgresql://{self.database}:{self.password}@127.0.0.1:{PORT}/{self.database}"
        return {
            "DATABASE_URL": url, "PGHOST": "127.0.0.1", "PGPORT": str(PORT), "PGUSER": self.database,
            "PGPASSWORD": self.password, "PGDATABASE": self.database,
        }  # fmt: skip


class PostgresCluster:
    """A running server. Raises `DeploymentError` if it does not start, or no longer answers."""

    def __init__(self, programs: Path, sandbox: Bubblewrap) -> None:
        self._programs = programs
        self._password = secrets.token_hex(16)
        user = None if sandbox.user is None else sandbox.user + 1  # another one than that of applications
        tools = NodeTools(programs / "postgres", () if programs.is_relative_to("/usr") else (programs.parent,))
        self._process = self._start(replace(sandbox, tools=tools, user=user))
        self._root = self._wait()

    def _start(self, sandbox: Bubblewrap) -> "subprocess.Popen[bytes]":
        user = os.getuid() if sandbox.user is None else sandbox.user
        settings = " ".join(f"-c {name}={value}" for name, value in _SETTINGS.items())
        script = (
            f"printf %s {self._password} >/tmp/password && "
            f"{self._programs}/initdb -D /project/data -U admin -A scram-sha-256 --pwfile=/tmp/password "
            "--encoding=UTF8 --locale=C.UTF-8 --no-sync --no-instructions >&2 && rm /tmp/password && "
            f"exec {self._programs}/postgres -D /project/data {settings}"
        )
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 — as long as the server
        with tempfile.TemporaryFile() as accounts, tempfile.TemporaryFile() as calls:
            accounts.write(f"postgres:x:{user}:{user}::/tmp:/bin/sh\n".encode())
            accounts.seek(0)
            extra = ["--perms", "0644", "--ro-bind-data", str(accounts.fileno()), "/etc/passwd"]
            command = [*sandbox.command(_LIMITS, calls, extra=extra), "sh", "-c", script]
            try:
                return subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, cwd="/", umask=0o022,
                    env={"PATH": os.defpath}, start_new_session=True, pass_fds=(accounts.fileno(), calls.fileno()),
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
        self.end()
        self._log.seek(0)
        log = self._log.read().decode(errors="replace").strip()
        raise DeploymentError(f"PostgreSQL did not start: {log[-500:] or 'it did not answer'}")

    @property
    def socket(self) -> Path:
        """The Unix socket of the server."""
        return self._root / "project" / f".s.PGSQL.{PORT}"

    @property
    def is_alive(self) -> bool:
        """Whether the server runs and answers."""
        return self._process.poll() is None and self._ask("SELECT 1").returncode == 0

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
        command += ["-v", "ON_ERROR_STOP=1", *(part for one in statements for part in ("-c", one))]
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
        done = self._ask(*statements)
        if done.returncode:
            raise DeploymentError(f"PostgreSQL refused {statements[0]!r}: {done.stderr.strip()[-500:]}")
        return done.stdout.strip()

    def create_database(self, name: str) -> Login:
        """A database and the role that owns it. `name` must be an identifier."""
        login = Login(name, secrets.token_hex(12))
        self.query(
            f"CREATE ROLE {name} LOGIN PASSWORD '{login.password}' CONNECTION LIMIT 40",
            f"ALTER ROLE {name} SET statement_timeout = '30s'",
            f"CREATE DATABASE {name} OWNER {name}",
            f"REVOKE CONNECT ON DATABASE {name}, postgres, template1 FROM PUBLIC",
        )
        return login

    def save_state(self, name: str) -> None:
        """Keep the present content of a database as its seeded state. Ends its connections."""
        self._replace(f"{name}_seed", of=name, owner="admin")

    def restore_state(self, name: str) -> None:
        """Give a database its seeded state again. Ends its connections."""
        self._replace(name, of=f"{name}_seed", owner=name)

    def _replace(self, name: str, *, of: str, owner: str) -> None:
        self.query(
            f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{of}'",
            f"DROP DATABASE IF EXISTS {name} WITH (FORCE)",
            f"CREATE DATABASE {name} TEMPLATE {of} OWNER {owner}",
            f"REVOKE CONNECT ON DATABASE {name} FROM PUBLIC",
        )

    def drop_database(self, name: str) -> None:
        """Remove a database, its seeded state and its role."""
        self.query(
            f"DROP DATABASE IF EXISTS {name} WITH (FORCE)",
            f"DROP DATABASE IF EXISTS {name}_seed WITH (FORCE)",
            f"DROP ROLE IF EXISTS {name}",
        )

    def is_too_large(self, name: str) -> bool:
        """Whether a database has more than 200 MB."""
        return int(self.query(f"SELECT pg_database_size('{name}')") or 0) > _MAX_DATABASE_BYTES

    def end(self) -> None:
        """End the server; its files were in memory. Safe to call twice."""
        with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            for process in psutil.Process(self._process.pid).children():
                process.kill()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
