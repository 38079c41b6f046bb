"""The three outcomes scored, failed and unscored, in records, output and reports of other plugins."""

import json
import xml.etree.ElementTree as Xml

import pytest

from tests.acceptance.conftest import GOOD_PAGE, Project
from tests.acceptance.foreign_reports import check_allure, check_html, check_junit

BLANK = "<!doctype html><html lang=en><title>t</title><script>const broken = ;</script><div id=root></div>"
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"


@pytest.fixture
def mixed(project: Project) -> Project:
    project.page("good.html")
    project.page("blank.html", BLANK)
    project.page("empty.html", "")
    project.page("paper.html", PDF)
    project.page("huge.html", GOOD_PAGE + "<!--" + "x" * 50_000_000 + "-->")
    for name in ("good", "blank", "empty", "paper", "huge"):
        project.case(f"{name}-page", f"{name}.html")
    project.case("missing-page", "nowhere.html")
    return project


@pytest.mark.long
@pytest.mark.parametrize("workers", [pytest.param("0", marks=pytest.mark.slow), "2"])
def test_each_outcome_is_pytests_and_the_records(mixed: Project, workers: str):
    (mixed.path / "pyproject.toml").write_text("[tool.pytest-cookie]\nmax_steps = 6\nexports = {ctrf = {}}\n")
    reports = ("--html=out/report.html", "--self-contained-html", "--alluredir=allure", "--junitxml=junit.xml")
    result = mixed.run("-n", workers, *reports, "--cookie-fail-under=50")
    result.assert_outcomes(passed=1, failed=4, errors=1)
    records = {str(record["case"]): record for record in mixed.records()}
    outcomes = {name: record["outcome"] for name, record in records.items()}
    assert outcomes == {
        "blank-page": "failed",
        "empty-page": "failed",
        "good-page": "scored",
        "huge-page": "failed",
        "missing-page": "unscored",
        "paper-page": "failed",
    }
    assert list(records) == sorted(records)
    good = records["good-page"]
    assert good["scores"]["functionality"] > 50
    assert good["scores"]["total"] == pytest.approx(
        (good["scores"]["functionality"] + good["scores"]["aesthetics"]) / 2, abs=0.01
    )
    for name, words in {"blank": "blank", "empty": "is empty", "paper": "is a PDF", "huge": "50 MB"}.items():
        record = records[f"{name}-page"]
        assert (record["scores"]["functionality"], record["scores"]["aesthetics"], record["scores"]["total"]) == (
            0,
            0,
            0,
        )
        findings = record["findings"]
        assert [finding["severity"] for finding in findings] == ["critical"]
        assert words in f"{findings[0]['title']} {findings[0]['why']}"
    missing = records["missing-page"]
    assert (missing["scores"]["total"], missing["cause"]["stage"]) == (None, "generate")
    assert "nowhere.html does not exist" in missing["cause"]["message"]
    _check_shown(mixed, result)
    assert len(json.loads((mixed.path / "run/export/ctrf.json").read_text())["results"]["tests"]) == 6
    result.stdout.fnmatch_lines(["exported: *ctrf.json: *"])
    assert "exports" not in json.loads((mixed.path / "run/manifest.json").read_text())["options"]
    check_html((mixed.path / "out/report.html").read_text())
    check_allure(mixed.path / "allure")
    check_junit(Xml.parse(mixed.path / "junit.xml").getroot())


def _check_shown(mixed: Project, result: pytest.RunResult) -> None:
    result.stdout.no_fnmatch_line("*Warning*")
    result.stdout.fnmatch_lines(["cookie: 6/6 (100 %) · 4 failed · 1 unscored"])
    shown = result.stdout.str()
    assert "unscored: generate of missing-page by ready" in shown
    assert "paper.html is a PDF" in shown
    assert "Traceback" not in shown
    assert (mixed.path / "run" / "index.html").is_file()
    assert str(mixed.path / "run" / "index.html") in shown
    leaderboard = next(line for line in result.outlines if line.strip().startswith("ready") or " ready " in line)
    assert "6" in leaderboard.split()
    xml = (mixed.path / "junit.xml").read_text()
    for name in ("functionality", "aesthetics", "total", "outcome", "domain", "difficulty"):
        assert f'name="{name}"' in xml


@pytest.mark.slow  # daily: test_inert_channels.py
def test_a_total_can_be_demanded(project: Project):
    (project.path / "pyproject.toml").write_text(
        "[tool.pytest-cookie]\npass_total = 100\nmax_steps = 1\nfilm = false\n"
    )
    project.page("good.html")
    project.case("good-page", "good.html")
    result = project.run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*is below pass_total = 100*"])
    assert project.records()[0]["outcome"] == "scored"
