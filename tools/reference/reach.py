"""Finds the functions and constants that a function uses, directly or indirectly, from the source."""

import ast
import inspect
import textwrap
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeGuard

Function = Callable[..., object]
ROOMS = ("pytest_cookie.judging", "pytest_cookie.checks")
"""Only functions of these packages are followed."""


@dataclass(frozen=True)
class Code:
    """A function with its syntax tree."""

    function: Function

    @cached_property
    def tree(self) -> ast.FunctionDef:
        """The function's own definition."""
        tree = ast.parse(textwrap.dedent(inspect.getsource(self.function))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        return tree

    @property
    def names(self) -> dict[str, object]:
        """The names of its module."""
        return vars(inspect.getmodule(self.function))

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of that definition."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def parameters(self) -> list[str]:
        """The names of its parameters, in order."""
        return list(inspect.signature(self.function).parameters)

    def calls(self) -> Iterator[tuple[object, ast.Call]]:
        """Every call of a name of its module, with the called object."""
        for node in self.nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield self.names.get(node.func.id), node

    def read(self) -> Iterator[tuple[str, object]]:
        """Every name of its module that it uses, with its value."""
        for node in self.nodes:
            if isinstance(node, ast.Name) and node.id in self.names:
                yield node.id, self.names[node.id]


@cache
def code_of(function: Function) -> Code:
    """The function's code, read once."""
    return Code(function)


@cache
def reach(start: Function, *, through: Callable[[Function], bool] = lambda function: True) -> tuple[Code, ...]:
    """The function and all functions of `ROOMS` that it uses, directly or indirectly, in source order.

    Only functions that `through` accepts are followed.
    """
    found: dict[Function, Code] = {}
    waiting = [start]
    while waiting:
        function = waiting.pop()
        if function in found:
            continue
        found[function] = code = code_of(function)
        waiting += reversed([one for _, one in code.read() if _is_ours(one) and through(one)])
    return tuple(found.values())


def constants(start: Function) -> dict[str, object]:
    """The constants that the function uses, by name. Of two with the same name, the nearer one."""
    found: dict[str, object] = {}
    for code in reach(start):
        for name, value in code.read():
            if name.upper() == name:
                found.setdefault(name, value)
    return found


def _is_ours(value: object) -> TypeGuard[Function]:
    return isinstance(value, types.FunctionType) and value.__module__.startswith(ROOMS)
