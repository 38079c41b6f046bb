"""A folder of existing artifacts is evaluated under the names of their models."""

import json

import pytest

from tests.acceptance.conftest import GOOD_PAGE, Project


def _cases(project: Project) -> None:
    lines = [
        f"- {{id: {name}, leaf: formula-calculator, language: en, brief: A tea timer that counts cups.}}"
        for name in ("cups", "pots", "urns")
    ]
    (project.path / "cases.yaml").write_text("\n".join(lines))


def _put(project: Project, name: str, text: str = GOOD_PAGE) -> None:
    path = project.path / "out" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.long
def test_a_folder_of_two_models_is_evaluated_and_continued(project: Project):
    _cases(project)
    _put(project, "next/cups.html", "")  # an empty page needs no browser to fail
    _put(project, "next/pots/index.html")
    _put(project, "last/cups.html", "")
    (project.path / "out/next/urns").mkdir()
    _put(project, "next/cusp.html")
    result = project.run("--cookie-artifacts", "out")
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines(
        ["cookie: artifacts in out: last 1, next 3 of 3 cases; cases without an artifact are skipped*"]
    )
    result.stdout.fnmatch_lines(["*not the id of a case: next/cusp.html; did you mean 'cups'*"])
    told = {(record["case"], record["model"]): record["outcome"] for record in project.records()}
    assert told == {
        ("cups", "last"): "failed",
        ("cups", "next"): "failed",
        ("pots", "next"): "scored",
        ("urns", "next"): "failed",
    }
    manifest = json.loads((project.path / "run/manifest.json").read_text())
    assert (manifest["options"]["cookie_artifacts"], manifest["models"]) == ("out", ["last", "next"])
    assert "generate" not in manifest["prompts"]

    _put(project, "last/cups.html", "<!doctype html><title>blank</title>")  # a blank page takes no time to use
    _put(project, "last/pots.html", "")
    resume = ("--cookie-resume", "run", "-p", "no:cacheprovider")
    again = project.pytester.runpytest_subprocess(*resume)
    again.assert_outcomes(passed=1, failed=3, deselected=1)
    again.stdout.fnmatch_lines(["*1 item outside the original plan skipped (add with -k or -m)"])
    (changed,) = (record for record in project.records() if record["model"] == "last")
    assert "blank" in changed["findings"][0]["title"]

    project.pytester.runpytest_subprocess(*resume, "-k", "pots").assert_outcomes(passed=1, failed=1, deselected=3)
    assert {record["case"] for record in project.records() if record["model"] == "last"} == {"cups", "pots"}


def test_one_page_is_evaluated_under_the_name_of_its_model(project: Project):
    _cases(project)
    _put(project, "cups.html", "")
    result = project.run("--cookie-artifacts", "out/cups.html", "--model", "acme/next")
    result.assert_outcomes(failed=1)
    (record,) = project.records()
    assert (record["case"], record["model"], record["outcome"]) == ("cups", "acme/next", "failed")


def test_a_folder_without_an_artifact_of_a_case_is_refused(project: Project):
    _cases(project)
    _put(project, "cup.html")
    result = project.refuse("--cookie-artifacts", "out")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*out has no artifact for any of the 3 cases*did you mean 'cups'*"])
