"""`pytest-cookie calibrate`: two good pages and their mutants in a real browser; completed pages are reused."""

import json
from subprocess import CompletedProcess

import pytest

from tests.acceptance.command import pytest_cookie
from tests.acceptance.conftest import GOOD_PAGE, Project, only
from tests.acceptance.interrupted import Background

FAMILIES = "no-interaction,unstyled,blank"


@pytest.fixture
def pages(project: Project) -> Project:
    project.page("tea.html")
    project.page("milk.html", GOOD_PAGE.replace("Tea timer", "Milk jug").replace("tea", "milk"))
    project.case("tea", "tea.html")
    project.case("milk", "milk.html")
    return project


def calibrate(project: Project, *arguments: str) -> CompletedProcess[str]:
    return pytest_cookie(project.path, "calibrate", "--cookie-cases", "cases.yaml", "--without-samples", *arguments)


@pytest.mark.slow
def test_a_judge_is_calibrated_and_what_is_done_is_not_done_again(pages: Project):
    result = calibrate(pages, "--families", FAMILIES)
    assert (result.returncode, len(result.stderr.splitlines())) == (0, 8), result.stderr
    path = pages.path / "reports" / "calibrations" / "measured" / "part" / "calibration.json"
    found = json.loads(path.read_text())
    assert (found["pairs"], found["artifacts"], found["unscored"]) == (6, 2, 0)
    assert found["numbers"]["overall"]["accuracy"]["mean"] == 1.0, result.stdout
    assert {group["name"]: group["recall"]["mean"] for group in found["numbers"]["by_family"]}["blank"] == 1.0
    assert found["number"] == 1.0
    assert "6 pairs of 2 baseline artifacts" in result.stdout
    assert (path.parent / "index.html").is_file()
    evidence = sorted(pages.path.glob("reports/calibrations/evidence/*/items/*/*/html/1/evidence/evidence.json"))
    assert len(evidence) == 8
    written = [file.stat().st_mtime_ns for file in evidence]
    assert calibrate(pages, "--families", FAMILIES).returncode == 0
    assert [file.stat().st_mtime_ns for file in evidence] == written
    assert json.loads(path.read_text()) == found

    # some kinds of defects alone are no figure of the judge: a run beside it tells of the whole
    assert calibrate(pages, "--pairs", "2").returncode == 0
    assert json.loads((path.parents[1] / "calibration.json").read_text())["pairs"] <= 2
    pages.run("--pyargs", "pytest_cookie.benchmark", "-k", "tea", run="reports/run")
    index = only(pages.path / "reports" / "run", "index.html").read_text()
    assert f"calibrated {found['made']}" in index
    assert "right about " in index


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_what_was_run_is_summed_up_where_it_is_stopped_and_gone_on_with_later(pages: Project, workers: int):
    arguments = ["--cookie-cases", "cases.yaml", "--without-samples", "--families", FAMILIES, f"--workers={workers}"]
    with Background(pages, *arguments, calibrating=True) as background:
        background.wait_until(lambda: background.output.count("/8 ") >= 6 and background.output.count(": good") == 2)
        assert background.interrupt() == 130, background.output
        assert " pairs of 2 baseline artifacts" in background.output
        assert background.output.splitlines()[-1].startswith("stopped:")
    assert not list(pages.path.rglob("calibration.json"))
    before = {path: path.stat().st_mtime_ns for path in pages.path.rglob("evidence.json")}
    assert len(before) >= 6
    again = calibrate(pages, "--families", FAMILIES)
    assert again.returncode == 0
    assert len(list(pages.path.rglob("calibration.json"))) == 1
    kept = [path.stat().st_mtime_ns == moment for path, moment in before.items()]
    assert sum(kept) >= 6, "complete evidence was explored again"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--families", "no-interactoin"],
            "operator no-interactoin; --list shows all; did you mean 'no-interaction'?",
        ),
        (["--families", "no-interactoin", "--list"], "unknown mutation operator no-interactoin"),
        (
            ["--families", "blank", "--split", "held-out"],
            "no pairs to run in the held-out half; the other half contains ",
        ),
        (["--families", "lost-on-reload"], "no pairs to run"),
        (["--pairs", "0"], "--pairs=0: must be at least 1"),
        (["--judge", "mesured"], "did you mean 'measured'?"),
    ],
)
def test_what_cannot_be_is_said_before_anything_runs(pages: Project, arguments: list[str], said: str):
    result = calibrate(pages, *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert said in result.stderr
    assert not (pages.path / "reports").exists()
