"""Data beside the index: JSON inside one call a file, because a page from disk may load scripts, but not fetch."""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.records.files import write_text

DATA_FOLDER = "data"
_UNSAFE = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"


def write_chunk(run: Path, name: str, value: Json) -> None:
    """Write `data/<name>.js`. Keys of objects are ours, never data: as a literal, `__proto__` would be no key.

    Raises `RecordingError` where it cannot be written.
    """
    write_text(run / DATA_FOLDER / f"{name}.js", f"cookieData({as_script(name)}, {as_script(value)});\n")


def as_script(value: Json) -> str:
    """JSON that is harmless wherever it stands: nothing but ASCII, and nothing that could open or close a tag."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":")).translate(_UNSAFE)


def number(value: float | None, digits: int) -> float | None:
    """Rounded; None where it is no number that JSON has."""
    return None if value is None or not math.isfinite(value) else round(value, digits)


def remove_other_chunks(run: Path, kept: set[str]) -> None:
    """Remove what an earlier, larger report left. Raises `RecordingError` where it cannot be removed."""
    for path in (run / DATA_FOLDER).glob("*.js"):
        if path.name not in kept:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise RecordingError(f"cannot remove {path}: {error.strerror or error}") from error
