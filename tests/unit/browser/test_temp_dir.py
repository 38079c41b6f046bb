"""What a browser needs on disk goes with it, however it or its worker ended. Here `sleep` stands for the browser."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import pytest

from pytest_cookie.browser.process import temp_dir as belongings
from pytest_cookie.browser.process.temp_dir import PREFIX, TempDir, remove_abandoned_dirs

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and locks of POSIX")

OWNER = """
import subprocess, sys, time
from pytest_cookie.browser.process.temp_dir import TempDir
own = TempDir()
with own.set_as_tmpdir():
    browser = subprocess.Popen(["sleep", "300"], start_new_session=True)
print(own.folder, browser.pid, flush=True)
time.sleep(300)
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def started_owner() -> tuple["subprocess.Popen[str]", Path, psutil.Process]:
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    folder, pid = owner.stdout.readline().split()
    return owner, Path(folder), psutil.Process(int(pid))


def until(is_so, seconds: float = 60.0) -> bool:
    ends = time.monotonic() + seconds
    while not is_so() and time.monotonic() < ends:
        time.sleep(0.02)
    return is_so()


def is_gone(process: psutil.Process) -> bool:
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_while_its_owner_lives_a_folder_is_nobody_elses(temporary: Path):
    with_browser = TempDir()
    remove_abandoned_dirs()
    assert list(temporary.iterdir()) == [with_browser.folder]
    with with_browser.set_as_tmpdir():
        assert os.environ["TMPDIR"] == str(with_browser.folder)
    assert os.environ["TMPDIR"] == str(temporary)
    before = psutil.Process().children()
    with_browser.remove()
    with_browser.remove()
    assert list(temporary.iterdir()) == []
    assert len(psutil.Process().children()) == len(before) - 1, "the watchdog has gone, too"


@pytest.mark.parametrize("hangs", [False, True])
def test_the_browser_of_a_killed_worker_is_ended_and_its_folder_removed(temporary: Path, hangs: bool):
    owner, folder, browser = started_owner()
    (folder / "profile").mkdir()
    if hangs:
        browser.suspend()
    owner.kill()
    owner.wait()
    assert until(lambda: is_gone(browser) and not folder.exists())
    assert list(temporary.iterdir()) == []


def test_where_all_was_killed_the_next_browser_to_start_cleans_up(temporary: Path):
    owner, folder, browser = started_owner()
    for watchdog in psutil.Process(owner.pid).children():
        if watchdog.pid != browser.pid:
            watchdog.kill()
    owner.kill()
    owner.wait()
    assert folder.exists()
    assert not is_gone(browser)
    next_one = TempDir()
    assert list(temporary.iterdir()) == [next_one.folder]
    assert is_gone(browser)
    next_one.remove()


def test_a_folder_without_a_lock_is_left_alone_until_it_is_old(temporary: Path, monkeypatch: pytest.MonkeyPatch):
    young, unlockable = temporary / f"{PREFIX}young", temporary / f"{PREFIX}unlockable"
    for folder in (young, unlockable, temporary / "another's"):
        folder.mkdir()
    (unlockable / "owner.lock.new").touch()
    remove_abandoned_dirs()
    assert young.exists()
    monkeypatch.setattr(belongings, "_UNLOCKED_SECONDS", -1.0)
    remove_abandoned_dirs()
    assert sorted(path.name for path in temporary.iterdir()) == ["another's", unlockable.name]


def test_without_a_shell_there_is_no_watchdog_and_all_else_goes_on(temporary: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(subprocess, "Popen", lambda *given, **named: (_ for _ in ()).throw(FileNotFoundError("sh")))
    TempDir().remove()
    assert list(temporary.iterdir()) == []
