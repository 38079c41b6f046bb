"""Documents the names of `pytest_cookie.__all__`: signature, docstring, methods, properties and fields."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass

from pydantic import BaseModel

import pytest_cookie
from tools.reference.models import field_table
from tools.reference.tables import table

_WIDEST = 100
_EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\n).+)*", re.MULTILINE)


def name_sections(*names: str) -> str:
    """A section for each public name."""
    return "\n\n".join(part for name in names for part in _section(name))


def _section(name: str) -> Iterator[str]:
    found = getattr(pytest_cookie, name)
    yield f"## {name}"
    if inspect.isfunction(found):
        yield from (_signature(found), _text(found))
    elif issubclass(found, BaseModel):
        yield from (_text(found), field_table(found, key="attribute"))
    elif is_dataclass(found):
        yield from (_text(found), table(("attribute", "type", "meaning"), _attributes(found)), *_methods(found))
    elif issubclass(found, Exception):
        yield _text(found)
    else:
        yield from (_signature(found.__init__, found.__name__), _text(found), *_methods(found))


def _signature(function: Callable[..., object], name: str = "") -> str:
    """The definition of a function without its body; of a class, how it is made."""
    node = _parsed(function)
    arguments = node.args
    plain = arguments.args[1:] if arguments.args[:1] and arguments.args[0].arg == "self" else arguments.args
    defaults = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    parts = [_parameter(*pair) for pair in zip(plain, defaults, strict=True)]
    parts += ["*"] if arguments.kwonlyargs else []
    parts += [_parameter(*pair) for pair in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    begin = f"class {name}" if name else f"{'async ' * isinstance(node, ast.AsyncFunctionDef)}def {node.name}"
    end = "" if name or node.returns is None else f" -> {ast.unparse(node.returns)}"
    line = f"{begin}({', '.join(parts)}){end}"
    if len(line) > _WIDEST:
        line = f"{begin}(\n" + "".join(f"    {part},\n" for part in parts) + f"){end}"
    return f"```text\n{line}\n```"


def _parameter(argument: ast.arg, default: ast.expr | None) -> str:
    annotation = f": {ast.unparse(argument.annotation)}" if argument.annotation else ""
    return f"{argument.arg}{annotation}" + (f" = {ast.unparse(default)}".replace("'", '"') if default else "")


def _parsed(function: Callable[..., object]) -> ast.FunctionDef | ast.AsyncFunctionDef:
    node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    return node


def _text(found: object) -> str:
    """The docstring, with examples as blocks of code."""
    return _EXAMPLE.sub(lambda match: f"```pycon\n{match[0]}\n```", inspect.getdoc(found) or "")


def _methods(kind: type) -> Iterator[str]:
    for name, method in vars(kind).items():
        if inspect.isfunction(method) and not name.startswith("_"):
            yield from (f"### {kind.__name__}.{name}", _signature(method), _text(method))


def _attributes(kind: type) -> Iterator[tuple[str, str, str]]:
    """Fields and properties with their types and docstrings."""
    node = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(node, ast.ClassDef)
    for statement, after in zip(node.body, node.body[1:], strict=False):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield f"`{statement.target.id}`", f"`{ast.unparse(statement.annotation)}`", _documented(after)
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef) and statement.decorator_list and statement.returns:
            meaning = " ".join((ast.get_docstring(statement) or "").split())
            yield f"`{statement.name}`", f"`{ast.unparse(statement.returns)}`", meaning


def _documented(after: ast.stmt) -> str:
    match after:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return " ".join(text.split())
    return ""
