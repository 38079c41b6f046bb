"""A database from elsewhere does no harm, and one of a killed worker stays usable."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from pytest_cookie.annotation.store import AnswerStore
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.llm.cost.account_totals import unite_accounts
from pytest_cookie.llm.transport.shared_state import State
from pytest_cookie.protocols.run.model_access import STATE
from pytest_cookie.records.run_database import open_database
from tests.forged_journal import forge_journal

SCHEMA = """
CREATE TABLE IF NOT EXISTS things (id INTEGER PRIMARY KEY, name TEXT);
CREATE INDEX IF NOT EXISTS n ON things (name);
"""


def use_answers(run: Path) -> Path:
    AnswerStore(run / "annotation" / "answers.sqlite").close()
    return run / "annotation" / "answers.sqlite"


def use_account(run: Path) -> Path:
    state = State(run / STATE)
    with state.transaction():
        pass
    state.close()
    return state.path


def merge_accounts(run: Path) -> Path:
    path = use_account(run / "merged") if not (run / "merged").exists() else State(run / "merged" / STATE).path
    _, problems = unite_accounts([path.parent], run / "out")
    if problems:
        raise RecordingError(problems[0])
    return path


USES = [use_answers, use_account, merge_accounts]


def damage(path: Path, change: Callable[[bytes], bytes]) -> None:
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    path.write_bytes(change(path.read_bytes()))


def test_a_damaged_database_is_named(subtests: pytest.Subtests, tmp_path: Path):
    for name, change in {
        "page of zeros": lambda content: content[:4096] + bytes(4096) + content[8192:],
        "half": lambda content: content[: len(content) // 2],
        "no database": lambda content: b"x" * len(content),
        "text that is not UTF-8": lambda content: content.replace(b"ana", b"a\xffa"),
        "name that is not UTF-8": lambda content: content.replace(b"facts", b"fac\xffs"),
    }.items():
        with subtests.test(name):
            path = tmp_path / name / "answers.sqlite"
            store = AnswerStore(path)
            store.join("ana")
            store.close()
            damage(path, change)
            with pytest.raises(RecordingError, match=r"answers\.sqlite"):
                AnswerStore(path).raters()


@pytest.mark.parametrize("use", USES)
def test_no_journal_deletes_a_file(tmp_path: Path, use: Callable[[Path], Path]):
    (tmp_path / "victim.txt").write_text("mine")
    forge_journal(use(tmp_path / "run"), tmp_path / "victim.txt")
    with pytest.raises(RecordingError, match="names another file, which SQLite would delete"):
        use(tmp_path / "run")
    assert (tmp_path / "victim.txt").read_text() == "mine"


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize(
    "trap",
    [
        "CREATE TRIGGER a AFTER INSERT ON {table} BEGIN DELETE FROM {table}; END",
        "CREATE VIEW a AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x FROM n",
        "CREATE VIRTUAL TABLE a USING fts5(b)",
        "CREATE TABLE a (b, c GENERATED ALWAYS AS (hex(zeroblob(900000000))))",
        "CREATE INDEX a ON {table} (hex(zeroblob(1000)))",
    ],
)
def test_nothing_but_our_tables_is_opened(tmp_path: Path, use: Callable[[Path], Path], trap: str):
    with closing(sqlite3.connect(use(tmp_path / "run"))) as connection:
        (table,) = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' LIMIT 1").fetchone()
        connection.execute(trap.format(table=table))
    with pytest.raises(RecordingError, match=r"has the (trigger|view|table|index) 'a"):
        use(tmp_path / "run")


def test_a_table_with_the_name_of_ours_is_not_taken_for_it(tmp_path: Path):
    with closing(sqlite3.connect(tmp_path / "a.sqlite")) as connection:
        connection.execute("CREATE VIEW things AS SELECT 1 AS id, 'x' AS name")
    with pytest.raises(RecordingError, match="has the view 'things'"):
        open_database(tmp_path / "a.sqlite", SCHEMA, wait_seconds=1)


@pytest.mark.parametrize("name", ["a.sqlite", "a.sqlite-journal", "a.sqlite-wal", "a.sqlite-shm"])
@pytest.mark.parametrize("kind", ["link", "dangling link", "pipe", "folder"])
def test_only_plain_files_are_opened(tmp_path: Path, name: str, kind: str):
    (tmp_path / "run").mkdir()
    open_database(tmp_path / "run" / "a.sqlite", SCHEMA, wait_seconds=1).close()
    (tmp_path / "run" / name).unlink(missing_ok=True)
    (tmp_path / "outside").write_bytes(b"")
    if kind == "pipe":
        os.mkfifo(tmp_path / "run" / name)
    elif kind == "folder":
        (tmp_path / "run" / name).mkdir()
    else:
        (tmp_path / "run" / name).symlink_to(tmp_path / ("outside" if kind == "link" else "none"))
    with pytest.raises(RecordingError, match=f"{name} is a"):
        open_database(tmp_path / "run" / "a.sqlite", SCHEMA, wait_seconds=1)
    assert (tmp_path / "outside").read_bytes() == b""
    assert not (tmp_path / "none").exists()


def test_the_folder_is_no_link(tmp_path: Path):
    (tmp_path / "there").mkdir()
    (tmp_path / "here").symlink_to("there")
    with pytest.raises(RecordingError, match="is a link, not a folder"):
        open_database(tmp_path / "here" / "a.sqlite", SCHEMA, wait_seconds=1)
    assert not any((tmp_path / "there").iterdir())


@pytest.mark.parametrize("journal", ["delete", "persist", "wal"])
def test_what_a_killed_worker_left_is_undone_or_kept(tmp_path: Path, journal: str):
    """Write-ahead logging is not possible on every file system, so an honest rollback journal may be hot."""
    path = tmp_path / "a.sqlite"
    open_database(path, SCHEMA, wait_seconds=1).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as worker:
        worker.execute(f"PRAGMA journal_mode = {journal}")
        worker.execute("PRAGMA cache_size = 1")  # pages reach the file before the transaction ends
        worker.executemany("INSERT INTO things (name) VALUES (?)", [("kept" * 200,)] * 50)
        worker.execute("BEGIN")
        worker.execute("UPDATE things SET name = ?", ("lost" * 200,))
        (tmp_path / "killed").mkdir()
        for file in tmp_path.glob("a.sqlite*"):
            shutil.copyfile(file, tmp_path / "killed" / file.name)
        worker.execute("ROLLBACK")
    end = "-wal" if journal == "wal" else "-journal"
    assert (tmp_path / "killed" / f"a.sqlite{end}").stat().st_size > 1_000
    with closing(open_database(tmp_path / "killed" / "a.sqlite", SCHEMA, wait_seconds=1)) as database:
        assert set(database.execute("SELECT name, count(*) FROM things GROUP BY name")) == {("kept" * 200, 50)}
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_schema_may_be_wrapped_anew(tmp_path: Path):
    open_database(tmp_path / "a.sqlite", SCHEMA, wait_seconds=1).close()
    open_database(tmp_path / "a.sqlite", SCHEMA.replace(", name", ",\n    name"), wait_seconds=1).close()
