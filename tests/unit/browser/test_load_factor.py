"""A busy machine gets more time, for a whole observation and for each part of it."""

import asyncio
import os
from time import monotonic

import psutil
import pytest

from pytest_cookie.browser.clock import page_workers
from pytest_cookie.browser.process.load_factor import load_factor


@pytest.mark.parametrize(("queued", "times"), [(0.1, 1.0), (1.0, 1.0), (3.0, 3.0), (50.0, 5.0)])
def test_patience_grows_with_what_queues_for_a_core(monkeypatch, queued, times):
    monkeypatch.setattr(psutil, "getloadavg", lambda: (queued * (os.cpu_count() or 1), 0.0, 0.0))
    assert load_factor() == times


@pytest.mark.parametrize(("queued", "is_over"), [(0.1, True), (50.0, False)])
def test_a_worker_on_a_busy_machine_is_given_more_time(monkeypatch, queued, is_over):
    monkeypatch.setattr(psutil, "getloadavg", lambda: (queued * (os.cpu_count() or 1), 0.0, 0.0))
    asyncio.run(_is_given_up_after(2 * page_workers.WAIT_SECONDS, is_over))


async def _is_given_up_after(seconds: float, is_over: bool) -> None:
    loop, naps = asyncio.get_running_loop(), page_workers._Pauses(page_workers.WAIT_SECONDS)
    assert not naps.is_over_limit(worker=1)
    began = monotonic()
    loop.time = lambda: began + seconds + 1.0
    assert naps.is_over_limit(worker=1) == is_over
    del loop.time
