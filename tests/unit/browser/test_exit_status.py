"""Whose doing an end may be: a crash the page's, a kill never."""

import subprocess
from pathlib import Path

import pytest

from pytest_cookie.browser.process.exit_status import ExitStatus, parse_exit_status, parse_target_crash


@pytest.mark.parametrize(
    ("status", "code", "is_own"),
    [("crashed", 5, True), ("crashed", 11, True), ("oom", 0, True), ("killed", 9, False), ("killed", 15, False),
     ("crashed", 7, False), ("crashed", 4711, True)],
)  # fmt: skip
def test_of_a_pages_process_chromium_tells(status: str, code: int, is_own: bool):
    assert parse_target_crash({"targetId": "x", "status": status, "errorCode": code}).may_be_page_fault is is_own


def test_who_ended_it_is_named():
    assert parse_target_crash({"status": "killed", "errorCode": 9}).what == "was ended from outside (SIGKILL)"
    assert parse_target_crash({"status": "crashed", "errorCode": 11}).what == "crashed (SIGSEGV)"
    assert parse_target_crash({}).what == "crashed (None)"


@pytest.mark.parametrize(("ends", "said", "is_own"), [
    ("kill -SEGV $$", "crashed (SIGSEGV)", True),
    ("kill -KILL $$", "was ended from outside (SIGKILL)", False),
    ("exit 3", "ended with status 3", False),
    ("exit 0", "died", False),
])  # fmt: skip
def test_of_a_browser_its_exit_status_is_kept(tmp_path: Path, ends: str, said: str, is_own: bool):
    browser = tmp_path / "a browser's file"
    browser.write_text(f'#!/bin/sh\n[ "$*" = "one two" ] || exit 9\n{ends}\n')
    browser.chmod(0o755)
    status = ExitStatus(tmp_path)
    assert status.ending is None
    subprocess.run([status.wrap(browser), "one", "two"], check=False, stderr=subprocess.DEVNULL)
    assert status.ending is not None
    assert (status.ending.what, status.ending.may_be_page_fault) == (said, is_own)


def test_of_what_is_not_known_nothing_is_said():
    assert parse_exit_status(None).may_be_page_fault is False
    assert parse_exit_status(128 + 99).what == "was ended from outside (signal 99)"
