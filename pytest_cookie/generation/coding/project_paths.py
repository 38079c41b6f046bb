"""Paths as a model writes them → places in the project, or why not. Pure."""

import unicodedata
from collections.abc import Iterable
from fnmatch import fnmatchcase

from pytest_cookie.sandbox.project import BUILT_FOLDERS, DERIVED

_MAX_PATH = 200
_MAX_PART = 100
_ODD = frozenset('\\:*?"<>|')
"""Characters that some systems forbid in a name or treat as syntax."""


class RefusedError(Exception):
    """A tool refuses a call; the message gives the model the reason and an alternative."""


def checked_path(path: str) -> str:
    """`path` as a plain relative POSIX path. Raises `RefusedError` if it leaves the project or has an odd name."""
    named = unicodedata.normalize("NFC", path.strip())
    if named.startswith(("/", "~", "\\")) or named[1:2] == ":":
        raise RefusedError(f"{_shown(path)} is absolute; paths are relative to the project, such as src/App.tsx")
    parts = [part for part in named.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise RefusedError(f"{_shown(path)} leads out of its folder; paths are written without ..")
    if not parts:
        raise RefusedError("the path names no file")
    for part in parts:
        _check_part(part, path)
    if len("/".join(parts).encode()) > _MAX_PATH:
        raise RefusedError(f"the path is longer than {_MAX_PATH} bytes")
    if not DERIVED.isdisjoint(part.casefold() for part in parts) or parts[0].casefold() in BUILT_FOLDERS:
        raise RefusedError(f"{_shown(path)} is in a generated folder, which is not part of the sources")
    return "/".join(parts)


def _check_part(part: str, path: str) -> None:
    plain = part.isprintable() and part == part.strip() and not part.endswith(".") and _ODD.isdisjoint(part)
    if not plain or len(part.encode(errors="replace")) > _MAX_PART:
        raise RefusedError(f"{_shown(path)} has a name in it that no file may have here")


def _shown(path: str) -> str:
    return ascii(path[:80])


def is_read_only(path: str, patterns: Iterable[str]) -> bool:
    """Whether a checked path is one of `patterns`, or lies below one; letters count alike in either case."""
    names = path.casefold().split("/")
    return any(_covers(pattern.casefold().strip("/").split("/"), names) for pattern in patterns)


def _covers(pattern: list[str], names: list[str]) -> bool:
    return len(pattern) <= len(names) and all(map(fnmatchcase, names, pattern))
