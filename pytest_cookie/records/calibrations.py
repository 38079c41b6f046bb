"""Where calibrations are: `calibrations/<judge>/calibration.json` beside the runs, found by each of them."""

from pathlib import Path

from pytest_cookie.records.run import RunFolder

CALIBRATIONS = "calibrations"
CALIBRATION_FILE = "calibration.json"


def calibration_path(folder: Path, judge: str) -> Path:
    """The file of a judge below a folder of calibrations."""
    return folder / judge.replace("/", "-") / CALIBRATION_FILE


def calibration_beside(run: RunFolder, judge: str) -> Path | None:
    """The calibration of `judge` that stands beside a run; None where there is none."""
    path = calibration_path(run.path.resolve().parent / CALIBRATIONS, judge)
    return path if path.is_file() else None
