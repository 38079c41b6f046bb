"""One process or several: the same items in the same order, with the same scores."""

import json
from pathlib import Path

import pytest

from pytest_cookie.dataset.builtin import builtin_samples_folder
from tests.acceptance.conftest import GOOD_PAGE, Project

TOLERANCE_POINTS = 2.0


def scores(records: list[dict[str, object]]) -> dict[tuple[object, object], tuple[object, object]]:
    return {
        (record["case"], record["model"]): (record["scores"]["functionality"], record["scores"]["aesthetics"])
        for record in records
    }


def agree(alone: list[dict[str, object]], together: list[dict[str, object]]) -> None:
    assert list(scores(alone)) == list(scores(together))
    for key, pair in scores(alone).items():
        assert scores(together)[key] == pytest.approx(pair, abs=TOLERANCE_POINTS), key


@pytest.mark.slow
def test_on_small_pages(project: Project):
    (project.path / "pyproject.toml").write_text("[tool.pytest-cookie]\nmax_steps = 6\nfilm = false\n")
    project.page("good.html")
    project.page("dead.html", GOOD_PAGE.replace("++cups", "cups"))
    for name in ("good", "dead"):
        project.case(f"{name}-page", f"{name}.html")
    project.run("-n", "0", run="alone")
    project.run("-n", "2", run="together")
    alone = project.records("alone")
    agree(alone, project.records("together"))
    functionality = {record["case"]: record["scores"]["functionality"] for record in alone}
    assert functionality["good-page"] > functionality["dead-page"]


@pytest.mark.slow
def test_on_the_samples_where_good_beats_flawed(pytester: pytest.Pytester):
    def records(workers: str) -> list[dict[str, object]]:
        options = ["--model=sample/polished", "--model=sample/flawed", "-n", workers, "--cookie-run", f"run-{workers}"]
        pytester.runpytest_subprocess("--pyargs", "pytest_cookie.benchmark", *options, timeout=1200)
        return [
            json.loads(line) for line in Path(pytester.path / f"run-{workers}/records.jsonl").read_text().splitlines()
        ]

    alone, together = records("0"), records("2")
    assert len(alone) == 2 * len(list(builtin_samples_folder().iterdir()))
    agree(alone, together)
    totals = {(record["case"], record["model"]): record["scores"]["total"] for record in alone}
    for case in {record["case"] for record in alone}:
        assert totals[case, "sample/polished"] > totals[case, "sample/flawed"], case
