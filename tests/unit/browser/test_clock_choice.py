"""Which clock a session gets, and why it is not the best one."""

import sys
from pathlib import Path

import pytest

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.core.errors import BrowserError


@pytest.fixture
def chromium(tmp_path: Path):
    """An executable that reports to be a Chromium, under the name of a browser of its kind."""

    def make(name: str) -> Path:
        path = tmp_path / name
        path.write_text("#!/bin/sh\necho Chromium 150.0.1.2\n")
        path.chmod(0o755)
        return path

    return make


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="shell scripts; macOS cannot step")


def test_a_headless_shell_is_stepped_and_nothing_needs_saying(chromium):
    host = BrowserHost(chromium=chromium("chromium-headless-shell"))
    assert (host.clock, host.clock_note, host.may_change_clock) == ("stepped", "", True)


@pytest.mark.parametrize(
    ("name", "headed", "note"),
    [
        ("chromium", False, "no headless shell of Chromium was found"),
        ("chromium-headless-shell", True, "a browser with a window draws its own frames"),
    ],
)
def test_without_one_time_is_real_and_the_reason_is_told(chromium, name, headed, note):
    host = BrowserHost(chromium=chromium(name), headed=headed)
    assert (host.clock, host.clock_note) == ("cooperative", note)


def test_a_channel_is_no_headless_shell():
    host = BrowserHost(channel="chrome")
    assert (host.clock, host.clock_note) == ("cooperative", "the browser is the channel chrome, not a headless shell")


def test_a_wish_is_met_or_refused_and_needs_no_note(chromium):
    asked = BrowserHost(chromium=chromium("chromium-headless-shell"), clock="cooperative")
    assert (asked.clock, asked.clock_note, asked.may_change_clock) == ("cooperative", "", False)
    asked.check_clock()
    with pytest.raises(BrowserError, match="playwright install chromium-headless-shell"):
        BrowserHost(chromium=chromium("chromium"), clock="stepped").check_clock()
