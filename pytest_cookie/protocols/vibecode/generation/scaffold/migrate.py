"""Runs the statements of migrations/*.sql in the order of their names. A statement ends with a line that ends with ;."""

from pathlib import Path

from store import rows

for path in sorted((Path(__file__).parent / "migrations").glob("*.sql")):
    for statement in path.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            rows(statement)
