"""The package's structure: acyclic imports, short files, short functions; run folders stay out of collection."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import pytest_cookie
from pytest_cookie.records.run import RunFolder, claim_run_path, new_run_path

PACKAGE = Path(pytest_cookie.__file__).parent
REPOSITORY = PACKAGE.parent
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(REPOSITORY).with_suffix("").parts).removesuffix(".__init__")


SOURCES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def top_level(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements that run on import: not those of functions, nor those for type checkers only."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            yield from top_level(statement.orelse)
        elif not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            for field in ("body", "orelse", "finalbody"):
                yield from top_level(getattr(statement, field, ()))
            for handler in getattr(statement, "handlers", ()):
                yield from top_level(handler.body)


def imports_of(source: str, known: Iterable[str]) -> set[str]:
    """The modules among `known` that importing `source` imports."""
    names: set[str] = set()
    for statement in top_level(ast.parse(source).body):
        if isinstance(statement, ast.Import):
            names |= {alias.name for alias in statement.names}
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            submodules = {f"{statement.module}.{alias.name}" for alias in statement.names}
            names |= (submodules & set(known)) or {statement.module}
    return names & set(known)


def cycle_in(graph: dict[str, set[str]]) -> list[str]:
    """A cycle of the import graph, its first module also last; empty if there is none."""
    done: set[str] = set()
    path: list[str] = []

    def visit(module: str) -> list[str]:
        if module in path:
            return [*path[path.index(module) :], module]
        if module not in done:
            path.append(module)
            for imported in sorted(graph[module]):
                if found := visit(imported):
                    return found
            path.pop()
            done.add(module)
        return []

    return next((found for module in sorted(graph) if (found := visit(module))), [])


def test_no_import_cycle() -> None:
    graph = {name: imports_of(path.read_text("utf-8"), SOURCES) - {name} for name, path in SOURCES.items()}
    assert len(graph["pytest_cookie.plugin.install"]) > 10  # the graph is not empty by mistake
    assert cycle_in(graph) == []


def test_a_cycle_is_found_and_late_imports_are_none() -> None:
    sources = {
        "a": "import b",
        "b": "try:\n    from c import x\nexcept ImportError:\n    pass",
        "c": "def late():\n    import a\nif TYPE_CHECKING:\n    import a",
    }
    graph = {name: imports_of(source, sources) for name, source in sources.items()}
    assert graph == {"a": {"b"}, "b": {"c"}, "c": set()}
    assert cycle_in(graph) == []
    assert cycle_in(graph | {"c": {"a"}}) == ["a", "b", "c", "a"]


def too_long(source: str) -> Iterator[str]:
    """The lengths, in lines, that exceed a limit: of the file and of its functions."""
    if (lines := len(source.splitlines())) > MAX_FILE_LINES:
        yield f"{lines} lines"
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if lines > MAX_FUNCTION_LINES:
                yield f"{node.name}: {lines} lines"


def test_files_and_functions_are_short() -> None:
    assert {name: found for name, path in SOURCES.items() if (found := list(too_long(path.read_text("utf-8"))))} == {}


def test_long_files_and_functions_are_found() -> None:
    assert list(too_long("x = 1\n" * 400)) == []
    assert list(too_long("x = 1\n" * 401)) == ["401 lines"]
    assert list(too_long("def f():\n" + "    x = 1\n" * 59)) == []
    assert list(too_long("def f():\n" + "    x = 1\n" * 60)) == ["f: 61 lines"]


def test_the_readme_of_reports_is_no_run(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("# Reports\n", encoding="utf-8")
    run = RunFolder.create(claim_run_path(tmp_path))
    assert not RunFolder.is_run(tmp_path)
    assert not RunFolder.is_run(readme)
    assert run.path.parent == new_run_path(tmp_path).parent == tmp_path
    assert readme.read_text("utf-8") == "# Reports\n"


def test_tests_in_run_folders_are_not_collected(pytester: pytest.Pytester) -> None:
    pytester.makeconftest((REPOSITORY / "conftest.py").read_text("utf-8"))
    made_by_a_model = pytester.path / "reports/2026-01-31T14-05-09/items/test_hostile.py"
    made_by_a_model.parent.mkdir(parents=True)
    made_by_a_model.write_text("raise SystemExit('imported')\n", encoding="utf-8")
    pytester.makepyfile("def test_mine(): pass")
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)
