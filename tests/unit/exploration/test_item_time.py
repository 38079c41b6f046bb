"""The time limit of an item: whether page or machine is to blame if it is reached."""

import os
from contextlib import contextmanager
from types import SimpleNamespace

import psutil
import pytest

from pytest_cookie.browser.errors import PageBusyError, TimeIsUpError
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.spend import Spend
from pytest_cookie.exploration.item_time import ItemTime


class Host:
    """A browser; each of its sessions takes `seconds` and uses the processor for `cpu_seconds`."""

    def __init__(self, seconds: float, cpu_seconds: float) -> None:
        self.seconds, self.cpu_seconds, self.at, self.workplace = seconds, cpu_seconds, 0.0, self
        self.given: list[float] = []

    def now(self) -> float:
        return self.at

    @contextmanager
    def open_session(self, settings: SessionSettings):
        self.given.append(settings.max_seconds)
        yield SimpleNamespace(cpu_seconds=self.cpu_seconds)
        self.at += self.seconds


def run_out(host: Host, max_seconds: float, sessions: int) -> None:
    """Open sessions until the last one reaches the limit."""
    time = ItemTime(host, max_seconds)  # type: ignore[arg-type]
    for _ in range(sessions - 1):
        with time.open_session(SessionSettings(gateway="")):
            pass
    with time.open_session(SessionSettings(gateway="")):
        raise TimeIsUpError("the time is up", spend=Spend(calls=3))


@pytest.mark.parametrize(
    ("max_seconds", "sessions", "cpu_seconds", "blamed"),
    [
        (1_000, 5, 100, True),
        (1_000, 5, 99, False),
        (1_000, 4, 100, False),
        (10, 2, 29, False),  # a page that is observed normally, within a short limit
        (10, 2, 30, True),
    ],
)
def test_a_page_is_blamed_if_its_own_work_used_half_of_the_time(max_seconds, sessions, cpu_seconds, blamed):
    with pytest.raises(PageBusyError if blamed else TimeIsUpError) as error:
        run_out(Host(1, cpu_seconds), max_seconds, sessions)
    assert error.value.spend.calls == 3, "what models cost until then is not lost"


def test_a_busy_machine_is_named_with_the_remedy(subtests, monkeypatch):
    for queued, is_named in ((0.3, False), (1.9, False), (2.0, True), (40.0, True)):
        with subtests.test(queued=queued):
            load = (queued * (os.cpu_count() or 1), 0.0, 0.0)
            monkeypatch.setattr(psutil, "getloadavg", lambda load=load: load)
            time = ItemTime(Host(40, 0), 100)  # type: ignore[arg-type]
            with pytest.raises(TimeIsUpError) as error, time.open_session(SessionSettings(gateway="")):
                raise TimeIsUpError("the time is up", spend=Spend(calls=3))
            assert str(error.value).startswith("the time is up")
            assert ("busy" in str(error.value), "--cookie-retry-errors" in str(error.value)) == (is_named, is_named)
            assert error.value.spend.calls == 3


def test_sessions_share_the_time():
    host = Host(40, 0)
    time = ItemTime(host, 100)  # type: ignore[arg-type]
    for _ in range(2):
        with time.open_session(SessionSettings(gateway="")):
            time.check()
    time.shorten(50)
    assert time.limit(SessionSettings(gateway="")).max_seconds == 20
    time.shorten(5)
    assert time.limit(SessionSettings(gateway="")).max_seconds == 5
    assert host.given == [100, 60]
    host.at += 5
    with pytest.raises(TimeIsUpError, match="the time limit of 100 s was reached"):
        time.check()
    with (
        pytest.raises(TimeIsUpError, match="the time limit of 100 s was reached"),
        time.open_session(SessionSettings(gateway="")),
    ):
        pass
    assert host.given == [100, 60], "no session is opened for a time that is over"
