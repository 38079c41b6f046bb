"""The modules of `judging` import each other without a cycle."""

import ast
from graphlib import TopologicalSorter
from importlib import resources
from pathlib import Path

ROOM = "pytest_cookie.judging"


def imports_of(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def test_no_module_imports_itself_through_others():
    folder = Path(str(resources.files(ROOM)))
    modules = {
        ".".join((ROOM, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__"): imports_of(path)
        for path in folder.rglob("*.py")
    }
    order = list(TopologicalSorter({name: used & modules.keys() for name, used in modules.items()}).static_order())
    assert len(order) == len(modules) > 60
