"""JSON schemas of pydantic models in providers' strict form: closed objects, all fields required."""

from pydantic import BaseModel, JsonValue

_DROPPED = frozenset(
    {"default", "title", "examples", "discriminator", "minLength", "maxLength", "uniqueItems", "readOnly", "writeOnly"}
)
"""Keywords that strict schemas do not support. Replies are checked against them when parsed."""


def strict_schema(kind: type[BaseModel]) -> dict[str, JsonValue]:
    """Close every object and require all its fields, also in `$defs`; a `$ref` keeps no sibling keywords.

    Raises `ValueError` for `dict[str, …]`, which has no strict form.
    """
    schema = _strict(kind.model_json_schema(mode="validation"))
    if not isinstance(schema, dict):
        raise TypeError(f"{kind.__name__} is no object")
    return schema


def _strict(node: JsonValue) -> JsonValue:
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return {"$ref": node["$ref"]}
    strict: dict[str, JsonValue] = {}
    for key, value in node.items():
        if key in {"properties", "$defs"} and isinstance(value, dict):
            strict[key] = {name: _strict(field) for name, field in value.items()}
        elif key in {"enum", "const", "required"}:
            strict[key] = value
        elif key not in _DROPPED:
            strict["anyOf" if key == "oneOf" else key] = _strict(value)
    return _closed(strict) if strict.get("type") == "object" else strict


def _closed(node: dict[str, JsonValue]) -> dict[str, JsonValue]:
    fields = node.get("properties")
    if isinstance(node.get("additionalProperties"), dict) or node.get("additionalProperties") is True:
        raise ValueError("a table with any keys has no strict schema: name its fields")
    names: list[JsonValue] = list(fields) if isinstance(fields, dict) else []
    return {**node, "additionalProperties": False, "required": names}
