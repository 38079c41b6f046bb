"""With a gate a run's exit code is the gate's."""

import pytest

from tests.acceptance.conftest import Project


@pytest.mark.long
def test_the_gate_decides_on_a_run_alone_and_against_a_baseline(project: Project):
    project.page("good.html")
    project.case("good", "good.html")
    # so short a run leaves criteria unmeasured, and the rule has to pass with these as failed, too
    good_enough = project.run("--cookie-fail-under=40", run="base")
    assert good_enough.ret == 0
    good_enough.stdout.fnmatch_lines(
        ["*= gate =*", "ready", "GOOD: all rules pass, decided by means only (exit code 0)"]
    )
    project.page("good.html", "<!doctype html><title>blank</title>")  # a blank page takes no time to use
    worse = project.run("--cookie-fail-under=100", "--cookie-baseline=base", run="again")
    assert worse.ret == 10
    worse.stdout.fnmatch_lines(["ready against ready*", "WORSE: *(exit code 10)"])


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--cookie-baseline=nowhere", "*nowhere is not a run folder: it has no manifest.json"),
        ("--cookie-fail-under=101", "*--cookie-fail-under=101: must be a total from 0 to 100"),
    ],
)
def test_gate_options_are_checked_before_the_run(project: Project, option: str, message: str):
    project.page("good.html")
    project.case("good", "good.html")
    result = project.refuse(option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])
    assert not (project.path / "reports").exists()
