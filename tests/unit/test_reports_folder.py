"""The folder of runs: its README is no run, and pytest collects no test from the runs in it."""

from pathlib import Path

import pytest

from pytest_cookie.records.run import RunFolder, claim_run_path, new_run_path

REPOSITORY = Path(__file__).parents[2]


def test_the_readme_of_reports_is_no_run(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("# Reports\n", encoding="utf-8")
    run = RunFolder.create(claim_run_path(tmp_path))
    assert not RunFolder.is_run(tmp_path)
    assert not RunFolder.is_run(readme)
    assert run.path.parent == new_run_path(tmp_path).parent == tmp_path
    assert readme.read_text("utf-8") == "# Reports\n"


def test_tests_in_run_folders_are_not_collected(pytester: pytest.Pytester) -> None:
    pytester.makeconftest((REPOSITORY / "conftest.py").read_text("utf-8"))
    made_by_a_model = pytester.path / "reports/2026-01-31T14-05-09/items/test_hostile.py"
    made_by_a_model.parent.mkdir(parents=True)
    made_by_a_model.write_text("raise SystemExit('imported')\n", encoding="utf-8")
    pytester.makepyfile("def test_mine(): pass")
    items, _ = pytester.inline_genitems("-p", "no:cacheprovider")
    assert [item.name for item in items] == ["test_mine"]
