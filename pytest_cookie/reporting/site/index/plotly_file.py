"""The charting library: plotly.js with cartesian charts only, copied into the report's folder."""

from importlib.resources import files
from pathlib import Path

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.records.files import write_bytes

ASSETS_FOLDER = "assets"
LIBRARY = "plotly.min.js"


def copy_library(run: Path) -> str:
    """Copy the library into the report if it is missing, and return its address relative to the index.

    Raises `RecordingError`.
    """
    target = run / ASSETS_FOLDER / LIBRARY
    data = (files("pytest_cookie") / "third_party" / LIBRARY).read_bytes()
    try:
        if not target.is_file() or target.stat().st_size != len(data):
            write_bytes(target, data, durable=False)
    except OSError as error:
        raise RecordingError(f"cannot write {target}: {error.strerror or error}") from error
    return f"{ASSETS_FOLDER}/{LIBRARY}"
