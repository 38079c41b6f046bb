"""The charting library: plotly.js, as the package `plotly` carries it, copied into the report's own folder."""

import shutil
from importlib.util import find_spec
from pathlib import Path

from pytest_cookie.core.errors import RecordingError

ASSETS_FOLDER = "assets"
LIBRARY = "plotly.min.js"


def copy_library(run: Path) -> str:
    """Copy the library into the report unless it is there, and return its address from the index.

    Raises `RecordingError` where that cannot be done.
    """
    source, target = _source(), run / ASSETS_FOLDER / LIBRARY
    try:
        if not target.is_file() or target.stat().st_size != source.stat().st_size:
            target.parent.mkdir(exist_ok=True)
            shutil.copyfile(source, target)
    except OSError as error:
        raise RecordingError(f"cannot write {target}: {error.strerror or error}") from error
    return f"{ASSETS_FOLDER}/{LIBRARY}"


def _source() -> Path:
    # not imported: its package takes longer to import than the file to copy
    spec = find_spec("plotly")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    if not folders:
        raise RecordingError("the package plotly, which draws the report's charts, is not installed")
    return Path(folders[0]) / "package_data" / LIBRARY
