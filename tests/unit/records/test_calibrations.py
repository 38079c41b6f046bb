"""The calibration of a judge beside a run, whatever the judge is called."""

from pathlib import Path

import pytest

from pytest_cookie.records.calibrations import CALIBRATIONS, calibration_beside, calibration_path
from pytest_cookie.records.run import RunFolder


@pytest.mark.parametrize("judge", ["measured", "openai/gpt-5"])
def test_a_calibration_is_found(tmp_path: Path, judge: str):
    path = calibration_path(tmp_path / CALIBRATIONS, judge)
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    assert calibration_beside(RunFolder(tmp_path / "run"), judge) == path


@pytest.mark.parametrize("judge", ["", "..", "a\0b", "9" * 300, "\ud800"])
def test_a_name_that_no_folder_may_have_has_none(tmp_path: Path, judge: str):
    assert calibration_beside(RunFolder(tmp_path / "run"), judge) is None
