"""Temporary files are deleted when their owner ends, in any way. `sleep` replaces the browser."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from pytest_cookie.core.errors import GenerationError
from pytest_cookie.generation.coding.generator import CodingGenerator
from pytest_cookie.llm.tool_outcomes import NOT_KEPT
from pytest_cookie.protocols.vibecode.generation.generator import ApplicationGenerator
from pytest_cookie.records import temp_dir as belongings
from pytest_cookie.records.temp_dir import PREFIXES, TempDir, remove_abandoned_dirs
from tests.waiting import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and locks of POSIX")

OWNER = """
import subprocess, sys, time
from pytest_cookie.records.temp_dir import TempDir
own = TempDir("browser")
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


def is_gone(process: psutil.Process) -> bool:
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_while_its_owner_lives_a_folder_is_nobody_elses(temporary: Path):
    with_browser = TempDir("browser")
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
    next_one = TempDir("browser")
    assert list(temporary.iterdir()) == [next_one.folder]
    assert until(lambda: is_gone(browser))
    next_one.remove()


def test_a_folder_without_a_lock_is_left_alone_until_it_is_old(temporary: Path, monkeypatch: pytest.MonkeyPatch):
    young, unlockable = temporary / f"{PREFIXES['browser']}young", temporary / f"{PREFIXES['browser']}unlockable"
    for folder in (young, unlockable, temporary / "another's"):
        folder.mkdir()
    (unlockable / "owner.lock.new").touch()
    (temporary / f"{PREFIXES['coding']}older-version").mkdir()
    (temporary / f"{PREFIXES['coding']}older-version" / "project").touch()
    (temporary / "pytest-cookie-results").mkdir()
    remove_abandoned_dirs()
    assert young.exists()
    monkeypatch.setattr(belongings, "_UNLOCKED_SECONDS", -1.0)
    remove_abandoned_dirs()
    assert sorted(path.name for path in temporary.iterdir()) == [
        "another's", unlockable.name, f"{PREFIXES['coding']}older-version", "pytest-cookie-results",
    ]  # fmt: skip


def test_without_a_shell_there_is_no_watchdog_and_all_else_goes_on(temporary: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(subprocess, "Popen", lambda *given, **named: (_ for _ in ()).throw(FileNotFoundError("sh")))
    TempDir("browser").remove()
    assert list(temporary.iterdir()) == []


def test_models_build_in_a_folder_that_does_not_outlive_a_killed_worker(temporary: Path):
    """Both generators that let a model build a project have their files in such a folder."""
    for generator in (CodingGenerator, ApplicationGenerator):
        seen: list[list[Path]] = []

        def keep_folders(*given: object, seen: list[list[Path]] = seen) -> None:
            [folder] = temporary.iterdir()
            assert (folder / "owner.lock").exists()
            seen.append([folder])
            raise GenerationError("seen")

        fake = SimpleNamespace(
            model="m",
            chat=None,
            parameters={},
            outcomes=NOT_KEPT,
            _run=keep_folders,
            prompts=None,
            budget=None,
            services=SimpleNamespace(docs=None),
        )
        with pytest.raises(GenerationError, match="seen"):
            generator.generate(fake, SimpleNamespace(), SimpleNamespace(repeat=0), temporary / "item" / "artifact")  # type: ignore[arg-type]
        assert len(seen) == 1
        shutil.rmtree(temporary / "item")
        assert list(temporary.iterdir()) == []
