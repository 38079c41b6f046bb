"""Only Cookie, its judges and their calibration know which scores Cookie has."""

import re
from pathlib import Path

import pytest_cookie

ROOT = Path(pytest_cookie.__file__).parent
OWN = ("protocols/cookie/", "judging/", "calibration/")
OF_VERSION_1 = "core/schema_v1.py"
"""Reads files from before scores had specifications."""
NAMES = re.compile(r"functionalit|aesthetic|\bfunctional_items\b", re.IGNORECASE)


def test_nobody_else_names_its_scores() -> None:
    files = [path for path in ROOT.rglob("*") if path.suffix in {".py", ".js", ".html", ".css"}]
    others = [path for path in files if not path.relative_to(ROOT).as_posix().startswith((*OWN, OF_VERSION_1))]
    assert len(others) > 300
    found = {path.relative_to(ROOT).as_posix() for path in others if NAMES.search(path.read_text(encoding="utf-8"))}
    assert found == set()
