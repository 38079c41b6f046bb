"""pytest-playwright in a run: it never empties folders that the run needs, and none of its options is ignored."""

from pathlib import Path

import pytest

from tests.acceptance.conftest import Project

FILES = (
    "reports/earlier/records.jsonl",
    "test-results/shot.png",
    "test-results/a/b.zip",
    "pages/notes.txt",
    "base/manifest.json",
)


def put_files(folder: Path) -> None:
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)


def kept(folder: Path) -> list[str]:
    return [name for name in FILES if (folder / name).is_file() and (folder / name).read_text() == name]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--output=reports"], "the folder of all runs"),
        (["--output=./reports/../reports"], "the folder of all runs"),
        (["--output=."], "the folder of all runs"),
        (["--output=link"], "the folder of all runs"),
        (["--output=out", "--cookie-run=out/deep/run"], "the run folder (--cookie-run)"),
        (["--output=pages", "--model=mine", "--cookie-artifacts=pages"], "the path of --cookie-artifacts=pages"),
        (["--output=cases", "--cookie-cases=cases/cases.yaml"], "the path of --cookie-cases=cases/cases.yaml"),
        (["--output=reports", "-n", "1"], "the folder of all runs"),
    ],
)
def test_a_folder_to_empty_that_holds_what_a_run_needs_is_refused(project: Project, arguments: list[str], named: str):
    project.page("good.html")
    project.case("good", "good.html")
    put_files(project.path)
    (project.path / "cases").mkdir()
    cases = (project.path / "cases.yaml").read_text()
    (project.path / "cases/cases.yaml").write_text(cases.replace("pages/", "../pages/"))
    (project.path / "link").symlink_to("reports")
    # of an option that is given twice, the last counts
    result = project.refuse(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"pytest-playwright empties this folder, but it contains {named}" in result.stderr.str()
    assert kept(project.path) == list(FILES)


@pytest.mark.parametrize(
    ("option", "instead"),
    [
        ("--slowmo=100", "film"),
        ("--tracing=retain-on-failure", "trace.jsonl"),
        ("--video=on", "film"),
        ("--screenshot=only-on-failure", "pictures"),
        ("--full-page-screenshot", "pictures"),
        ("--device=iPhone 13", "three widths"),
        ("--playwright-debug=cli", "--headed"),
    ],
)
def test_an_option_that_items_do_not_follow_is_refused_with_what_to_use_instead(
    pytester: pytest.Pytester, option: str, instead: str
):
    result = pytester.runpytest_inprocess("--model=sample/polished", option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in result.stderr.lines if "is not supported" in line]
    assert line.startswith(f"ERROR: {option.partition('=')[0]} ")
    assert instead in line


@pytest.mark.parametrize("workers", [pytest.param([], marks=pytest.mark.slow), ["-n", "2"]])
@pytest.mark.long
def test_a_run_leaves_the_default_folder_alone_and_loses_nothing(project: Project, workers: list[str]):
    for name in ("first", "second"):  # pages that are refused as blank take no time to use
        project.page(f"{name}.html", "<!doctype html><title>blank</title>")
        project.case(name, f"{name}.html")
    put_files(project.path)
    project.run(*workers)
    assert kept(project.path) == list(FILES)
    assert len(project.records()) == 2
    assert (project.path / "run/index.html").is_file()
    assert len(list((project.path / "run/items").rglob("verdicts/measured.json"))) == 2


@pytest.mark.long
def test_a_folder_of_the_users_that_holds_nothing_of_the_run_is_theirs_to_have_emptied(project: Project):
    project.page("blank.html", "<!doctype html><title>blank</title>")
    project.case("blank", "blank.html")
    put_files(project.path)
    (project.path / "theirs").mkdir()
    (project.path / "theirs/old.png").write_text("old")
    project.run("--output=theirs")
    assert not (project.path / "theirs/old.png").exists()
    assert kept(project.path) == list(FILES)
    assert len(project.records()) == 1
