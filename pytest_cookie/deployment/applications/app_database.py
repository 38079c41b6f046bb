"""`AppDatabase`: the database of one application, its seeded state, and what the application did wrong with it."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from pytest_cookie.core.errors import DeploymentError
from pytest_cookie.deployment.applications.app_fault import AppFaultError
from pytest_cookie.deployment.applications.postgres import PORT, PostgresCluster

_MAX_BYTES = 200_000_000
_IS_FULL = "it filled the disk of its database server"
_IS_TOO_LARGE = f"its database has more than {_MAX_BYTES // 1_000_000} MB"


@dataclass(frozen=True)
class AppDatabase:
    """A database and the role that owns it; both have the name `name`, an identifier.

    The role can change the settings of both, so each step first takes back what would be in its way. If a step fails,
    the application is at fault if it filled the disk or the database, or if the same step succeeds with another
    database: then an `AppFaultError` is raised, otherwise a `DeploymentError`.
    """

    cluster: PostgresCluster
    name: str
    password: str

    @classmethod
    def create(cls, cluster: PostgresCluster, name: str) -> "AppDatabase":
        """A new database. Raises `DeploymentError`."""
        made = cls(cluster, name, secrets.token_hex(12))
        cluster.query(
            f"CREATE ROLE {name} LOGIN PASSWORD '{made.password}' CONNECTION LIMIT 40",
            f"ALTER ROLE {name} SET statement_timeout = '30s'",
            f"CREATE DATABASE {name} OWNER {name}",
            f"REVOKE CONNECT ON DATABASE {name}, postgres, template1 FROM PUBLIC",
        )
        return made

    @property
    def environment(self) -> dict[str, str]:
        """The variables that applications usually read."""
        url = f"postgresql://{self.name}:{self.password}@127.0.0.1:{PORT}/{self.name}"
        return {
            "DATABASE_URL": url, "PGHOST": "127.0.0.1", "PGPORT": str(PORT), "PGUSER": self.name,
            "PGPASSWORD": self.password, "PGDATABASE": self.name,
        }  # fmt: skip

    def save(self) -> None:
        """Keep the present content and settings as the seeded state. No client may be connected.

        Raises `AppFaultError`, `DeploymentError`.
        """
        self._guard(self._save)

    def restore(self) -> None:
        """Give it its seeded state again. Raises as `save`."""
        self._guard(self._restore)

    def remove(self) -> None:
        """Remove database, seeded state and role. If that fails, the server ends, so that no part of them is left."""
        try:
            self.cluster.query(
                *self._freeing(self.name, self._seed),
                f"DROP DATABASE IF EXISTS {self.name} WITH (FORCE)",
                f"DROP DATABASE IF EXISTS {self._seed} WITH (FORCE)",
                f"DROP TABLE IF EXISTS {self.name}_settings",
                f"DROP ROLE IF EXISTS {self.name}",
            )
        except DeploymentError:
            self.cluster.end()

    def find_fault(self) -> str:
        """Which limit the application exceeded; empty for none."""
        if self.cluster.is_full:
            return _IS_FULL
        with suppress(DeploymentError):
            if self._size() > _MAX_BYTES:
                return _IS_TOO_LARGE
        return ""

    def watch(self) -> str:
        """The same, without a query to the server."""
        return _IS_FULL if self.cluster.is_full else ""

    @property
    def _seed(self) -> str:
        return f"{self.name}_seed"

    def _size(self) -> int:
        return int(self.cluster.query(f"SELECT pg_database_size('{self.name}')") or 0)

    def _save(self) -> None:
        if self._size() > _MAX_BYTES:
            raise AppFaultError(f"{_IS_TOO_LARGE} after its setup")
        self.cluster.query(
            *self._copying(self.name, to=self._seed, owner="admin"),
            f"CREATE TABLE {self.name}_settings AS SELECT setdatabase <> 0 AS of_database, setrole <> 0 AS of_role, "
            f"setconfig FROM pg_db_role_setting WHERE {self._own_settings}",
            self._opened,
        )

    def _restore(self) -> None:
        ids = f"(SELECT oid FROM pg_database WHERE datname = '{self.name}')", f"'{self.name}'::regrole::oid"
        self.cluster.query(
            *self._copying(self._seed, to=self.name, owner=self.name),
            f"ALTER ROLE {self.name} LOGIN PASSWORD '{self.password}' CONNECTION LIMIT 40",
            f"DELETE FROM pg_db_role_setting WHERE {self._own_settings}",
            "INSERT INTO pg_db_role_setting (setdatabase, setrole, setconfig) SELECT CASE WHEN of_database THEN "
            f"{ids[0]} ELSE 0 END, CASE WHEN of_role THEN {ids[1]} ELSE 0 END, setconfig FROM {self.name}_settings",
            self._opened,
        )

    @property
    def _own_settings(self) -> str:
        database = f"setdatabase = (SELECT oid FROM pg_database WHERE datname = '{self.name}')"
        return f"({database} OR setrole = '{self.name}'::regrole::oid)"

    @property
    def _opened(self) -> str:
        return f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS true"

    def _copying(self, name: str, *, to: str, owner: str) -> tuple[str, ...]:
        """Statements that replace the database `to`, which then accepts no connections."""
        return (
            *self._freeing(name, to),
            f"DROP DATABASE IF EXISTS {to} WITH (FORCE)",
            f"CREATE DATABASE {to} TEMPLATE {name} OWNER {owner} ALLOW_CONNECTIONS false",
            f"REVOKE CONNECT ON DATABASE {to} FROM PUBLIC",
        )

    def _freeing(self, *names: str) -> tuple[str, str, str]:
        """Statements that end all connections and refuse new ones. A missing row is not an error."""
        listed = ", ".join(f"'{name}'" for name in names)
        end = (
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            f"WHERE datname IN ({listed}) OR usename = '{self.name}'"
        )
        lock = f"UPDATE pg_database SET datallowconn = false, datistemplate = false WHERE datname IN ({listed})"
        return end, lock, end

    def _guard(self, do: Callable[[], None]) -> None:
        try:
            do()
        except DeploymentError as error:
            fault = self.find_fault()
            if not fault and self._is_alone():
                fault = f"its database cannot be copied, although others can: {error}"
            if fault:
                raise AppFaultError(fault) from error
            raise

    def _is_alone(self) -> bool:
        """Whether the step that failed for this database succeeds for another one."""
        try:
            other = AppDatabase.create(self.cluster, f"{self.name}_other")
            try:
                other._save()
                other._restore()
            finally:
                other.remove()
        except DeploymentError:
            return False
        return True
