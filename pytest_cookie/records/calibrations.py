"""The files of calibrations: `calibrations/<judge>/calibration.json` beside the runs, where each run finds it."""

import os.path
from pathlib import Path

from pytest_cookie.records.run import RunFolder

CALIBRATIONS = "calibrations"
CALIBRATION_FILE = "calibration.json"
_PART = "part"


def calibration_path(folder: Path, judge: str, *, part: bool = False) -> Path:
    """A judge's file in a folder of calibrations. A partial calibration (`part`) has another path: runs ignore it."""
    own = folder / judge.replace("/", "-")
    return (own / _PART if part else own) / CALIBRATION_FILE


def calibration_beside(run: RunFolder, judge: str) -> Path | None:
    """The calibration of `judge` beside a run; None if there is none."""
    if not judge.strip("./"):  # it would lead out of the folder of calibrations
        return None
    path = calibration_path(run.path.resolve().parent / CALIBRATIONS, judge)
    return path if os.path.isfile(path) else None  # noqa: PTH113 - any name is a judge's, also one that no file may have
