"""Who may have a browser, who may use it, and what a wait costs."""

import fcntl
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_cookie.browser.process.browser_permits import BrowserPermits, Capacity
from pytest_cookie.browser.process.file_semaphore import FileSemaphore, Permit


def is_free(folder: Path, name: str) -> bool:
    """Whether the only slot of that name can be had."""
    with (folder / f"{name}-0.lock").open("r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def test_at_rest_the_browser_keeps_its_place_and_others_may_work(tmp_path: Path):
    workplace = BrowserPermits(Capacity(tmp_path, max_browsers=1, max_working=1))
    with workplace.hold_permits():
        with workplace.yield_turn():
            assert is_free(tmp_path, "working")
            alive = threading.Thread(target=lambda: FileSemaphore(tmp_path, "browser", 1).acquire().release())
            alive.start()
            alive.join(0.2)
            assert alive.is_alive()
        assert not is_free(tmp_path, "working")
    alive.join(30)
    assert not alive.is_alive()
    assert is_free(tmp_path, "working")


def test_the_turn_of_others_counts_for_no_deadline(tmp_path: Path):
    workplace = BrowserPermits(Capacity(tmp_path, max_browsers=2, max_working=1))
    with workplace.hold_permits():
        began, real = workplace.now(), time.monotonic()
        with workplace.yield_turn():
            other = FileSemaphore(tmp_path, "working", 1).acquire()
            threading.Timer(0.5, other.release).start()
        assert time.monotonic() - real >= 0.5
        assert workplace.now() - began < time.monotonic() - real - 0.4


def test_it_says_when_it_waits_and_when_no_more(tmp_path: Path):
    told: list[bool] = []
    workplace = BrowserPermits(Capacity(tmp_path, max_browsers=1, max_working=1), told.append)
    with workplace.hold_permits():
        pass
    assert told == []
    other = FileSemaphore(tmp_path, "browser", 1).acquire()
    threading.Timer(0.2, other.release).start()
    with workplace.hold_permits():
        pass
    assert told == [True, False]


def explore(workplace: BrowserPermits, model: Callable[[], None]) -> None:
    with workplace.hold_permits(), workplace.yield_turn():
        model()


def test_a_run_that_is_stopped_waits_for_no_turn_and_all_is_given_back(tmp_path: Path):
    workplace, others = BrowserPermits(Capacity(tmp_path, max_browsers=1, max_working=1)), list[Permit]()

    def stopped() -> None:
        others.append(FileSemaphore(tmp_path, "working", 1).acquire())
        raise KeyboardInterrupt

    def broken() -> None:
        raise ValueError("the model broke")

    with pytest.raises(KeyboardInterrupt):
        explore(workplace, stopped)
    others[0].release()
    with pytest.raises(ValueError, match="the model"):
        explore(workplace, broken)
    assert is_free(tmp_path, "working")
    assert is_free(tmp_path, "browser")


def test_a_process_alone_waits_for_nobody_and_keeps_its_browser():
    workplace = BrowserPermits()
    with workplace.hold_permits(), workplace.yield_turn():
        assert workplace.keeps_browser
    with workplace.yield_turn():
        pass
