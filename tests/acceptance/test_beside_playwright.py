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


FOLDERS_IN_USE = [
    (["--output=reports"], "the folder of all runs"),
    (["--output=./reports/../reports"], "the folder of all runs"),
    (["--output=."], "the folder of all runs"),
    (["--output=link"], "the folder of all runs"),
    (["--output=out", "--cookie-run=out/deep/run"], "the run folder (--cookie-run)"),
    (["--output=pages", "--model=mine", "--cookie-artifacts=pages"], "the path of --cookie-artifacts=pages"),
    (["--output=cases", "--cookie-cases=cases/cases.yaml"], "the path of --cookie-cases=cases/cases.yaml"),
    (["--output=reports", "-n", "1"], "the folder of all runs"),
]
UNSUPPORTED = [
    ("--slowmo=100", "film"),
    ("--tracing=retain-on-failure", "trace.jsonl"),
    ("--video=on", "film"),
    ("--screenshot=only-on-failure", "pictures"),
    ("--full-page-screenshot", "pictures"),
    ("--device=iPhone 13", "three widths"),
    ("--playwright-debug=cli", "--headed"),
]
"""Options, and what the message names instead."""


def test_playwright_may_not_empty_a_folder_that_the_run_needs(project: Project, subtests: pytest.Subtests):
    project.page("good.html")
    project.case("good", "good.html")
    put_files(project.path)
    (project.path / "cases").mkdir()
    cases = (project.path / "cases.yaml").read_text()
    (project.path / "cases/cases.yaml").write_text(cases.replace("pages/", "../pages/"))
    (project.path / "link").symlink_to("reports")
    for arguments, named in FOLDERS_IN_USE:
        with subtests.test(arguments=arguments):
            # the last of two --cookie-cases counts
            with pytest.raises(pytest.UsageError) as refused:
                project.pytester.parseconfigure("--cookie-cases=cases.yaml", *arguments)
            assert f"pytest-playwright empties this folder, but it contains {named}" in str(refused.value)
            assert kept(project.path) == list(FILES)
    result = project.refuse(*FOLDERS_IN_USE[0][0])
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert kept(project.path) == list(FILES)


def test_options_of_playwright_without_effect_are_refused(pytester: pytest.Pytester, subtests: pytest.Subtests):
    for option, instead in UNSUPPORTED:
        with subtests.test(option), pytest.raises(pytest.UsageError) as refused:
            pytester.parseconfigure("--model=sample/polished", option)
        message = str(refused.value)
        assert message.startswith(f"{option.partition('=')[0]} is not supported")
        assert instead in message


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
