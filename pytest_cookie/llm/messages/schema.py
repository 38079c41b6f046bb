"""JSON schemas of pydantic models in providers' strict form: closed objects, all fields required."""

from pydantic import BaseModel, JsonValue

STRICT_KEYWORDS = frozenset(
    {
        "$defs", "$ref", "type", "description", "enum", "const", "anyOf", "properties", "required",
        "additionalProperties", "items", "minItems", "maxItems", "pattern", "format", "multipleOf", "minimum",
        "maximum", "exclusiveMinimum", "exclusiveMaximum",
    }
)  # fmt: skip
"""The keywords that OpenAI documents for strict schemas. Replies are checked against all others when parsed."""


def strict_schema(kind: type[BaseModel]) -> dict[str, JsonValue]:
    """Close every object and require all its fields, also in `$defs`; other than strict keywords are left out.

    A `$ref` keeps no sibling keywords.

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
        elif (name := "anyOf" if key == "oneOf" else key) in STRICT_KEYWORDS:
            strict[name] = _strict(value)
    return _closed(strict) if strict.get("type") == "object" else strict


def _closed(node: dict[str, JsonValue]) -> dict[str, JsonValue]:
    fields = node.get("properties")
    if isinstance(node.get("additionalProperties"), dict) or node.get("additionalProperties") is True:
        raise ValueError("a table with any keys has no strict schema: name its fields")
    names: list[JsonValue] = list(fields) if isinstance(fields, dict) else []
    return {**node, "additionalProperties": False, "required": names}
