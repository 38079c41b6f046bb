"""SIGTERM and SIGHUP, from schedulers and closed terminals, end a run as Ctrl-C does."""

import json
import os
import pty
import signal
import subprocess
from pathlib import Path

import psutil
import pytest

from tests.acceptance.interrupted import PATIENCE_SECONDS, Background, hear_signals
from tests.acceptance.modelled import MODEL, Modelled
from tests.provider import Provider
from tests.provider.asked import Asked
from tests.provider.behaviours import Hang

CASES, AUTHOR = "--cookie-cases=cases.yaml", f"--model={MODEL}"
FIRST, SECOND = "tally-one", "tally-two"
pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX")


def about_second(asked: Asked) -> bool:
    return SECOND in asked.text


@pytest.fixture
def two(modelled: Modelled, provider: Provider) -> Modelled:
    """Two briefs; of the second one the author never answers."""
    provider.always(Hang(seconds=600), asker="generate", matches=about_second)
    for case in (FIRST, SECOND):
        modelled.brief(case, f"A tally for cups of tea, called {case}.")
    modelled.settings("max_steps = 1\nfilm = false\ncall_seconds = 600\nanswer_seconds = 900")
    return modelled


def wait_for_second(background: Background, two: Modelled, provider: Provider) -> None:
    background.wait_for_phase(FIRST, "record.json")
    background.wait_until(lambda: any(map(about_second, provider.asked_by("generate"))))
    record = next((two.path / "run/items" / FIRST).glob("*/*/*/record.json"))
    background.wait_until(lambda: json.loads(record.read_bytes())["outcome"] == "scored")


def is_whole(two: Modelled) -> bool:
    """Whether records and report exist, and the run is not locked."""
    assert two.outcomes() == {FIRST: "scored", SECOND: "unscored"}
    assert (two.path / "run/index.html").is_file()
    assert not list((two.path / "run").rglob(".*"))
    return not (two.path / "run/run.lock").exists()


SIGNALS_AT_THE_END = """
import os, signal, pytest
@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session):
    if hasattr(session.config, "workerinput"):
        return
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGINT):
        os.kill(os.getpid(), number)
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_run_as_ctrl_c_does_and_those_that_follow_do_not_spoil_the_end(
    two: Modelled, provider: Provider, number: signal.Signals
):
    (two.path / "followed.py").write_text(SIGNALS_AT_THE_END, encoding="utf-8")
    with Background(two.project, CASES, AUTHOR, "--cookie-run=run", "-p", "followed") as background:
        wait_for_second(background, two, provider)
        left = background.below()
        background.process.send_signal(number)
        code, said = background.finish()
    assert code == pytest.ExitCode.INTERRUPTED, said
    assert f"ended by {number.name}" in said
    assert "Traceback" not in said
    assert "1 of 2 items not done; continue with: pytest " in said
    assert is_whole(two)
    assert not psutil.wait_procs(left, PATIENCE_SECONDS)[1]


@pytest.mark.parametrize("whole_group", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.long
def test_workers_and_browsers_end_with_the_run_and_signals_that_follow_do_not_spoil_the_end(
    two: Modelled, provider: Provider, *, whole_group: bool
):
    (two.path / "followed.py").write_text(SIGNALS_AT_THE_END, encoding="utf-8")
    arguments = (CASES, AUTHOR, "--cookie-run=run", "-n", "2", "-p", "followed")
    with Background(two.project, *arguments) as background:
        wait_for_second(background, two, provider)
        left = background.below()
        if whole_group:
            os.killpg(background.process.pid, signal.SIGTERM)
        else:
            background.process.terminate()
        code, said = background.finish()
    assert code == pytest.ExitCode.INTERRUPTED, said
    assert "ended by SIGTERM" in said
    assert "1 of 2 items not done; continue with: pytest " in said
    assert "INTERNALERROR" not in said
    assert "Traceback" not in said
    assert is_whole(two)
    assert not psutil.wait_procs(left, PATIENCE_SECONDS)[1]


@pytest.mark.slow
def test_a_terminal_that_is_closed_ends_the_run(two: Modelled, provider: Provider):
    ours, theirs = pty.openpty()
    command = [*two.project.pytester._getpytestargs(), CASES, AUTHOR, "--cookie-run=run", "-p", "no:cacheprovider"]
    running = subprocess.Popen(
        ["setsid", "--ctty", *map(str, command)],
        cwd=two.path, stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=hear_signals,
    )  # fmt: skip
    os.close(theirs)
    try:
        while not any(map(about_second, provider.asked_by("generate"))):
            assert running.poll() is None
            os.read(ours, 65_536)
        os.close(ours)
        assert running.wait(PATIENCE_SECONDS) == pytest.ExitCode.INTERRUPTED
    finally:
        running.kill()
    assert (two.path / "run/index.html").is_file()
    assert set(two.outcomes()) == {FIRST, SECOND}


PROBE = """
import os, signal, pathlib
def pytest_unconfigure(config):
    now = [str(signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    pathlib.Path("handlers.txt").write_text("\\n".join(now), encoding="utf-8")
def pytest_sessionstart(session):
    os.kill(os.getpid(), signal.SIGHUP)
"""


def test_what_the_process_ignores_stays_ignored(pytester: pytest.Pytester):
    """Such as under `nohup`."""
    pytester.makeconftest(PROBE)
    options = ["--model=sample/polished", "--collect-only", "-q", "-k", "moth", "--rootdir=."]
    command = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *map(str, pytester._getpytestargs()), *options]
    conftest = Path("conftest.py").resolve()
    done = subprocess.run([*command, "-p", conftest.stem], cwd=pytester.path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_handlers_of_other_runs_stay_as_they_are(pytester: pytest.Pytester):
    pytester.makeconftest(PROBE.replace("os.kill(os.getpid(), signal.SIGHUP)", "pass"))
    pytester.makepyfile("def test_mine(): pass")
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    pytester.runpytest_inprocess("-p", "no:playwright").assert_outcomes(passed=1)
    assert (pytester.path / "handlers.txt").read_text(encoding="utf-8").splitlines() == list(map(str, before))
    pytester.runpytest_inprocess("--model=sample/polished", "--collect-only", "-p", "no:playwright")
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == before
