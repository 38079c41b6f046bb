"""Where calibrations are: `calibrations/<judge>/calibration.json` beside the runs, found by each of them."""

from pathlib import Path

from pytest_cookie.records.run import RunFolder

CALIBRATIONS = "calibrations"
CALIBRATION_FILE = "calibration.json"
_PART = "part"


def calibration_path(folder: Path, judge: str, *, part: bool = False) -> Path:
    """The file of a judge below a folder of calibrations. That of a `part` stands apart: no run takes it for all."""
    own = folder / judge.replace("/", "-")
    return (own / _PART if part else own) / CALIBRATION_FILE


def calibration_beside(run: RunFolder, judge: str) -> Path | None:
    """The calibration of `judge` that stands beside a run; None where there is none."""
    if not judge.strip("./"):  # it would lead out of the folder of calibrations
        return None
    path = calibration_path(run.path.resolve().parent / CALIBRATIONS, judge)
    return path if path.is_file() else None
