"""The schema version of what is read: another than this code knows is told as that, not as a broken file."""

from pydantic import BaseModel
from pydantic_core import from_json

_FIELD = "schema_version"


def version_problem(content: bytes, kind: type[BaseModel]) -> str:
    """The version found, the one understood and what to do; "" where the version is not what is wrong."""
    known = kind.model_fields[_FIELD].default if _FIELD in kind.model_fields else None
    try:
        stored = from_json(content)
    except ValueError:
        return ""
    found = stored.get(_FIELD) if isinstance(stored, dict) else None
    if known is None or type(found) is not int or found == known:
        return ""
    advice = (
        "install a newer pytest-cookie and make the report again"
        if found > known
        else "read it with the pytest-cookie that wrote it"
    )
    return f"schema version {found}, and this pytest-cookie understands {known}: {advice}"
