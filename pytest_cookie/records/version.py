"""Schema versions of stored files: an unknown version is reported as such, not as a broken file."""

from pydantic import BaseModel
from pydantic_core import from_json

_FIELD = "schema_version"


def version_problem(content: bytes, kind: type[BaseModel]) -> str:
    """The stored version, the supported one and what to do; "" if the version is not the problem."""
    known = kind.model_fields[_FIELD].default if _FIELD in kind.model_fields else None
    try:
        stored = from_json(content)
    except ValueError:
        return ""
    found = stored.get(_FIELD) if isinstance(stored, dict) else None
    if known is None or type(found) is not int or found == known:
        return ""
    advice = (
        "install a newer pytest-cookie and create the report again"
        if found > known
        else "read it with the pytest-cookie that wrote it"
    )
    return f"schema version {found}, but this pytest-cookie supports {known}: {advice}"
