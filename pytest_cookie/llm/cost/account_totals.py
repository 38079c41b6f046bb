"""Adds up the accounts of several runs: every call that one of them paid for is in the sum."""

import shutil
import sqlite3
import stat
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.llm.cost.ledger import Account, Ledger
from pytest_cookie.llm.transport.shared_state import SCHEMA, State
from pytest_cookie.records.run_database import open_database

_TEXTS = ("model", "purpose", "state", "host")
_COUNTS = ("input_tokens", "output_tokens", "cached_tokens", "reasoning_tokens", "process")
_NUMBERS = ("most_usd", "seconds", "born")
_COLUMNS = (*_TEXTS, *_COUNTS, *_NUMBERS, "cost_usd")
_STATES = ("answered", "unsure", "open")


def unite_accounts(folders: Sequence[Path], target: Path) -> tuple[Account, tuple[str, ...]]:
    """Merge the ledgers in `folders` into `target`; return the totals and the unreadable folders.

    A folder without a ledger made no calls. Calls still pending when their run ended become unsure, since no process
    will book them. Raises `RecordingError` if the target cannot be written.
    """
    problems: list[str] = []
    state = State(target)
    try:
        for folder in folders:
            path = State(folder).path
            try:
                rows = _calls(path) if folder.is_symlink() or path.is_symlink() or path.exists() else []
            except (OSError, sqlite3.Error, ValueError, RecordingError) as error:
                problems.append(f"cannot read {path}: {error}; what its calls took is not in the sum")
                continue
            if rows:
                _add(state, rows)
        return Ledger(state).account(), tuple(problems)
    finally:
        state.close()


def _add(state: State, rows: Sequence[tuple[object, ...]]) -> None:
    with state.transaction() as change:
        places = ", ".join("?" for _ in _COLUMNS)
        change.executemany(f"INSERT INTO calls ({', '.join(_COLUMNS)}) VALUES ({places})", rows)


def _calls(path: Path) -> list[tuple[object, ...]]:
    """The file's validated rows, from a copy: the folder of another run stays as it is."""
    if path.parent.is_symlink():
        raise ValueError(f"{path.parent.name} is a link")
    with TemporaryDirectory(prefix="pytest-cookie-") as folder:
        copied = Path(folder) / path.name
        for end in ("", "-wal", "-journal"):  # with what a killed worker had not yet moved over, or undone
            name = path.name + end
            source = path.with_name(name)
            if source.is_symlink() or source.exists():
                if not stat.S_ISREG(source.lstat().st_mode):
                    raise ValueError(f"{name} is no plain file")
                shutil.copyfile(source, copied.with_name(name))
        with closing(open_database(copied, SCHEMA, wait_seconds=0)) as connection:
            return [_checked(row) for row in connection.execute(f"SELECT {', '.join(_COLUMNS)} FROM calls")]


def _checked(row: tuple[object, ...]) -> tuple[object, ...]:
    call = dict(zip(_COLUMNS, row, strict=True))
    cost = call["cost_usd"]
    if not (
        all(isinstance(call[name], str) for name in _TEXTS)
        and all(isinstance(call[name], int) for name in _COUNTS)
        and all(isinstance(call[name], int | float) for name in _NUMBERS)
        and (cost is None or isinstance(cost, int | float))
        and call["state"] in _STATES
    ):
        raise ValueError("a call in it is none")
    return tuple("unsure" if name == "state" and value == "open" else value for name, value in call.items())
