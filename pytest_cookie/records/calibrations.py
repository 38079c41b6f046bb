"""The files of calibrations: `calibrations/<judge>/calibration.json` beside the runs, where each run finds it.

The package has a calibration of the measured judge, which is used where there is none beside a run.
"""

import os.path
from pathlib import Path

from pytest_cookie.records.run import RunFolder

CALIBRATIONS = "calibrations"
CALIBRATION_FILE = "calibration.json"
_PART = "part"
SHIPPED = Path(__file__).parents[1] / "_calibrations"
"""The calibrations in the package."""


def calibration_path(folder: Path, judge: str, *, part: bool = False) -> Path:
    """A judge's file in a folder of calibrations. A partial calibration (`part`) has another path: runs ignore it."""
    own = folder / judge.replace("/", "-")
    return (own / _PART if part else own) / CALIBRATION_FILE


def calibration_of(run: RunFolder, judge: str) -> Path | None:
    """The calibration of `judge` beside a run, else the one in the package; None if there is neither."""
    if not judge.strip("./"):  # it would lead out of the folder of calibrations
        return None
    paths = (calibration_path(folder, judge) for folder in (run.path.resolve().parent / CALIBRATIONS, SHIPPED))
    return next((path for path in paths if os.path.isfile(path)), None)  # noqa: PTH113 - a judge may have any name


def is_shipped(path: Path) -> bool:
    """Whether a calibration is one of the package's."""
    return path.is_relative_to(SHIPPED)
