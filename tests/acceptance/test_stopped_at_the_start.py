"""Ctrl-C and SIGTERM in a command, or before a run begins: one line, no traceback, no files."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.acceptance.interrupted import hear_signals

ENDINGS = {signal.SIGINT: 130, signal.SIGTERM: 143}
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def signalling(number: int) -> str:
    """A statement that sends a signal to its own process, at a moment that does not depend on time."""
    return f"import os; os.kill(os.getpid(), {int(number)})\n"


def run(folder: Path, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program in `folder`; modules in it hide others of the same name."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [Path(sys.executable).with_name(program), *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False,
        preexec_fn=hear_signals, timeout=600,
    )  # fmt: skip


@pytest.mark.parametrize(("number", "command"), [(signal.SIGINT, "report"), (signal.SIGTERM, "judge")])
def test_a_command_that_still_loads_ends_with_a_line(tmp_path: Path, number: signal.Signals, command: str):
    (tmp_path / "pydantic.py").write_text(signalling(number), encoding="utf-8")
    done = run(tmp_path, "pytest-cookie", command, "nowhere")
    assert done.returncode == ENDINGS[number]
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("pytest-cookie: ")
    assert done.stdout == ""


@pytest.mark.parametrize(("number", "arguments"), [(signal.SIGTERM, ()), (signal.SIGINT, ("-n", "auto"))])
def test_a_run_that_is_still_planned_leaves_nothing(tmp_path: Path, number: signal.Signals, arguments: tuple[str, ...]):
    (tmp_path / "numpy.py").write_text(signalling(number), encoding="utf-8")
    check_stopped(tmp_path, "--model=sample/polished", *arguments)


def test_a_browser_that_is_still_looked_for_leaves_nothing(tmp_path: Path):
    browser = tmp_path / "chromium"
    browser.write_text("#!/bin/sh\nkill -INT $PPID\necho Chromium 150.0.1.2\n", encoding="utf-8")
    browser.chmod(0o755)
    settings = f"[tool.pytest-cookie]\nchromium = '{browser}'\n"
    (tmp_path / "pyproject.toml").write_text(settings, encoding="utf-8")
    check_stopped(tmp_path, "--model=sample/polished")


@pytest.mark.parametrize(
    ("hook", "arguments"),
    [("pytest_sessionstart(session)", ("--cookie-run=mine",)), ("pytest_collection(session)", ("-n", "1"))],
)
def test_a_run_before_its_first_item_leaves_no_folder(tmp_path: Path, hook: str, arguments: tuple[str, ...]):
    last = "import pytest\n@pytest.hookimpl(tryfirst=True)\n" if "collection" in hook else ""
    body = f"{last}def {hook}:\n    if not hasattr(session.config, 'workerinput'):\n        {signalling(signal.SIGINT)}"
    (tmp_path / "stopping.py").write_text(body, encoding="utf-8")
    done = check_stopped(tmp_path, "--model=sample/polished", "-p", "stopping", "-k", "moth", *arguments)
    assert "KeyboardInterrupt" in done.stdout


ENDING = """
import os, pytest, signal
@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session):
    yield
    if hasattr(session.config, 'workerinput') == {in_worker}:
        os.kill(os.getpid(), signal.SIGINT)
"""
CASE = "cases: [{id: one, leaf: efficiency, language: en, brief: A button., artifact: missing.html}]"


@pytest.mark.long
@pytest.mark.parametrize(("in_worker", "told"), [(False, "`pytest-cookie report mine` writes it"), (True, "")])
def test_a_process_that_is_stopped_while_it_ends(tmp_path: Path, in_worker: bool, told: str):
    (tmp_path / "ending.py").write_text(ENDING.format(in_worker=in_worker), encoding="utf-8")
    (tmp_path / "case.yaml").write_text(CASE, encoding="utf-8")
    done = run(tmp_path, "pytest", "--cookie-cases=case.yaml", "--cookie-run=mine", "-p", "ending", "-n", "1", "-q")
    assert "Traceback" not in done.stdout + done.stderr
    assert told.replace("mine", str(tmp_path / "mine")) in done.stderr
    assert ("stopped" in done.stderr) == bool(told)


def check_stopped(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    done = run(folder, "pytest", *arguments, "-p", "no:cacheprovider")
    assert done.returncode == pytest.ExitCode.INTERRUPTED, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert not list((folder / "reports").glob("*"))
    assert not (folder / "mine").exists()
    return done
