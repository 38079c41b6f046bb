"""The browser's life: it is ended whole, and comes again after it died."""

import asyncio
import concurrent.futures
import os
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from playwright.async_api import Browser, BrowserType

from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.process.chromium_process import ChromiumProcess
from pytest_cookie.browser.process.launch import Launch
from pytest_cookie.browser.process.limits import PageLimits
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.action import Click, Press
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.errors import BrowserError
from pytest_cookie.core.perception import MOBILE


def offspring() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


def running(pids: set[int]) -> list[int]:
    """Those that have not ended; one that has may keep its pid until its parent takes note."""
    return [pid for pid in pids if psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE]


@pytest.fixture
def own_host():
    host = BrowserHost()
    yield host
    host.close()


def loaded(host: BrowserHost, gateway) -> bool:
    with host.open_session(SessionSettings(gateway.address)) as session:
        return session.load(f"{ORIGIN}/").loaded


class InterruptedLaunch(Launch):
    """Its driver is up when it ends."""

    async def start(self, chromium: BrowserType) -> Browser:
        raise asyncio.CancelledError


def test_a_start_that_is_interrupted_leaves_nothing_behind(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = offspring()
    with pytest.raises(concurrent.futures.CancelledError):
        ChromiumProcess(InterruptedLaunch(None))
    assert offspring() == before
    assert list(tmp_path.iterdir()) == []


def test_closing_ends_every_process_and_twice_is_once(own_host, gateway_of):
    before = offspring()
    assert loaded(own_host, gateway_of("<p>Hi</p>"))
    started = offspring() - before
    assert started
    assert own_host.version.startswith("Chromium 1")
    own_host.close()
    own_host.close()
    assert not running(started)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_driver_that_hangs_is_ended_too(own_host, gateway_of, monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.process.chromium_process._CLOSE_SECONDS", 0.5)
    before = offspring()
    assert loaded(own_host, gateway_of("<p>Hi</p>"))
    started = offspring() - before
    for pid in {child.pid for child in psutil.Process().children()} & started:
        os.kill(pid, signal.SIGSTOP)
    own_host.close()
    assert not running(started)


def test_a_browser_that_was_killed_is_told_and_comes_again(own_host, gateway_of):
    before = offspring()
    gateway = gateway_of("<p>Hi</p>")
    with own_host.open_session(SessionSettings(gateway.address)) as session:
        assert session.load(f"{ORIGIN}/").loaded
        for pid in offspring() - before:
            with suppress(psutil.NoSuchProcess):  # its parent went first
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
    with pytest.raises(BrowserError, match="did not start"):
        host.open_session(SessionSettings("http://127.0.0.1:9"))
    host.close()
    assert offspring() <= before
    with pytest.raises(BrowserError, match="is not an executable file"):
        BrowserHost(chromium=Path("/none")).open_session(SessionSettings("http://127.0.0.1:9"))


def test_where_there_is_no_browser_the_error_says_how_to_get_one(monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.host.find_chromium", lambda explicit, headed: None)
    with pytest.raises(BrowserError, match="pytest-cookie browser --install"):
        BrowserHost().open_session(SessionSettings("http://127.0.0.1:9"))


@pytest.mark.parametrize(
    "bomb",
    [
        "const hoard = []; for (;;) hoard.push(new Uint8Array(3e7).fill(1))",
        pytest.param(
            "for (;;) for (let i = 0; i < 1e4; i++) document.body.append(document.createElement('section'))",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["buffers", "elements"],
)
def test_a_page_that_takes_all_memory_is_ended_and_told(gateway_of, bomb):
    host = BrowserHost(limits=PageLimits(max_memory_bytes=700_000_000))
    gateway = gateway_of("<h1>Hungry</h1>")
    with host.open_session(SessionSettings(gateway.address)) as session:
        assert session.load(f"{ORIGIN}/").loaded
        with pytest.raises(PageGoneError):
            session.evaluate(f"() => {{ {bomb} }}")
        assert session.crashed
        assert "more than 0.7 GB of memory and was ended" in session.drain().page_errors[-1].message
    assert loaded(host, gateway)
    host.close()


ENDLESS_SEARCH = "count(//*[count(//*[count(//*) > 0]) > 0])"
"""Over thousands of elements it takes hours, all of them outside of any script."""


@pytest.mark.long
def test_a_page_that_cannot_be_stopped_loses_its_process_and_no_other_does(own_host, gateway_of, monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.session._ACTION_SECONDS", 1.0)
    gateway = gateway_of(
        f"<script>document.write('<p>'.repeat(5000)); onkeydown = () => document.evaluate('{ENDLESS_SEARCH}', document)"
        "</script>"
    )
    before = offspring()
    with own_host.open_session(SessionSettings(gateway.address)) as session:
        assert session.load(f"{ORIGIN}/").loaded
        assert not session.act(Press(value="a")).done
        assert session.crashed
        assert not [pid for pid in offspring() - before if "--type=renderer" in psutil.Process(pid).cmdline()]
        browser = own_host._process
    assert own_host._process is browser
    assert browser.is_alive


def test_a_context_that_does_not_close_costs_the_browser_and_nothing_else(own_host, gateway_of, monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.session._CLOSE_SECONDS", 0.5)
    gateway = gateway_of("<p>Hi</p>")
    before = offspring()
    with own_host.open_session(SessionSettings(gateway.address)) as session:
        started = offspring() - before

        class Stuck:
            async def close(self) -> None:
                await asyncio.sleep(60)

        monkeypatch.setattr(session, "_context", Stuck())
    assert not running(started)
    assert loaded(own_host, gateway)


@pytest.mark.parametrize("killed", [False, True])
def test_no_temporary_file_stays_behind(gateway_of, monkeypatch, tmp_path, killed):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    host = BrowserHost()
    with host.open_session(SessionSettings(gateway_of("<p>Hi</p>").address)) as session:
        assert session.load(f"{ORIGIN}/").loaded
        (own,) = tmp_path.iterdir()
        assert any("playwright" in path.name for path in own.iterdir())
        if killed:
            host._process.kill()
    host.close()
    assert list(tmp_path.iterdir()) == []


KEPT = """async () => {
  const before = [document.cookie, localStorage.length, sessionStorage.length, (await caches.keys()).length,
    (await indexedDB.databases()).length, innerWidth, window.name, history.length, navigator.permissions !== undefined];
  document.cookie = "a=1"; localStorage.a = 1; sessionStorage.a = 1; await caches.open("a"); window.name = "a";
  await new Promise((done) => { indexedDB.open("a").onsuccess = done; });
  history.pushState(null, "", "#a");
  return before;
}"""


@pytest.mark.long
def test_the_next_session_starts_clean(session_of):
    found = []
    for _ in range(2):
        session = session_of("<h1>Clean</h1>")
        found.append(session.evaluate(KEPT))
        session.resize(MOBILE)
        assert session.evaluate("() => [document.cookie, localStorage.a]") == ["a=1", "1"]
    assert found[0] == found[1]
    assert found[0][:5] == ["", 0, 0, 0, 0]


def test_on_request_a_finger_uses_the_page(browser_host, gateway_of):
    page = "<button onpointerdown='this.textContent = event.pointerType' style='font-size: 40px'>Press</button>"
    settings = SessionSettings(gateway=gateway_of(page).address, touch=True)
    with browser_host.open_session(settings) as session:
        assert session.load(f"{ORIGIN}/").loaded
        assert session.act(Click(selector="button")).done
        assert session.observe().inventory.text == "touch"
        assert session.evaluate("() => navigator.maxTouchPoints > 0")
