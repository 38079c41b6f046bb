"""Creates the table of members."""

import sqlite3

with sqlite3.connect("choir.db") as db:
    db.execute(
        "CREATE TABLE member (id INTEGER PRIMARY KEY, email TEXT UNIQUE, name TEXT, voice TEXT, password TEXT, "
        "confirmed INT DEFAULT 0, token TEXT, reset TEXT, session TEXT)"
    )
