"""A run folder with a trap is refused, as a run to resume and as a baseline, before any file in it is used."""

import os
from pathlib import Path

import pytest

from tests.acceptance.conftest import Project
from tests.synthetic_run import write_synthetic_run


def link(run: Path, outside: Path) -> None:
    (run / ".progress").symlink_to(outside)


def lock(run: Path, outside: Path) -> None:
    (run / "run.lock").symlink_to(outside / "mine.txt")


def pipe(run: Path, outside: Path) -> None:
    (run / "manifest.json").unlink()
    os.mkfifo(run / "manifest.json")


@pytest.mark.parametrize("option", ["--cookie-resume", "--cookie-run", "--cookie-baseline"])
@pytest.mark.parametrize("trap", [link, lock, pipe])
def test_a_run_with_a_trap_is_not_touched(project: Project, option: str, trap):
    run, outside = write_synthetic_run(project.path / "foreign"), project.path / "outside"
    outside.mkdir()
    (outside / "mine.txt").write_text("mine")
    trap(run, outside)
    project.page("good.html")
    project.case("tea", "good.html")
    options = ["--cookie-cases", "cases.yaml", option, "foreign", "-p", "no:cacheprovider"]
    if trap is pipe:  # reading it blocks for ever; only another process can be ended
        result = project.pytester.runpytest_subprocess(*options, timeout=120)
    else:
        result = project.pytester.runpytest_inprocess(*options)
    assert result.ret != 0
    said = result.stdout.str() + result.stderr.str()
    assert "not plain files or folders" in said or "already exists and is not empty" in said
    assert "Traceback" not in said
    assert [(path.name, path.read_text()) for path in outside.iterdir()] == [("mine.txt", "mine")]
