"""Rooms that handle page data read numbers, dates and addresses by `core.parsing` alone, whose parsers never raise."""

import ast
from functools import cache
from pathlib import Path

import pytest

import pytest_cookie

_PACKAGE = Path(pytest_cookie.__file__).parent
_ROOMS = ("exploration", "judging")
_RAISES = frozenset(
    {"urlsplit", "urlparse", "urldefrag", "isdigit", "isnumeric", "isdecimal", "fromisoformat", "strptime"}
)


@cache
def _calls(path: Path) -> tuple[ast.Call, ...]:
    return tuple(node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))


@pytest.mark.parametrize("room", _ROOMS)
def test_nothing_is_parsed_that_may_raise(room: str) -> None:
    files = sorted((_PACKAGE / room).rglob("*.py"))
    assert len(files) > 20
    names = {path: {_called(call) for call in _calls(path)} & _RAISES for path in files}
    assert not {str(path): found for path, found in names.items() if found}


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


@pytest.mark.parametrize("room", _ROOMS)
def test_no_part_of_a_pattern_becomes_a_number_that_may_raise(room: str) -> None:
    """Neither `float(found[2])` nor `map(int, found.groups())`: what `\\d` and `.` let through, `float` may refuse."""
    calls = [call for path in sorted((_PACKAGE / room).rglob("*.py")) for call in _calls(path)]
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
