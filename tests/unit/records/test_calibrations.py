"""The calibration of a judge beside a run, whatever the judge is called."""

from pathlib import Path

import pytest

from pytest_cookie.records import calibrations
from pytest_cookie.records.calibrations import CALIBRATIONS, calibration_of, calibration_path
from pytest_cookie.records.run import RunFolder


@pytest.mark.parametrize("judge", ["measured", "openai/gpt-5"])
def test_a_calibration_is_found(tmp_path: Path, judge: str):
    path = calibration_path(tmp_path / CALIBRATIONS, judge)
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    assert calibration_of(RunFolder(tmp_path / "run"), judge) == path


def test_the_one_beside_the_run_goes_before_the_shipped_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(calibrations, "SHIPPED", tmp_path / "package")
    run = RunFolder(tmp_path / "run")
    shipped, own = (
        calibration_path(tmp_path / "package", "measured"),
        calibration_path(tmp_path / CALIBRATIONS, "measured"),
    )
    for path, is_ours in ((shipped, True), (own, False)):
        path.parent.mkdir(parents=True)
        path.write_text("{}")
        assert calibration_of(run, "measured") == path
        assert calibrations.is_shipped(path) == is_ours


@pytest.mark.parametrize("judge", ["", "..", "a\0b", "9" * 300, "\ud800"])
def test_a_name_that_no_folder_may_have_has_none(tmp_path: Path, judge: str):
    assert calibration_of(RunFolder(tmp_path / "run"), judge) is None
