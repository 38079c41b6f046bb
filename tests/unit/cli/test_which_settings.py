"""Commands name the settings that they read where others differ."""

from pathlib import Path

import pytest

from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.run.project import find_project

TABLE = "[tool.pytest-cookie]\nseed = {}\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in ("ours/inner", "theirs/reports/run"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "ours" / "inner")
    return tmp_path


def write(folder: Path, seed: int) -> Path:
    path = folder / "pyproject.toml"
    path.write_text(TABLE.format(seed), encoding="utf-8")
    return path


def test_a_run_of_a_project_with_other_settings_is_judged_with_those_of_the_current_folder(here: Path, capsys):
    ours, theirs = write(here / "ours", 1), write(here / "theirs", 2)
    assert find_project(here / "theirs/reports/run") == (here / "ours", Settings(seed=1))
    assert capsys.readouterr().err == f"settings: {ours}; not read: {theirs}, whose [tool.pytest-cookie] differs\n"
    assert find_project() == (here / "ours", Settings(seed=1))
    assert capsys.readouterr().err == ""


def test_settings_further_up_that_differ_are_named(here: Path, capsys):
    inner, outer = write(here / "ours/inner", 1), write(here / "ours", 2)
    assert find_project()[0] == here / "ours/inner"
    assert capsys.readouterr().err == f"settings: {inner}; not read: {outer}, whose [tool.pytest-cookie] differs\n"
    write(here / "ours", 1)
    find_project()
    assert capsys.readouterr().err == ""


def test_without_settings_all_are_defaults(here: Path, capsys):
    write(here / "theirs", 2)
    assert find_project(here / "theirs/reports/run") == (here / "ours/inner", Settings())
    assert capsys.readouterr().err == ""
