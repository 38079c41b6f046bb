"""Tables of the fields of pydantic models: name, type, unit, default, meaning. The meaning is the field's docstring.

A union of models that differ in the literal of one field, such as `Action`, is documented as its base class: a table of
the shared fields and a table of the variants.
"""

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
from pydantic import BaseModel, RootModel
from pydantic.fields import FieldInfo

from tools.reference.tables import anchor, table, unit_of

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", Path: "path", type(None): "null"}
_BOUNDS: tuple[tuple[type, str, str], ...] = ((Ge, "ge", "≥"), (Gt, "gt", ">"), (Le, "le", "≤"), (Lt, "lt", "<"))


def model_sections(roots: Iterable[type[BaseModel]], shown: set[type[BaseModel]], *, defaults: bool = False) -> str:
    """A section for each model and its nested models, except those in `shown`. Adds them to `shown`."""
    parts = []
    for root in roots:
        found = list(reachable(root))
        for model in found:
            if model not in shown:
                variants = [variant for variant in found if _discriminator(variant, model)]
                shown |= {model, *variants}
                parts += [f"### {_title(model)}", summary_of(model), field_table(model, defaults=defaults)]
                parts += [_variant_table(model, variants)] if variants else []
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
        if not field.exclude and (not names or name in names)
    ]
    return table((key, "type", "unit", "default", "meaning"), rows)


def _variant_table(base: type[BaseModel], variants: Sequence[type[BaseModel]]) -> str:
    """One row for each variant: the literal that selects it, its meaning and the fields that only it has."""
    key = _discriminator(variants[0], base)
    rows = [
        (_type(variant.model_fields[key].annotation), _paragraphs(variant), _own_fields(variant, base))
        for variant in variants
    ]
    return table((key, "meaning", "additional fields"), rows)


def _own_fields(variant: type[BaseModel], base: type[BaseModel]) -> str:
    own = {name: field for name, field in variant.model_fields.items() if name not in base.model_fields}
    return " ".join(f"`{name}` ({type_of(field)}): {_meaning(variant, name)}" for name, field in own.items())


def _discriminator(variant: type[BaseModel], base: type[BaseModel]) -> str:
    """The inherited field that `variant` narrows to a single literal, "" if it is no variant of `base`."""
    if variant is base or not issubclass(variant, base):
        return ""
    kinds = {name: field.annotation for name, field in variant.model_fields.items() if name in base.model_fields}
    return next((name for name, kind in kinds.items() if get_origin(kind) is Literal and len(get_args(kind)) == 1), "")


def _union_base(kinds: Iterable[object]) -> type[BaseModel] | None:
    """The base class of the variants among the members of a union, None if there are no variants."""
    models = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]
    bases = models[0].__mro__[1:] if len(models) > 1 else ()
    ours = [base for base in bases if issubclass(base, BaseModel) and base.model_fields]
    return next((base for base in ours if all(_discriminator(model, base) for model in models)), None)


def _title(model: type[BaseModel]) -> str:
    """The heading of a model. The base class of a union has the union's name: `ActionBase` is `Action`."""
    return model.__name__.removesuffix("Base")


def _meaning(model: type[BaseModel], name: str) -> str:
    """The description of a field. For a schema version, also its current value."""
    meaning = descriptions(model).get(name, "")
    return f"{meaning} It is {model.model_fields[name].default}." if name == "schema_version" else meaning


def summary_of(model: type[BaseModel]) -> str:
    """The first paragraph of a model's docstring."""
    return " ".join((inspect.getdoc(model) or "").split("\n\n")[0].split())


def _paragraphs(model: type[BaseModel]) -> str:
    """A model's docstring as a single line."""
    return " ".join((inspect.getdoc(model) or "").split())


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
    return [float(getattr(rule, name)) for rule in field.metadata if isinstance(rule, kind)]


def _type(kind: object) -> str:
    if isinstance(kind, type) and kind in _PLAIN:
        return _PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, RootModel):
        return _type(kind.model_fields["root"].annotation)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return f"[{_title(kind)}](#{anchor(_title(kind))})"
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _type(inner[0])
    if origin is Literal:
        return " or ".join(_literal(value) for value in inner)
    if origin in (Union, types.UnionType):
        base = _union_base(inner)
        members = (base if base and member in base.__subclasses__() else member for member in inner)
        return " or ".join(dict.fromkeys(map(_type, members)))
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
        for inner in () if field.exclude else _models_in(field.annotation):
            yield from reachable(inner, seen)


def _models_in(kind: object) -> Iterator[type[BaseModel]]:
    if isinstance(kind, type) and issubclass(kind, RootModel):
        yield from _models_in(kind.model_fields["root"].annotation)
    elif isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
    else:
        if base := _union_base(get_args(kind)):
            yield base
        for inner in get_args(kind):
            yield from _models_in(inner)
