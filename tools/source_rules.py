"""Rules that ruff and import-linter do not know, checked on each module of the package: `python -m tools.source_rules`.

Every module is read and parsed once. A rule takes a `Source` and yields what breaks it, with the line.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import get_args

from pytest_cookie.core.action import ActionKind

PACKAGE = Path(__file__).parents[1] / "pytest_cookie"
Broken = tuple[int, str]
"""A line, and the problem in it."""

MOST_FILE_LINES = 400
MOST_FUNCTION_LINES = 60
_KINDS = frozenset(get_args(ActionKind))
_IN_SANDBOXES = (
    "deployment/applications/inside.py",
    "protocols/vibecode/benchmark/",
    "protocols/vibecode/generation/scaffold/",
)
"""Programs that run in sandboxes, where they cannot import the package."""
_RESOURCES = ("files(", "files_in(", "__file__")
"""What addresses a resource of the package itself."""
_PAGE_ROOMS = ("exploration/", "judging/")
"""They read numbers, dates and addresses of pages by `core.parsing` alone, whose parsers never raise."""
_MAY_RAISE = frozenset(
    {"urlsplit", "urlparse", "urldefrag", "isdigit", "isnumeric", "isdecimal", "fromisoformat", "strptime"}
)
_NUMBERS = frozenset({"int", "float"})
_KNOW_COOKIE = ("protocols/cookie/", "judging/", "calibration/")
_HAVE_A_CLASS = ("protocols/webtestbench/", "dataset/importing/webtestbench.py")
"""WebTestBench calls a class of checks functionality, which is no score."""
_SCORES_OF_COOKIE = re.compile(r"functionalit|aesthetic|\bfunctional_items\b", re.IGNORECASE)
_PARSES_YAML = re.compile(r"\byaml\.(?:\w*load\w*|parse|compose|scan)\(")
_OPENS_DATABASE = re.compile(r"sqlite3\.connect|from sqlite3 import|dbapi2")


@dataclass(frozen=True)
class Source:
    """A file of the package: its path below the package, and its text."""

    path: str
    text: str

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Of a Python file."""
        return tuple(ast.walk(ast.parse(self.text))) if self.path.endswith(".py") else ()

    @cached_property
    def calls(self) -> tuple[ast.Call, ...]:
        """All calls."""
        return tuple(node for node in self.nodes if isinstance(node, ast.Call))

    def is_in(self, *folders: str) -> bool:
        """Whether it lies in one of these folders, or is one of these files."""
        return self.path.startswith(folders)


def long_files_and_functions(source: Source) -> Iterator[Broken]:
    """A file has at most 400 lines, a function at most 60."""
    if source.path.endswith(".py") and (lines := len(source.text.splitlines())) > MOST_FILE_LINES:
        yield 1, f"the file has {lines} lines"
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if lines > MOST_FUNCTION_LINES:
                yield node.lineno, f"{node.name} has {lines} lines"


def lists_of_action_kinds(source: Source) -> Iterator[Broken]:
    """Sets, tuples and lists of two kinds or more; a table with an entry for every kind is a dispatch."""
    for node in source.nodes:
        if isinstance(node, ast.Set | ast.Tuple | ast.List):
            listed = node.elts
        elif isinstance(node, ast.Dict):
            listed = [key for key in node.keys if key is not None]
        else:
            continue
        named = {item.value for item in listed if isinstance(item, ast.Constant) and isinstance(item.value, str)}
        if len(named) == len(listed) >= 2 and named <= _KINDS != named and source.path != "core/action.py":
            yield node.lineno, f"ask for a trait of the action or its class, not for {ast.unparse(node)}"


def unbounded_reads(source: Source) -> Iterator[Broken]:
    """`read_bytes` and `read_text` read resources of the package only; a workspace's methods take a path."""
    for call in source.calls:
        method = call.func
        if not isinstance(method, ast.Attribute) or source.is_in(*_IN_SANDBOXES):
            continue
        reads = method.attr in ("read_bytes", "read_text") and (not call.args or isinstance(call.args[0], ast.Constant))
        if reads and not any(resource in ast.unparse(method.value) for resource in _RESOURCES):
            yield call.lineno, f"read it with a limit (records/plain_tree.py), not by {ast.unparse(call)}"


def other_parsers_of_json(source: Source) -> Iterator[Broken]:
    """JSON is parsed at one place, which bounds its depth."""
    for call in source.calls:
        named = isinstance(call.func, ast.Attribute) and call.func.attr in ("loads", "load")
        if named and ast.unparse(call.func.value) == "json" and not source.is_in("core/parsing.py", *_IN_SANDBOXES):  # type: ignore[attr-defined]
            yield call.lineno, "parse JSON by core/parsing.py"


def other_parsers_of_yaml(source: Source) -> Iterator[Broken]:
    """YAML is parsed at one place, which limits depth and aliases; the package's own data at another."""
    if not source.is_in("core/yaml_document.py", "core/data_file.py", *_IN_SANDBOXES):
        yield from _lines_with(_PARSES_YAML, source, "parse YAML by core/yaml_document.py")


def parsers_that_may_raise(source: Source) -> Iterator[Broken]:
    """Nor does a part of a pattern become a number: what `\\d` and `.` let through, `float` may refuse."""
    for call in source.calls if source.is_in(*_PAGE_ROOMS) else ():
        name = _name(call.func)
        called = name or getattr(call.func, "attr", "")
        mapped = name == "map" and _name(call.args[0]) in _NUMBERS
        read = name in _NUMBERS and any(_is_group(argument) for argument in call.args)
        if called in _MAY_RAISE or mapped or read:
            yield call.lineno, f"may raise on the text of a page, use core/parsing.py: {ast.unparse(call)}"


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _is_group(node: ast.expr) -> bool:
    """`found[1]`, `found.group(1)`, `found[4] or 1`."""
    if isinstance(node, ast.BoolOp):
        return any(_is_group(value) for value in node.values)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "group"
    return isinstance(node, ast.Subscript) and isinstance(getattr(node.slice, "value", None), int)


def programs_without_encoding(source: Source) -> Iterator[Broken]:
    """A program's output is read as text in an encoding that the code names."""
    for call in source.calls:
        given = {keyword.arg for keyword in call.keywords}
        runs = isinstance(call.func, ast.Attribute) and call.func.attr in ("run", "Popen", "check_output")
        if runs and given & {"text", "universal_newlines"} and "encoding" not in given:
            yield call.lineno, "name the encoding of the program's output"


def findings_without_kind(source: Source) -> Iterator[Broken]:
    """The built-in judge gives every `Finding` a kind; a `Defect` cannot be made without one."""
    for call in source.calls if source.is_in("judging/") and not source.is_in("judging/model/") else ():
        given = {keyword.arg for keyword in call.keywords}  # None for `**fields`
        if _name(call.func) == "Finding" and not given & {"kind", None}:
            yield call.lineno, "give the Finding a kind"


def databases_opened_elsewhere(source: Source) -> Iterator[Broken]:
    """A run's databases are untrusted; applications under evaluation open their own, in a sandbox."""
    if not source.is_in("records/run_database.py", "protocols/vibecode/benchmark/", "protocols/vibecode/generation/"):
        yield from _lines_with(_OPENS_DATABASE, source, "open it by records/run_database.py")


def scores_of_cookie(source: Source) -> Iterator[Broken]:
    """Only Cookie, its judges and their calibration know which scores Cookie has."""
    if not source.is_in(*_KNOW_COOKIE, *_HAVE_A_CLASS):
        yield from _lines_with(_SCORES_OF_COOKIE, source, "iterate over the protocol's scores, do not name Cookie's")


def _lines_with(pattern: re.Pattern[str], source: Source, problem: str) -> Iterator[Broken]:
    for found in pattern.finditer(source.text):
        yield source.text.count("\n", 0, found.start()) + 1, problem


RULES: tuple[Callable[[Source], Iterator[Broken]], ...] = (
    long_files_and_functions,
    lists_of_action_kinds,
    unbounded_reads,
    other_parsers_of_json,
    other_parsers_of_yaml,
    parsers_that_may_raise,
    programs_without_encoding,
    findings_without_kind,
    databases_opened_elsewhere,
    scores_of_cookie,
)


def sources(package: Path = PACKAGE) -> Iterator[Source]:
    """Every file of the package that holds code or markup."""
    for path in sorted(package.rglob("*")):
        if path.suffix in {".py", ".js", ".html", ".css"}:
            yield Source(path.relative_to(package).as_posix(), path.read_text(encoding="utf-8"))


def main() -> int:
    """Print every broken rule; 1 if there is one."""
    every = tuple(sources())
    broken = [
        f"{source.path}:{line}: {problem}" for source in every for rule in RULES for line, problem in rule(source)
    ]
    print("\n".join([*broken, f"{len(every)} files, {len(broken)} broken rules"]))  # noqa: T201
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
