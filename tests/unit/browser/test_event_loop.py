"""Calls into the browser's thread always come back."""

import asyncio
import inspect
import threading

import pytest

from pytest_cookie.browser.process.event_loop import DeadlineError, EventLoopThread
from pytest_cookie.core.errors import BrowserError


@pytest.fixture
def loop():
    thread = EventLoopThread()
    yield thread
    thread.stop()


async def answer() -> int:
    return 42


def test_results_and_errors_come_back(loop):
    async def fail() -> None:
        raise KeyError("x")

    assert loop.run(answer(), seconds=5) == 42
    with pytest.raises(KeyError):
        loop.run(fail(), seconds=5)


def test_what_waits_for_ever_is_given_up_and_the_loop_goes_on(loop):
    with pytest.raises(DeadlineError, match=r"0\.1 s"):
        loop.run(asyncio.Event().wait(), seconds=0.1)
    assert loop.run(answer(), seconds=5) == 42


def test_a_loop_that_is_stuck_itself_holds_nobody(loop, monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.process.event_loop._GRACE_SECONDS", 0.1)
    release = threading.Event()

    async def block() -> None:
        release.wait(10)

    with pytest.raises(DeadlineError):
        loop.run(block(), seconds=0.1)
    release.set()


def test_an_ended_loop_says_so(loop):
    loop.stop()
    loop.stop()
    with pytest.raises(BrowserError, match="has ended"):
        loop.run(answer(), seconds=1)


def test_what_never_began_is_closed(loop, monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.process.event_loop._GRACE_SECONDS", 0.1)
    release, work = threading.Event(), answer()

    async def block() -> None:
        release.wait(10)

    for each in (block(), work):
        with pytest.raises(DeadlineError):
            loop.run(each, seconds=0.1)
    state = inspect.getcoroutinestate(work)
    release.set()
    assert state == inspect.CORO_CLOSED
    assert loop.run(answer(), seconds=5) == 42
