"""`State`: the SQLite file that all workers of a run share: calls in flight per provider, and spend.

SQLite needs no server, survives a killed worker at any moment, and its transactions make "count, then add" atomic
across processes. Write-ahead logging lets the progress line read while workers write; on file systems without support
for it, SQLite falls back to its older journal.
"""

import contextlib
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.records.run_database import open_database

SCHEMA = """
CREATE TABLE IF NOT EXISTS pace (
    provider TEXT PRIMARY KEY, allowed REAL NOT NULL, not_before REAL NOT NULL, cut_at REAL NOT NULL);
CREATE TABLE IF NOT EXISTS slots (
    id INTEGER PRIMARY KEY, provider TEXT NOT NULL, since REAL NOT NULL, until REAL NOT NULL,
    host TEXT NOT NULL, process INTEGER NOT NULL, born REAL NOT NULL);
CREATE TABLE IF NOT EXISTS calls (
    id INTEGER PRIMARY KEY, model TEXT NOT NULL, purpose TEXT NOT NULL, state TEXT NOT NULL, most_usd REAL NOT NULL,
    cost_usd REAL, input_tokens INTEGER NOT NULL DEFAULT 0, output_tokens INTEGER NOT NULL DEFAULT 0,
    cached_tokens INTEGER NOT NULL DEFAULT 0, reasoning_tokens INTEGER NOT NULL DEFAULT 0,
    seconds REAL NOT NULL DEFAULT 0, host TEXT NOT NULL, process INTEGER NOT NULL, born REAL NOT NULL);
CREATE TABLE IF NOT EXISTS notes (text TEXT PRIMARY KEY);
"""
_BUSY_SECONDS = 60.0


class State:
    """`<folder>/models.sqlite3`, created on first use. Raises `RecordingError` if it cannot be written."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "models.sqlite3"
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.RLock()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One atomic change, rolled back on an exception."""
        with self._lock:
            try:
                connection = self._begun()
                try:
                    yield connection
                except BaseException:
                    connection.execute("ROLLBACK")
                    raise
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                raise RecordingError(f"cannot record model calls in {self.path}: {error}") from error

    def close(self) -> None:
        """Close the file; the next transaction reopens it."""
        with self._lock:
            if self._connection:
                self._connection.close()
            self._connection = None

    def _begun(self) -> sqlite3.Connection:
        """Begin a transaction. SQLite waits for other writers, but not while another process opens the file."""
        end = time.monotonic() + _BUSY_SECONDS
        while True:
            try:
                connection = self._connected()
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                self.close()
                time.sleep(random.uniform(0.01, 0.05))
            else:
                return connection

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise RecordingError(f"cannot make {self.path.parent}: {error.strerror or error}") from error
            self._connection = open_database(self.path, SCHEMA, wait_seconds=_BUSY_SECONDS)
            self._connection.execute("PRAGMA synchronous = NORMAL")
        return self._connection
