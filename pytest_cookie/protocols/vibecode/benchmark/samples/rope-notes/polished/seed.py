"""Creates the notes that everybody starts with."""

import sqlite3

NOTES = [
    ("Splice", "An eye splice needs five tucks.", "rope"),
    ("Tea", "Buy black tea.", "galley"),
    ("Lamp", "The anchor lamp flickers.", "deck"),
]

with sqlite3.connect("notes.db") as db:
    db.execute(
        "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, text TEXT, tag TEXT, pinned INT DEFAULT 0, archived INT DEFAULT 0)"
    )
    db.executemany("INSERT INTO note (title, text, tag) VALUES (?, ?, ?)", NOTES)
