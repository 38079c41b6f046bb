"""Workers that die take one item each with them, whatever they were at; the records name them, the run goes on.

Those that take their place know the cases as the run began with them, though the user has changed the file meanwhile.
"""

import time
from pathlib import Path

import psutil
import pytest

from tests.acceptance.conftest import Project

KILLER = """
import os, signal
from pathlib import Path

from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.exploration import explorer
from pytest_cookie.generation.ready_files import ReadyFiles
from pytest_cookie.judging.measured_judge import MeasuredJudge

at_work = []

def die(phase, case):
    if case == f"victim-of-{phase}":
        Path("cases.yaml").write_text("changed: [meanwhile")
        os.kill(os.getpid(), signal.SIGKILL)

def deadly(kind, name, phase, case_of):
    usual = getattr(kind, name)
    def lived(self, *given, **named):
        at_work[:] = [case_of(given[0])]
        die(phase, at_work[0])
        return usual(self, *given, **named)
    setattr(kind, name, lived)

deadly(ReadyFiles, "generate", "generate", lambda case: case.id)
deadly(StaticDeployer, "deploy", "deploy", lambda artifact: artifact.key.case)
deadly(explorer.BrowserExplorer, "explore", "", lambda case: case.id)
deadly(MeasuredJudge, "judge", "judge", lambda case: case.id)

perceive = explorer.perceive
def perceived(session, *given, **named):
    die("explore", at_work[0])
    return perceive(session, *given, **named)
explorer.perceive = perceived
"""
PHASES = {"generate": "generate", "deploy": "deploy or explore", "explore": "deploy or explore", "judge": "judge"}


@pytest.mark.long
def test_the_others_are_scored_and_the_victims_are_named(project: Project, monkeypatch: pytest.MonkeyPatch):
    temporary = project.path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    project.pytester.makeconftest(KILLER)
    project.page("good.html")
    project.page("blank.html", "<!doctype html><title>blank</title>")  # a blank page takes no time to use
    for name in ("first", *(f"victim-of-{phase}" for phase in PHASES), "last"):
        project.case(name, "blank.html" if name == "victim-of-judge" else "good.html")
    result = project.run("-n", "2")
    records = {str(record["case"]): record for record in project.records()}
    assert {name for name, record in records.items() if record["outcome"] == "scored"} == {"first", "last"}
    for phase, said in PHASES.items():
        cause = records[f"victim-of-{phase}"]["cause"]
        assert (cause["stage"], cause["kind"]) == ("worker", "interrupted")
        assert f"in {said}: " in cause["message"]
    result.stdout.fnmatch_lines(["*cases.yaml was changed during the run; the original was used*"])
    assert not list((project.path / "run").rglob(".*.part"))
    ends = time.monotonic() + 120
    while time.monotonic() < ends and _left_in(temporary):
        time.sleep(0.1)
    assert _left_in(temporary) == []


def _left_in(temporary: Path) -> list[object]:
    """Folders of browsers, and processes that use them."""
    processes = [process for process in psutil.process_iter() if str(temporary) in " ".join(_said(process))]
    return [*temporary.glob("pytest-cookie-*"), *processes]


def _said(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []
