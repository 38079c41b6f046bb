"""Access to the database: PostgreSQL if DATABASE_URL is set, otherwise a file of SQLite."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

FILE = Path(__file__).parent / "data.sqlite"


def rows(statement, **values):
    """The rows of one statement, as dictionaries. Values are named in it with a colon, such as :name."""
    if "DATABASE_URL" not in os.environ:
        with closing(sqlite3.connect(FILE)) as db, db:
            db.row_factory = sqlite3.Row
            return [dict(row) for row in db.execute(statement, values)]
    import pg8000.native

    url = urlsplit(os.environ["DATABASE_URL"])
    with closing(
        pg8000.native.Connection(
            url.username, host=url.hostname, port=url.port, password=url.password, database=url.path[1:]
        )
    ) as db:
        found = db.run(statement, **values) or []
        return [dict(zip([column["name"] for column in db.columns], row)) for row in found]
