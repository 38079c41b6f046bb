"""One session at a time writes a run, whatever became of the one before."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.records.lock import RunLock
from pytest_cookie.records.lock_holder import LockHolder
from pytest_cookie.records.run_paths import LOCK_FILE

TENANT = Path(__file__).with_name("lock_tenant.py")

Session = Callable[[str], tuple[subprocess.Popen[str], str]]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Starts a session in a process of its own; returns it and its output."""
    started: list[subprocess.Popen[str]] = []

    def start(part: str) -> tuple[subprocess.Popen[str], str]:
        command = [sys.executable, str(TENANT), part, str(tmp_path)]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        assert started[-1].stdout
        return started[-1], started[-1].stdout.readline().strip()

    yield start
    for process in started:
        process.kill()
        process.wait()


def test_a_run_that_is_written_is_refused_with_whose_it_is(tmp_path: Path, session: Session):
    process, _ = session("session")
    with pytest.raises(UsageError, match=rf"is in use by another session: process {process.pid} on \S+, since 20"):
        RunLock(tmp_path).take(wait_seconds=0)


def test_a_killed_session_has_it_no_longer_though_nobody_waited_for_it(tmp_path: Path, session: Session):
    process, _ = session("session")
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # it stays as a zombie, as in a container without init
    assert psutil.Process(process.pid).status() == psutil.STATUS_ZOMBIE
    lock = RunLock(tmp_path)
    lock.take(wait_seconds=0)
    assert json.loads((tmp_path / LOCK_FILE).read_text())["process"] == os.getpid()
    lock.release()
    lock.release()
    assert not list(tmp_path.iterdir())


def test_workers_of_a_killed_session_are_waited_for(tmp_path: Path, session: Session):
    process, worker = session("session-and-worker")
    process.kill()
    process.wait()
    lock = RunLock(tmp_path)
    with pytest.raises(UsageError, match="not all of its workers"):
        lock.take(wait_seconds=0)
    said: list[str] = []

    def end_the_worker(line: str) -> None:
        said.append(line)
        os.kill(int(worker), signal.SIGKILL)

    lock.take(say=end_the_worker)
    assert said == [f"waiting for the workers of process {process.pid}, which was killed, to exit"]
    lock.release()


def test_a_lock_of_another_machine_is_named_and_left(tmp_path: Path):
    told = {"host": "elsewhere.invalid", "process": 7, "born": 1.0, "since": "2026-01-31T14:05:09+00:00"}
    (tmp_path / LOCK_FILE).write_text(json.dumps(told))
    with pytest.raises(
        UsageError, match=r"process 7 on elsewhere\.invalid.*if that session has ended, delete .*run\.lock"
    ):
        RunLock(tmp_path).take(wait_seconds=0)
    assert json.loads((tmp_path / LOCK_FILE).read_text()) == told


@pytest.mark.parametrize("left", ["", "{", '{"host": 3}'])
def test_a_lock_that_was_never_written_whole_is_nobodys(tmp_path: Path, left: str):
    (tmp_path / LOCK_FILE).write_text(left)
    lock = RunLock(tmp_path)
    lock.take(wait_seconds=0)
    lock.release()


def test_a_number_that_another_process_has_since_is_a_dead_holder(tmp_path: Path):
    this = LockHolder.this()
    assert not this.is_dead
    assert LockHolder(this.host, this.process, this.born - 100).is_dead


def test_a_worker_leaves_without_taking_the_lock_with_it(tmp_path: Path):
    lock, worker = RunLock(tmp_path), RunLock(tmp_path)
    worker.join()
    worker.release()
    lock.take(wait_seconds=0)
    worker.join()
    worker.release()
    assert (tmp_path / LOCK_FILE).exists()
    lock.release()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    with pytest.raises(UsageError, match=r"cannot lock the run: .*nowhere"):
        RunLock(tmp_path / "nowhere").take(wait_seconds=0)
