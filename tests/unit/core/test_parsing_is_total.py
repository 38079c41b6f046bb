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


@pytest.mark.parametrize("path", _FILES, ids=lambda path: str(path.relative_to(_PACKAGE)))
def test_no_part_of_a_pattern_becomes_a_number_that_may_raise(path: Path) -> None:
    """Neither `float(found[2])` nor `map(int, found.groups())`: what `\\d` and `.` let through, `float` may refuse."""
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call.func, ast.Name)]
    mapped = [call for call in named if _name(call.func) == "map" and _name(call.args[0]) in _NUMBERS]
    read = [call for call in named if _name(call.func) in _NUMBERS and any(_is_group(one) for one in call.args)]
    assert not [ast.unparse(call) for call in (*mapped, *read)]


_NUMBERS = frozenset({"int", "float"})


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _is_group(node: ast.expr) -> bool:
    """`found[1]`, `found.group(1)`, `found[4] or 1`."""
    if isinstance(node, ast.BoolOp):
        return any(_is_group(one) for one in node.values)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "group"
    return isinstance(node, ast.Subscript) and isinstance(getattr(node.slice, "value", None), int)
