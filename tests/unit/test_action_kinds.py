"""Kinds of actions are listed in one module; everything else asks for a trait or a class."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import pytest_cookie
from pytest_cookie.core.action import Action, ActionKind, hover_over, new_action

PACKAGE = Path(pytest_cookie.__file__).parent
KINDS = frozenset(get_args(ActionKind))
CLASSES = get_args(get_args(Action)[0])


def _lists_of_kinds(source: str) -> Iterator[str]:
    """Sets, tuples and lists of two kinds or more; a table with an entry for every kind is a dispatch."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Set | ast.Tuple | ast.List):
            listed = node.elts
        elif isinstance(node, ast.Dict):
            listed = [key for key in node.keys if key is not None]
        else:
            continue
        named = {one.value for one in listed if isinstance(one, ast.Constant) and isinstance(one.value, str)}
        if len(named) == len(listed) >= 2 and named <= KINDS and named != KINDS:
            yield f"{node.lineno}: {ast.unparse(node)}"


def test_no_module_but_that_of_the_union_lists_kinds_of_actions() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path != PACKAGE / "core/action.py"
        for line in _lists_of_kinds(path.read_text(encoding="utf-8"))
    ]
    assert not found, "ask for a trait of the action (core/action.py) or for its class instead"


@pytest.mark.parametrize("source", ['{"reload", "back"}', 'x in ("press", "hold")', '{"wait": 1, "back": 2}'])
def test_a_list_of_kinds_is_found(source: str) -> None:
    assert list(_lists_of_kinds(source))


def test_each_kind_has_one_class_and_keeps_it_through_json() -> None:
    assert sorted(kind.model_fields["kind"].default for kind in CLASSES) == sorted(KINDS)
    for kind in CLASSES:
        stored = kind(value="x").model_dump(mode="json", exclude_defaults=True)
        assert stored == {"kind": kind.model_fields["kind"].default, "value": "x"}
        assert new_action(**stored) == kind(value="x")


def test_the_pointer_is_brought_to_where_a_drag_begins() -> None:
    drag = new_action("drag", x=1, y=2, to_x=3, to_y=4, value="fling", role="slider")
    assert hover_over(drag) == new_action("hover", x=1, y=2, role="slider")
