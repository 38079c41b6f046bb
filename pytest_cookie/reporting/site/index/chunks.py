"""Data files of the index: JSON in a script call, because a page opened from disk may load scripts but not fetch."""

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
    """Write `data/<name>.js`. Object keys must not come from data: the key `__proto__` would set the prototype.

    Raises `RecordingError` if it cannot be written.
    """
    write_text(run / DATA_FOLDER / f"{name}.js", f"cookieData({as_script(name)}, {as_script(value)});\n")


def as_script(value: Json) -> str:
    """JSON that is safe anywhere in HTML or a script: ASCII only, without `<`, `>` and `&`."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":")).translate(_UNSAFE)


def number(value: float | None, digits: int) -> float | None:
    """Rounded; None for NaN and infinity, which JSON does not have."""
    return None if value is None or not math.isfinite(value) else round(value, digits)


def remove_other_chunks(run: Path, kept: set[str]) -> None:
    """Remove the data files of an earlier, larger report. Raises `RecordingError`."""
    for path in (run / DATA_FOLDER).glob("*.js"):
        if path.name not in kept:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise RecordingError(f"cannot remove {path}: {error.strerror or error}") from error
