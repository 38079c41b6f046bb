"""A worker that is killed takes its browser with it, also one that hangs, and leaves no temporary file."""

import subprocess
import sys
import time

import psutil
import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

WORKER = """
import time
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings

host = BrowserHost()
session = host.open_session(SessionSettings("http://127.0.0.1:9"))
print("open", flush=True)
time.sleep(600)
"""


def test_a_killed_worker_leaves_no_process_and_no_file(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    worker = subprocess.Popen([sys.executable, "-c", WORKER], stdout=subprocess.PIPE, text=True)
    assert worker.stdout is not None
    assert worker.stdout.readline() == "open\n"
    started = psutil.Process(worker.pid).children(recursive=True)
    renderers = [process for process in started if "--type=renderer" in process.cmdline()]
    assert renderers
    for process in started:  # so that none of them can end by itself; the watchdog is not among them
        if "pytest-cookie-watchdog" not in process.cmdline():
            process.suspend()
    worker.kill()
    worker.wait()
    ends = time.monotonic() + 300
    while time.monotonic() < ends and (list(tmp_path.iterdir()) or any(map(_lives, started))):
        time.sleep(0.1)
    assert not [process for process in started if _lives(process)]
    assert list(tmp_path.iterdir()) == []


def _lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
