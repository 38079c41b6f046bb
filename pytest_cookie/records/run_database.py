"""Opens the SQLite databases of a run folder, which may be foreign. No other module may call `sqlite3.connect`.

SQLite obeys more than the database file. A rollback journal beside it may name a "super-journal", which SQLite deletes
when it plays the journal back: any file of the user (https://sqlite.org/fileformat.html#the_rollback_journal). Only
transactions over several databases write such a name, and we have none. Triggers, views and virtual tables run when the
database is read or written. So links, journals with a name, and all but our own tables are refused.
"""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.records.plain_tree import kind_of, open_plain

_SIDE_FILES = ("-journal", "-wal", "-shm")
"""What SQLite may keep beside a database, by the ends of their names."""
_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
_MOST_VALUE_BYTES = 64_000_000


def open_database(path: Path, schema: str, *, wait_seconds: float) -> sqlite3.Connection:
    """A connection in autocommit mode, for all threads, to a database with exactly the tables of `schema`.

    `schema` is a script of `create … if not exists`; missing tables are created. SQLite waits up to `wait_seconds` for
    other processes. Raises `RecordingError` for what no pytest-cookie has written, and `sqlite3.Error`.
    """
    try:
        _check_files(path)
    except OSError as error:
        raise RecordingError(f"cannot read {error.filename}: {error.strerror or error}") from error
    connection = sqlite3.connect(path, timeout=wait_seconds, isolation_level=None, check_same_thread=False)

    def decode(text: bytes) -> str:
        try:
            return text.decode()
        except UnicodeDecodeError as error:
            raise RecordingError(_damaged(path, "a text in it is not UTF-8")) from error

    connection.text_factory = decode
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_VALUE_BYTES)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        _check_objects(path, connection, schema)
        _check_content(path, connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(schema)
    except UnicodeDecodeError as error:  # in an error message of SQLite, which names a table
        connection.close()
        raise RecordingError(_damaged(path, "a name in it is not UTF-8")) from error
    except BaseException:
        connection.close()
        raise
    return connection


def _damaged(path: Path, problem: str) -> str:
    return f"{path} is damaged: {problem}; restore it from a copy of the run"


def _check_files(path: Path) -> None:
    """Without opening the database or its `-shm`: to close them again would end this process's locks on them."""
    if path.parent.is_symlink():
        raise RecordingError(f"{path.parent} is a link, not a folder")
    for name in (path.name, *(path.name + end for end in _SIDE_FILES)):
        try:
            mode = path.with_name(name).lstat().st_mode
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(mode):
            raise RecordingError(f"{path.with_name(name)} is {kind_of(mode)}, not a file")
    journal = path.with_name(f"{path.name}-journal")
    if _names_another_file(journal):
        raise RecordingError(
            f"{journal} names another file, which SQLite would delete. pytest-cookie never writes such a journal; if "
            "you trust the rest of the run, remove it"
        )


def _names_another_file(journal: Path) -> bool:
    """Whether a rollback journal ends with the name of a super-journal, followed by the magic number."""
    try:
        with os.fdopen(open_plain(journal), "rb") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - len(_JOURNAL_MAGIC)))
            return file.read() == _JOURNAL_MAGIC
    except FileNotFoundError:  # as nearly always
        return False


def _check_objects(path: Path, connection: sqlite3.Connection, schema: str) -> None:
    with closing(sqlite3.connect(":memory:")) as own:
        own.executescript(schema)
        known = {(kind, name, text) for kind, name, text in _objects(own)}
    for kind, name, text in _objects(connection):
        if (kind, name, text) not in known:
            raise RecordingError(
                f"{path} has the {kind} {name[:60]!r}, which this pytest-cookie does not make: the file is changed, or "
                "of another version"
            )


def _check_content(path: Path, connection: sqlite3.Connection) -> None:
    """SQLite finds a damaged page only when it reads that page, in the middle of a command."""
    problem = connection.execute("PRAGMA quick_check(1)").fetchone()
    if problem != ("ok",):
        raise RecordingError(_damaged(path, problem[0]))


def _objects(connection: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    """Kind, name and definition of all objects but the indexes of SQLite itself, which have no definition."""
    for kind, name, text in connection.execute("SELECT type, name, sql FROM sqlite_master"):
        if text is not None or kind != "index":
            yield str(kind), str(name), " ".join(str(text).split())
