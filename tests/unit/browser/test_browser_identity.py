"""The user agent and client hints of an ordinary Chrome, as known from released versions."""

import sys

from pytest_cookie.browser.process.browser_identity import build_client_hints, build_user_agent, screen_for
from pytest_cookie.core.perception import DESKTOP, Viewport

KNOWN = {
    "120.0.6099.109": [("Not_A Brand", "8"), ("Chromium", "120"), ("Google Chrome", "120")],
    "124.0.6367.60": [("Chromium", "124"), ("Google Chrome", "124"), ("Not-A.Brand", "99")],
    "156.0.8078.108": [("Not:A-Brand", "8"), ("Chromium", "156"), ("Google Chrome", "156")],
}
"""`Sec-CH-UA` of Chrome by version."""


def test_brands_are_those_that_chrome_sends(subtests):
    for version, brands in KNOWN.items():
        with subtests.test(version):
            hints = build_client_hints(version)
            assert [(one["brand"], one["version"]) for one in hints["brands"]] == brands
            whole = {one["brand"]: one["version"] for one in hints["fullVersionList"]}
            assert whole["Google Chrome"] == whole["Chromium"] == version


def test_the_user_agent_names_the_system_and_the_first_number_of_the_version(monkeypatch, subtests):
    for name, words in {
        "linux": "X11; Linux x86_64",
        "darwin": "Intel Mac OS X",
        "win32": "Win64",
        "aix": "Linux",
    }.items():
        with subtests.test(name):
            monkeypatch.setattr(sys, "platform", name)
            told = build_user_agent("156.0.8078.108")
            assert words in told
            assert told.endswith("Chrome/156.0.0.0 Safari/537.36")


def test_the_screen_is_larger_than_a_window_and_as_large_as_a_phone():
    phone = Viewport(name="mobile", width=375, height=812)
    huge = DESKTOP.model_copy(update={"width": 2500, "height": 900})
    assert screen_for(DESKTOP) == {"width": 1920, "height": 1080}
    assert screen_for(phone) == {"width": 375, "height": 812}
    assert screen_for(huge) == {"width": 2500, "height": 1080}
