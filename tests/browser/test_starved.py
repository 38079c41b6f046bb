"""A document that comes late is the page's fault only if the page was given its processor time.

A renderer that is stopped by a signal gets none, on every machine alike: that replaces neighbours that take it all.
"""

import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path

import psutil
import pytest

from pytest_cookie.browser import session
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.page.navigator import Navigator
from tests.one_item import GOOD, OneItem

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="finds renderers by their command lines"),
    pytest.mark.slow,
]

LOAD_SECONDS = 2.0
HEAVY = "<script>let sum = 0; for (let i = 0; i < 2e8; i++) sum += i % 7;</script>"
ENDLESS = "<script>for (;;);</script>"


def renderers() -> list[psutil.Process]:
    below = psutil.Process().children(recursive=True)
    return [process for process in below if "--type=renderer" in process.cmdline()]


class Starving:
    """Stops the renderers there are for `stopped` seconds, and again after `running` seconds, `times` times."""

    def __init__(self, *, stopped: float, running: float = 0.0, times: int = 1) -> None:
        self._stopped, self._running, self._times = stopped, running, times
        self._over = threading.Event()
        self.strikes = 0

    @contextmanager
    def use_browser(self) -> Iterator[None]:
        self._over.clear()
        hand = threading.Thread(target=self._work, daemon=True)
        hand.start()
        try:
            yield
        finally:
            self._over.set()
            hand.join()

    def _work(self) -> None:
        for _ in range(self._times):
            struck = renderers()
            self._send(struck, signal.SIGSTOP)
            self.strikes += 1
            self._over.wait(self._stopped)
            self._send(struck, signal.SIGCONT)
            if self._over.wait(self._running):
                return

    def _send(self, struck: list[psutil.Process], number: signal.Signals) -> None:
        for process in struck:
            try:
                process.send_signal(number)
            except psutil.NoSuchProcess:
                continue

    def during(self, work: Callable) -> Callable:
        @wraps(work)
        async def starved(*given, **named):
            with self.use_browser():
                return await work(*given, **named)

        return starved


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BrowserHost]:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setattr(session, "_LOAD_SECONDS", LOAD_SECONDS)
    monkeypatch.setattr(psutil, "getloadavg", lambda: (0.0, 0.0, 0.0))  # no other sign that it is slow
    host = BrowserHost()
    yield host
    host.close()


def with_script(script: str) -> str:
    return GOOD.replace("</main>", f"</main>{script}")


def test_a_good_page_that_gets_no_processor_time_for_longer_than_it_may_take_is_scored(host, tmp_path, monkeypatch):
    starving = Starving(stopped=3 * LOAD_SECONDS)
    monkeypatch.setattr(Navigator, "open", starving.during(Navigator.open))
    record = OneItem(host, tmp_path / "one", html=with_script(HEAVY)).run()
    assert (record.outcome, record.cause) == ("scored", None)
    assert starving.strikes >= 2


def test_a_page_that_never_gets_any_is_unscored(host, tmp_path, monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.process.overdue.MAX_WAIT_FACTOR", 3.0)
    starving = Starving(stopped=600)
    monkeypatch.setattr(Navigator, "open", starving.during(Navigator.open))
    record = OneItem(host, tmp_path / "one", html=with_script(HEAVY)).run()
    assert (record.outcome, record.scores["total"]) == ("unscored", None)
    assert record.cause is not None
    assert record.cause.kind == "BrowserGoneError"


def test_a_page_that_hangs_fails_though_it_is_stopped_again_and_again(host, tmp_path, monkeypatch):
    starving = Starving(stopped=0.7, running=1.5, times=200)
    monkeypatch.setattr(Navigator, "open", starving.during(Navigator.open))
    record = OneItem(host, tmp_path / "one", html=with_script(ENDLESS)).run()
    assert record.outcome == "failed"
    assert "did not answer" in " ".join(f"{finding.title} {finding.why}" for finding in record.findings)
    assert starving.strikes >= 3
