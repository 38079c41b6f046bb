"""Every JSON schema that goes to a model has keywords of JSON Schema only, and of strict mode where it is strict."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from jsonschema_specifications import REGISTRY
from pydantic import BaseModel, JsonValue

import pytest_cookie
from pytest_cookie.llm.messages.schema import STRICT_KEYWORDS, strict_schema
from pytest_cookie.llm.messages.tool_calls import ToolArguments, tool_of

PACKAGE = Path(pytest_cookie.__file__).parent
ASKS = re.compile(r"\bask(_each)?\(|\breply_name\b|\bToolArguments\b")
JSON_SCHEMA = {
    keyword
    for uri in REGISTRY
    if "/draft/2020-12/meta/" in uri
    for keyword in REGISTRY.contents(uri).get("properties", {})
} | {"discriminator"}  # of OpenAPI; pydantic writes it beside `oneOf`


def modules() -> Iterator[tuple[ModuleType, ast.Module]]:
    """The modules that ask a model for a reply, or define one."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text("utf-8")
        if ASKS.search(text) and "benchmark" not in path.relative_to(PACKAGE).parts:
            name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
            yield importlib.import_module(name), ast.parse(text)


def asked_kinds(module: ModuleType, tree: ast.Module) -> Iterator[type[BaseModel]]:
    """The models that the module names where it asks."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[-1] in {"ask", "ask_each"}:
            names = (node.id for argument in call.args for node in ast.walk(argument) if isinstance(node, ast.Name))
            values = (getattr(module, name, None) for name in names)
            yield from (one for one in values if isinstance(one, type) and issubclass(one, BaseModel))


def subclasses(kind: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for one in kind.__subclasses__():
        yield one
        yield from subclasses(one)


def keywords(node: JsonValue, *, is_table: bool = False) -> Iterator[str]:
    """The keywords of a schema; the names in a table of schemas are none."""
    for key, value in node.items() if isinstance(node, dict) else ():
        if not is_table:
            yield key
        if is_table or key not in {"enum", "const", "default", "examples", "required", "discriminator"}:
            yield from keywords(value, is_table=not is_table and key in {"properties", "$defs"})
    for item in node if isinstance(node, list) else ():
        yield from keywords(item)


ASKED = {kind for module, tree in modules() for kind in asked_kinds(module, tree)}
OURS = [kind for kind in subclasses(BaseModel) if kind.__module__.startswith("pytest_cookie.")]
NAMED = {kind for kind in OURS if hasattr(kind, "reply_name")}
REPLIES = sorted(ASKED | NAMED, key=lambda kind: f"{kind.__module__}.{kind.__qualname__}")
TOOLS = [kind for kind in OURS if issubclass(kind, ToolArguments) and hasattr(kind, "name")]


def test_replies_of_all_stages_are_found():
    assert {"StaticScoring", "StagedReply", "LeafReply", "TranslationReply", "WorkflowReport", "Labels"} <= {
        kind.__name__ for kind in REPLIES
    }
    assert {kind.name for kind in TOOLS} >= {"click", "create_file"}


@pytest.mark.parametrize("kind", REPLIES, ids=lambda kind: f"{kind.__module__.split('.')[-1]}.{kind.__name__}")
def test_the_schema_of_a_reply(kind: type[BaseModel]):
    assert set(keywords(kind.model_json_schema())) - JSON_SCHEMA == set()
    assert set(keywords(strict_schema(kind))) - STRICT_KEYWORDS == set()


@pytest.mark.parametrize("kind", TOOLS, ids=lambda kind: kind.name)
def test_the_schema_of_a_tool(kind: type[ToolArguments]):
    assert set(keywords(tool_of(kind).parameters)) - JSON_SCHEMA == set()
