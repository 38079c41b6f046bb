"""No regular expression of ours takes more than linear time of a text: asked of its structure, not of a clock."""

import ast
import importlib.util
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, reduce
from operator import or_
from pathlib import Path

import pytest

import pytest_cookie
from tests.unit.core.backtracking import faults_of

_PACKAGE = Path(pytest_cookie.__file__).parent
_FROM_THE_START = frozenset({"match", "fullmatch"})
_OF_PATTERNS = frozenset({"search", "sub", "subn", "split", "findall", "finditer"}) | _FROM_THE_START


@cache
def _modules() -> list[str]:
    return [module.name for module in pkgutil.walk_packages([str(_PACKAGE)], "pytest_cookie.")]


def _path(module: str) -> Path:
    found = importlib.util.find_spec(module)
    assert found
    assert found.origin
    return Path(found.origin)


@lru_cache(maxsize=1)
def _nodes(module: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(_path(module).read_text("utf-8"))))


def _patterns_in(value: object, depth: int = 3) -> Iterator[re.Pattern[str] | re.Pattern[bytes]]:
    """Those that a module keeps, in tuples, tables and objects, too."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, Mapping):
        for inner in list(value.values()):
            yield from _patterns_in(inner, depth - 1)
    elif depth and isinstance(value, (tuple, list, set, frozenset)):
        for inner in value:
            yield from _patterns_in(inner, depth - 1)
    elif depth and not isinstance(value, type) and type(value).__module__.startswith("pytest_cookie"):
        slots = getattr(type(value), "__slots__", ())
        for name in (*getattr(value, "__dict__", ()), *((slots,) if isinstance(slots, str) else slots)):
            yield from _patterns_in(getattr(value, name, None), depth - 1)


@lru_cache(maxsize=1)
def _uses(module: str) -> tuple[Counter[str], Counter[str]]:
    """How often each name is used, and how often to match from the start of a text."""
    nodes = _nodes(module)
    loads = Counter(n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    attributes = [n for n in nodes if isinstance(n, ast.Attribute) and n.attr in _FROM_THE_START]
    return loads, Counter(n.value.id for n in attributes if isinstance(n.value, ast.Name))


def _is_searched(module: str, name: str) -> bool:
    """Whether the pattern may be looked for anywhere: not if each use of its name matches from the start."""
    loads, started = _uses(module)
    return not name.startswith("_") or loads[name] == 0 or started[name] < loads[name]


def _inline(module: str) -> Iterator[tuple[str, int, bool]]:
    """Patterns written where they are used, `re.search(r"…", text, re.IGNORECASE)`."""
    has_patterns = "re." in _path(module).read_text("utf-8")
    for node in _nodes(module) if has_patterns else ():
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        method, value = node.func.attr, node.func.value
        if not (isinstance(value, ast.Name) and value.id == "re" and method in (*_OF_PATTERNS, "compile")):
            continue
        written = _text_of(node.args[0])
        given = [
            *(keyword.value for keyword in node.keywords if keyword.arg == "flags"),
            *node.args[1 if method == "compile" else 2 :],
        ]
        flags = [
            re.RegexFlag[n.attr]
            for value in given
            for n in ast.walk(value)
            if isinstance(n, ast.Attribute) and n.attr.isupper()
        ]
        if written is not None:
            yield written, int(reduce(or_, flags, re.NOFLAG)), method not in (*_FROM_THE_START, "compile")


def _text_of(node: ast.expr) -> str | None:
    """The pattern as written; a plain word replaces the parts that are inserted at run time."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "9" for part in node.values)
    return None


def _found(module: str) -> Iterator[tuple[str, list[str]]]:
    for name, value in vars(importlib.import_module(module)).items():
        for found in _patterns_in(value):
            yield (
                f"{name} = {found.pattern!r}",
                faults_of(found.pattern, found.flags, anywhere=_is_searched(module, name)),
            )
    for text, flags, anywhere in _inline(module):
        yield text, faults_of(text, flags, anywhere=anywhere)


def test_all_patterns_are_linear() -> None:
    found = [pattern for module in _modules() for pattern in _found(module)]
    assert [(pattern, faults) for pattern, faults in found if faults] == []
    assert len(found) > 400


GROWING = (r"(x+)*y", r"(x|x+)+$", r"(?:\w+\s?)*;", r"\s+$", r"a\s*\s*b", r"\s*.*;", r"<[^>]*>", r"\d+%", r"<a.*?</a>",
 r"(?:a{0,20}){0,20}b", r"(?:,?\d+)*x", r"\b[\w ]+;",
)  # fmt: skip


def test_shapes_that_grow_are_told(subtests: pytest.Subtests) -> None:
    for pattern in GROWING:
        with subtests.test(pattern=pattern):
            assert faults_of(pattern)


LINEAR = (r"<[^<>]*>", r"(?<!\s)\s++$", r"\b\d+%", r"\w+", r"(?<![\d.,])\d+(?:[.,]\d+)*+ kg", r"\A\s*<", r"x{1,40}y",
 r"\"(?:[^\"\\]|\\.)*+\"?", r"(?<![\w/])\w++(?:/\w++)*+;",
)  # fmt: skip


def test_shapes_that_do_not_are_not(subtests: pytest.Subtests) -> None:
    for pattern in LINEAR:
        with subtests.test(pattern=pattern):
            assert not faults_of(pattern)


def test_what_is_matched_from_the_start_is_tried_once() -> None:
    assert faults_of(r"\s+x")
    assert not faults_of(r"\s+x", anywhere=False)
    assert faults_of(r"\s*.*x", anywhere=False)


def test_modules_of_all_rooms_are_found() -> None:
    assert len(_modules()) > 900
    assert {"annotation", "calibration", "deployment", "protocols"} <= {module.split(".")[1] for module in _modules()}
