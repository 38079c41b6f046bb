"""`AnswerStore`: the study's answers in `annotation/answers.sqlite` of the run folder.

Rows are never deleted: a changed answer is a new row, an undone one is marked. SQLite with a write-ahead log that is
flushed at every commit: an answer that was acknowledged survives a kill and a power cut. Several processes may share
the file.
"""

import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.annotation.task import Role, Task
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.parsing import load_json
from pytest_cookie.records.run_database import open_database

FOLDER = "annotation"
FILE = "answers.sqlite"
IMPORTED = "import:"
"""Prefix of raters whose answers were imported. No rater can join with such a name."""
_VERSION = 1
_SCHEMA = """
create table if not exists facts (name text primary key, value text not null);
create table if not exists raters (
  id integer primary key, name text not null unique collate nocase, key text not null unique, joined real not null);
create table if not exists assignments (
  task text not null, rater integer not null references raters, form text not null, role text not null,
  at real not null, primary key (task, rater));
create table if not exists drafts (
  task text not null, rater integer not null references raters, body text not null, note text not null,
  at real not null, primary key (task, rater));
create table if not exists answers (
  id integer primary key, task text not null, rater integer not null references raters, form text not null,
  role text not null, body text not null, note text not null, skipped integer not null, seconds real not null,
  at real not null, nonce text not null unique, undone integer not null default 0, replaced integer not null default 0);
create index if not exists current on answers (form, task) where undone = 0 and replaced = 0;
"""


@dataclass(frozen=True)
class Rater:
    """A person. `key` is secret: it identifies the person's browser."""

    id: int
    name: str
    key: str


@dataclass(frozen=True)
class Answer:
    """A current answer, in the task's own slots. `seconds` is the time from showing the task to answering."""

    id: int
    task: str
    rater: str
    form: str
    role: Role
    values: dict[str, object]
    note: str
    skipped: bool
    seconds: float
    at: float


@dataclass(frozen=True)
class Circumstances:
    """How an answer was given. `seconds` is the rater's time; `nonce` marks repetitions of one request."""

    note: str = ""
    skipped: bool = False
    seconds: float = 0.0
    nonce: str = ""


_NONE = Circumstances()


class AnswerStore:
    """One connection. `clock` gives the time in seconds since 1970."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = open_database(path, _SCHEMA, wait_seconds=10)
            self._database.execute("pragma synchronous = full")
            self._database.execute("pragma foreign_keys = on")
        except (OSError, sqlite3.Error) as error:
            raise RecordingError(f"cannot open {path}: {error}") from error
        if (version := self.fact("version") or str(_VERSION)) != str(_VERSION):
            raise RecordingError(f"{path} is of version {version}; this pytest-cookie reads version {_VERSION}")
        self.set_fact("version", str(_VERSION))

    def close(self) -> None:
        """Close the file; it is complete at any moment."""
        self._database.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction with exclusive write access. If it cannot be committed, as on a full disk, it is undone."""
        self._database.execute("begin immediate")
        try:
            yield self._database
            self._database.execute("commit")
        except BaseException:
            if self._database.in_transaction:  # SQLite may have ended it
                self._database.execute("rollback")
            raise

    def fact(self, name: str) -> str | None:
        """A setting of the study."""
        row = self._database.execute("select value from facts where name = ?", (name,)).fetchone()
        return row[0] if row else None

    def facts(self, prefix: str) -> dict[str, str]:
        """All settings whose name begins with `prefix`, by the rest of the name."""
        rows = self._database.execute(
            "select name, value from facts where substr(name, 1, ?) = ?", (len(prefix), prefix)
        )
        return {name[len(prefix) :]: value for name, value in rows}

    def set_fact(self, name: str, value: str) -> None:
        """Store a setting of the study."""
        self._database.execute("insert or replace into facts values (?, ?)", (name, value))

    def join(self, name: str) -> Rater:
        """The rater with this name, whatever its case; a new one if there is none."""
        with self.transaction() as database:
            database.execute(
                "insert or ignore into raters (name, key, joined) values (?, ?, ?)",
                (name, secrets.token_urlsafe(24), self._clock()),
            )
            row = database.execute("select id, name, key from raters where name = ?", (name,)).fetchone()
        return Rater(*row)

    def rater_of(self, key: str) -> Rater | None:
        """The rater with this secret key."""
        row = self._database.execute("select id, name, key from raters where key = ?", (key,)).fetchone()
        return Rater(*row) if row else None

    def raters(self) -> tuple[str, ...]:
        """The names of all raters, the first to join first."""
        return tuple(name for (name,) in self._database.execute("select name from raters order by id"))

    def add(
        self, rater: Rater, task: Task, role: Role, values: Mapping[str, object], circumstances: Circumstances = _NONE
    ) -> None:
        """Store an answer in place of the rater's earlier one on the task. A repeated nonce is ignored."""
        body = json.dumps(values, sort_keys=True)
        nonce = f"{rater.id}:{circumstances.nonce or secrets.token_hex(16)}"
        with self.transaction() as database:
            if database.execute("select 1 from answers where nonce = ?", (nonce,)).fetchone():
                return
            mine = (task.id, rater.id)
            row = (body, circumstances.note, int(circumstances.skipped), circumstances.seconds, self._clock(), nonce)
            database.execute("update answers set replaced = 1 where task = ? and rater = ?", mine)
            database.execute(
                "insert into answers (task, rater, form, role, body, note, skipped, seconds, at, nonce) "
                "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*mine, task.form, role, *row),
            )
            database.execute("delete from drafts where task = ? and rater = ?", mine)

    def undo(self, rater: Rater, form: str) -> str | None:
        """Mark the rater's latest answer to a form as undone, and assign its task again; returns the task."""
        with self.transaction() as database:
            row = database.execute(
                "select id, task, role, body, note from answers where rater = ? and form = ? and undone = 0 "
                "and replaced = 0 order by id desc limit 1",
                (rater.id, form),
            ).fetchone()
            if row is None:
                return None
            number, task, role, body, note = row
            database.execute("update answers set undone = 1 where id = ?", (number,))
            now = self._clock()
            database.execute(
                "insert or replace into assignments values (?, ?, ?, ?, ?)", (task, rater.id, form, role, now)
            )
            database.execute("insert or replace into drafts values (?, ?, ?, ?, ?)", (task, rater.id, body, note, now))
        return str(task)

    def is_reopened(self, rater: Rater, task: str) -> bool:
        """Whether the rater's answer to a task was undone and not given again."""
        row = self._database.execute(
            "select max(undone), min(undone or replaced) from answers where task = ? and rater = ?", (task, rater.id)
        ).fetchone()
        return bool(row == (1, 1))

    def assigned_role(self, rater: Rater, task: str) -> Role | None:
        """Why the rater has a task; None if it was never assigned to them."""
        row = self._database.execute(
            "select role from assignments where task = ? and rater = ?", (task, rater.id)
        ).fetchone()
        return row[0] if row else None

    def save_draft(self, rater: Rater, task: str, values: Mapping[str, object], note: str) -> None:
        """Store an unfinished answer, in the task's own slots."""
        body = json.dumps(values, sort_keys=True)
        row = (task, rater.id, body, note, self._clock())
        self._database.execute("insert or replace into drafts values (?, ?, ?, ?, ?)", row)

    def draft(self, rater: Rater, task: str) -> tuple[dict[str, object], str]:
        """The rater's unfinished answer, and the note."""
        row = self._database.execute(
            "select body, note from drafts where task = ? and rater = ?", (task, rater.id)
        ).fetchone()
        return (load_json(row[0]), row[1]) if row else ({}, "")

    def answers(self, form: str | None = None) -> tuple[Answer, ...]:
        """All current answers, oldest first."""
        rows = self._database.execute(
            "select a.id, a.task, r.name, a.form, a.role, a.body, a.note, a.skipped, a.seconds, a.at from answers a "
            "join raters r on r.id = a.rater where a.undone = 0 and a.replaced = 0 and (?1 is null or a.form = ?1) "
            "order by a.id",
            (form,),
        )
        return tuple(
            Answer(number, task, rater, name, role, load_json(body), note, bool(skipped), seconds, at)
            for number, task, rater, name, role, body, note, skipped, seconds, at in rows
        )

    def has_answers(self) -> bool:
        """Whether the study has begun."""
        return self._database.execute("select 1 from answers where undone = 0 limit 1").fetchone() is not None
