"""Tables of the fields of pydantic models: name, type, unit, default, meaning. The meaning is the field's docstring."""

import ast
import inspect
import re
import textwrap
import types
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from tools.reference.tables import anchor, table, unit_of

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", Path: "path", type(None): "null"}
_BOUNDS: tuple[tuple[type, str, str], ...] = ((Ge, "ge", "≥"), (Gt, "gt", ">"), (Le, "le", "≤"), (Lt, "lt", "<"))


def model_sections(roots: Iterable[type[BaseModel]], shown: set[type[BaseModel]], *, defaults: bool = False) -> str:
    """A section for each model and its nested models, except those in `shown`. Adds them to `shown`."""
    parts = []
    for root in roots:
        for model in reachable(root):
            if model not in shown:
                shown.add(model)
                parts += [f"### {model.__name__}", summary_of(model), field_table(model, defaults=defaults)]
    return "\n\n".join(part for part in parts if part)


def field_table(
    model: type[BaseModel], *, key: str = "field", defaults: bool = False, names: Sequence[str] = ()
) -> str:
    """The table of a model's fields, or of some `names`. `key` is the heading of the first column."""
    rows = [
        (
            f"`{name}`",
            type_of(field, links=key == "field"),
            unit_of(name),
            default_of(field) if defaults else "",
            _meaning(model, name),
        )
        for name, field in model.model_fields.items()
        if not names or name in names
    ]
    return table((key, "type", "unit", "default", "meaning"), rows)


def _meaning(model: type[BaseModel], name: str) -> str:
    """The description of a field. For a schema version, also its current value."""
    meaning = descriptions(model).get(name, "")
    return f"{meaning} It is {model.model_fields[name].default}." if name == "schema_version" else meaning


def summary_of(model: type[BaseModel]) -> str:
    """The first paragraph of a model's docstring."""
    return " ".join((inspect.getdoc(model) or "").split("\n\n")[0].split())


@cache
def descriptions(model: type[BaseModel]) -> dict[str, str]:
    """The docstring below each field, including inherited fields. `Field(description=…)` takes precedence."""
    found: dict[str, str] = {}
    for kind in reversed([kind for kind in model.__mro__ if issubclass(kind, BaseModel) and kind is not BaseModel]):
        body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
        assert isinstance(body, ast.ClassDef)
        for node, after in zip(body.body, body.body[1:], strict=False):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and (text := _text_of(after)):
                found[node.target.id] = text
    given = {name: field.description for name, field in model.model_fields.items() if field.description}
    return {**{name: text for name, text in found.items() if name in model.model_fields}, **given}


def _text_of(node: ast.stmt) -> str:
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return " ".join(text.split())
    return ""


def type_of(field: FieldInfo, *, links: bool = True) -> str:
    """The JSON type of a field with its bounds. Models are links, or the word `table` without `links`."""
    bounds = [f"{sign} {value:,.10g}" for kind, name, sign in _BOUNDS for value in _bounds_of(field, kind, name)]
    name = _type(field.annotation)
    return ", ".join([name if links else re.sub(r"\[\w+\]\(#\w+\)", "table", name), *bounds])


def _bounds_of(field: FieldInfo, kind: type, name: str) -> list[float]:
    return [float(getattr(one, name)) for one in field.metadata if isinstance(one, kind)]


def _type(kind: object) -> str:
    if isinstance(kind, type) and kind in _PLAIN:
        return _PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return f"[{kind.__name__}](#{anchor(kind.__name__)})"
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _type(inner[0])
    if origin is Literal:
        return " or ".join(_literal(value) for value in inner)
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(_type(one) for one in inner))
    if origin is dict:
        return f"object: {_type(inner[0])} to {_type(inner[1])}"
    if origin in (tuple, list, set, frozenset):
        return f"array of {_type(inner[0])}"
    return "any JSON value"


def _literal(value: object) -> str:
    return f"`{value!r}`" if value == "" else f"`{str(value).lower() if isinstance(value, bool) else value}`"


def default_of(field: FieldInfo) -> str:
    """The default of a field, "required" without one, "none" for null or an empty value."""
    if field.is_required():
        return "required"
    value = field.default
    if isinstance(value, BaseModel):
        return ""
    if value is None or value in ("", (), {}, []):
        return "none"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{value:g}`" if isinstance(value, float) and value < 1e6 else f"`{value}`"


def reachable(model: type[BaseModel], seen: set[type[BaseModel]] | None = None) -> Iterator[type[BaseModel]]:
    """The model and all its nested models, each once, in order of appearance."""
    seen = set() if seen is None else seen
    if model in seen:
        return
    seen.add(model)
    yield model
    for field in model.model_fields.values():
        for inner in _models_in(field.annotation):
            yield from reachable(inner, seen)


def _models_in(kind: object) -> Iterator[type[BaseModel]]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
    else:
        for inner in get_args(kind):
            yield from _models_in(inner)
