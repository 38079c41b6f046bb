"""Rooms that handle page data read numbers, dates and addresses by `core.parsing` alone, whose parsers never raise."""

import ast
from pathlib import Path

import pytest

import pytest_cookie

_PACKAGE = Path(pytest_cookie.__file__).parent
_FILES = sorted(path for room in ("exploration", "judging") for path in (_PACKAGE / room).rglob("*.py"))
_RAISES = frozenset(
    {"urlsplit", "urlparse", "urldefrag", "isdigit", "isnumeric", "isdecimal", "fromisoformat", "strptime"}
)


@pytest.mark.parametrize("path", _FILES, ids=lambda path: str(path.relative_to(_PACKAGE)))
def test_nothing_is_parsed_that_may_raise(path: Path) -> None:
    calls = [node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    names = {call.id if isinstance(call, ast.Name) else getattr(call, "attr", "") for call in calls}
    assert not names & _RAISES
