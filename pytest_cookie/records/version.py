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
        "if that version is newer, install it and create the report again; if it is older, read the file with it"
        if found > known
        else "read the file with the version that wrote it"
    )
    return f"schema version {found}, written by another version of pytest-cookie; this one supports {known}: {advice}"
