"""The browser's life: it is ended whole, and comes again after it died."""

import os
import signal
import sys
from pathlib import Path

import psutil
import pytest

from pytest_cookie.browser.host import BrowserHost, SessionSettings
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.errors import BrowserError


def offspring() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


@pytest.fixture
def own_host():
    host = BrowserHost()
    yield host
    host.close()


def loaded(host: BrowserHost, gateway) -> bool:
    with host.open_session(SessionSettings(gateway.address)) as session:
        return session.load(f"{ORIGIN}/").loaded


def test_closing_ends_every_process_and_twice_is_once(own_host, gateway_of):
    before = offspring()
    assert loaded(own_host, gateway_of("<p>Hi</p>"))
    started = offspring() - before
    assert started
    assert own_host.version.startswith("Chromium 1")
    own_host.close()
    own_host.close()
    assert not [pid for pid in started if psutil.pid_exists(pid)]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_driver_that_hangs_is_ended_too(own_host, gateway_of, monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.chromium_process._CLOSE_SECONDS", 0.5)
    before = offspring()
    assert loaded(own_host, gateway_of("<p>Hi</p>"))
    started = offspring() - before
    for pid in {child.pid for child in psutil.Process().children()} & started:
        os.kill(pid, signal.SIGSTOP)
    own_host.close()
    assert not [pid for pid in started if psutil.pid_exists(pid)]


def test_a_browser_that_was_killed_is_told_and_comes_again(own_host, gateway_of):
    before = offspring()
    gateway = gateway_of("<p>Hi</p>")
    with own_host.open_session(SessionSettings(gateway.address)) as session:
        assert session.load(f"{ORIGIN}/").loaded
        for pid in offspring() - before:
            psutil.Process(pid).kill()
        with pytest.raises(BrowserError):
            session.load(f"{ORIGIN}/")
    assert loaded(own_host, gateway)


def test_what_is_no_browser_is_told(tmp_path):
    fake = tmp_path / "chromium"
    fake.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    fake.chmod(0o755)
    before = offspring()
    host = BrowserHost(chromium=fake)
    with pytest.raises(BrowserError, match="would not start"):
        host.open_session(SessionSettings("http://127.0.0.1:9"))
    host.close()
    assert offspring() <= before
    with pytest.raises(BrowserError, match="is not an executable file"):
        BrowserHost(chromium=Path("/none")).open_session(SessionSettings("http://127.0.0.1:9"))


def test_where_there_is_no_browser_the_error_says_how_to_get_one(monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.host.find_chromium", lambda explicit, headed: None)
    with pytest.raises(BrowserError, match="pytest-cookie browser --install"):
        BrowserHost().open_session(SessionSettings("http://127.0.0.1:9"))
