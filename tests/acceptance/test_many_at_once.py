"""More workers than browsers: every item gets its turn, never two browsers live, and one process makes all calls."""

import json
from collections import Counter

import pytest

from tests.acceptance.conftest import GOOD_PAGE
from tests.acceptance.modelled import AGENT, JUDGE, Modelled
from tests.provider import Provider

CASES = ("visitor-counter", "tea-tally", "lap-counter")
WITNESS = """
import sys
from pathlib import Path
from pytest_cookie.browser.process.chromium_process import ChromiumProcess

LOG = Path(__file__).with_name("log")
start, end = ChromiumProcess.__init__, ChromiumProcess._finish

def note(text):
    with LOG.open("a") as log:
        log.write(text + "\\n")

def started(self, *args, **kwargs):
    note("+")
    start(self, *args, **kwargs)

def ended(self, *args, **kwargs):
    was_alive = not self._killed
    end(self, *args, **kwargs)
    if was_alive:
        note("-")

ChromiumProcess.__init__, ChromiumProcess._finish = started, ended

def pytest_sessionfinish(session):
    if hasattr(session.config, "workerinput"):
        note("litellm" if "litellm" in sys.modules else "light")
"""


@pytest.mark.slow
def test_three_workers_share_one_browser_and_one_switchboard(
    modelled: Modelled, provider: Provider, monkeypatch: pytest.MonkeyPatch
):
    temporary = modelled.path / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    modelled.project.pytester.makeconftest(WITNESS)
    modelled.settings("max_browsers = 1\nmax_steps = 2\nfilm = false")
    for case in CASES:
        modelled.brief(case, f"A counter, called {case}.", page=GOOD_PAGE)
    result = modelled.project.run(AGENT, JUDGE, "-n", "3")
    assert modelled.outcomes() == dict.fromkeys(CASES, "scored"), result.stdout.str()
    calls = [record["spend"]["explore"]["calls"] for record in modelled.records().values()]
    assert min(calls) > 0
    log = (modelled.path / "log").read_text().split()
    lives = [sign for sign in log if sign in "+-"]
    assert lives == ["+", "-"] * len(CASES)
    assert Counter(log)["light"] == 3
    assert provider.counts["explore"] == sum(calls)
    assert not (modelled.path / "run/.slots").exists()
    assert [path.name for path in temporary.iterdir() if path.name.startswith("pytest-cookie")] == []
    manifest = json.loads((modelled.path / "run/manifest.json").read_text())
    assert manifest["options"]["max_browsers"] == 1
