"""`InnerPath`: a path in a stored noun that stays inside its folder."""

import os
from typing import Annotated

from pydantic import AfterValidator

_LONGEST_NAME, _LONGEST_PATH = 255, 4_000
"""Bytes that a file system takes."""


def leads_out(path: str) -> bool:
    """Whether `path` is absolute, contains `..` or is not a valid path, such as one with a name that no file has."""
    plain = path.replace("\\", "/") if os.name == "nt" else path
    has_drive = os.name == "nt" and ":" in plain
    names = plain.split("/")
    too_long = len(plain.encode(errors="replace")) > _LONGEST_PATH or any(
        len(name.encode(errors="replace")) > _LONGEST_NAME for name in names
    )
    return plain.startswith("/") or "\0" in plain or has_drive or ".." in names or too_long


def _check(path: str) -> str:
    if leads_out(path):
        raise ValueError(f"the path {path[:200]!r} leads out of its folder")
    return path


InnerPath = Annotated[str, AfterValidator(_check)]
"""A path below a folder, with slashes; "" for none. Validation rejects any other path."""
