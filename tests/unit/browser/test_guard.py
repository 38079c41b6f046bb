"""A process that exceeds a limit is killed, with a reason. Small processes replace the browser's."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import psutil
import pytest

from pytest_cookie.browser.process.guard import Guard
from pytest_cookie.browser.process.limits import PageLimits

IDLE = "pass"
HUNGRY = "hoard = b'x' * 300_000_000"
MANY = """
import threading
for _ in range(60): threading.Thread(target=time.sleep, args=(300,), daemon=True).start()
"""
BUSY = "ends = time.process_time() + 0.6\nwhile time.process_time() < ends: pass"


@pytest.fixture
def start() -> Iterator:
    """Starts a process that does `work`, reports it, and sleeps; `kind` as Chromium names its own."""
    with ExitStack() as stack:

        def started(work: str = IDLE, kind: str = "") -> psutil.Process:
            code = f"import sys, time\n{work}\nprint('there', flush=True)\ntime.sleep(300)"
            process = subprocess.Popen([sys.executable, "-c", code, kind], stdout=subprocess.PIPE)
            stack.callback(process.wait)
            stack.callback(process.kill)
            assert process.stdout is not None
            process.stdout.readline()
            return psutil.Process(process.pid)

        yield started


def lives(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def dies(process: psutil.Process) -> bool:
    """A process of hundreds of megabytes takes its time on a busy machine."""
    psutil.wait_procs([process], timeout=60)
    return not lives(process)


def looked(limits: PageLimits, *processes: psutil.Process) -> Guard:
    guard = Guard(frozenset(process.pid for process in processes), limits)
    guard.look()
    return guard


def test_who_keeps_within_it_is_left_alone(start):
    page = start(kind="--type=renderer")
    guard = looked(PageLimits(), page, start())
    assert (guard.ended, guard.reason, lives(page)) == (0, "", True)
    assert guard.cpu_seconds > 0


def test_a_page_that_takes_too_much_memory_loses_its_process_and_no_other_does(start):
    browser, page = start(), start(HUNGRY, "--type=renderer")
    guard = looked(PageLimits(max_memory_bytes=200_000_000), browser, page)
    assert guard.reason == "the page used more than 0.2 GB of memory and was ended"
    assert dies(page)
    assert lives(browser)


def test_who_draws_for_it_goes_with_it(start):
    browser, page, drawer = start(), start(kind="--type=renderer"), start(HUNGRY, "--type=gpu-process")
    looked(PageLimits(max_memory_bytes=200_000_000), browser, page, drawer)
    assert dies(page)
    assert dies(drawer)
    assert lives(browser)


def test_a_browser_that_it_fills_goes_whole(start):
    browser, page = start(HUNGRY), start(kind="--type=renderer")
    looked(PageLimits(max_memory_bytes=200_000_000), browser, page)
    assert dies(browser)
    assert dies(page)


def test_threads_count_as_processes_do(start):
    page = start(MANY, "--type=renderer")
    guard = looked(PageLimits(max_tasks=50), page, start())
    assert "more than 50 processes and threads" in guard.reason
    assert dies(page)


def test_processor_time_counts_from_a_sessions_begin(start):
    page = start(BUSY, "--type=renderer")
    guard = Guard(frozenset({page.pid}), PageLimits(max_cpu_seconds=0.4))
    guard.cpu_seconds = 0.0
    page.suspend()
    guard._measure(page)
    guard.begin()
    guard.look()
    assert (guard.ended, lives(page)) == (0, True)
    assert guard.session_cpu_seconds < 0.4 < guard.cpu_seconds
    assert "more than 0.4 s of processor time" in looked(PageLimits(max_cpu_seconds=0.4), page).reason
    assert dies(page)


def test_what_has_gone_is_no_use(start):
    page = start(kind="--type=renderer")
    page.kill()
    page.wait()
    assert looked(PageLimits(max_memory_bytes=1), page).ended == 0
