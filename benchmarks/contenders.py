"""What a user could pick today instead of a judge: each gives an item's page one number, more is better."""

import functools
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Protocol

from playwright.sync_api import Error, Page, Route, sync_playwright

from pytest_cookie.browser.process.chromium import find_chromium
from pytest_cookie.browser.process.process_tree import end, tree
from pytest_cookie.records.item import ItemFolder

_TOOL_SECONDS = 180
_LOAD_MS = 20_000
_SETTLE_MS = 1_000
_BLANK_MS = 60_000
_NOTHING_DRAWN = "NO_FCP"
_CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
_UNLEASH = """async ([seed, count]) => {
  const chance = new gremlins.Chance(seed);
  await gremlins.createHorde({
    randomizer: chance,
    species: Object.values(gremlins.species).map(make => make()),
    mogwais: [gremlins.mogwais.alert()],
    strategies: [gremlins.strategies.distribution({ nb: count, delay: 5 })],
  }).unleash();
}"""


class Contender(Protocol):
    """A tool that rates a page. `name` is how the table calls it."""

    @property
    def name(self) -> str:
        """As in the table."""

    def rate(self, item: ItemFolder) -> float | None:
        """More is better; None where the tool came to no result."""


@dataclass(frozen=True)
class AxeViolations:
    """axe-core's violations alone, of all rules, by elements; from the evidence of the run."""

    name: str = "axe-core: violations"

    def rate(self, item: ItemFolder) -> float | None:
        """Minus the number of elements that break a rule."""
        return -float(sum(one.count for one in item.read_evidence().perception.axe))


@dataclass(frozen=True)
class Lighthouse:
    """Lighthouse's four categories, 0 to 100 each, their mean. `modules` is a `node_modules` that has lighthouse."""

    modules: Path
    name: str = "Lighthouse: mean of categories"

    def rate(self, item: ItemFolder) -> float | None:
        """The mean of the categories that have a score; 0 if Lighthouse finds an empty page."""
        with _served(item) as address, tempfile.TemporaryDirectory() as folder:
            told = Path(folder) / "report.json"
            command = [
                "node", str(self.modules / "lighthouse" / "cli" / "index.js"), address, "--quiet", "--output=json",
                f"--output-path={told}", f"--only-categories={','.join(_CATEGORIES)}",
                "--chrome-flags=--headless --no-sandbox --disable-gpu",
            ]  # fmt: skip
            try:
                _run(command, os.environ | {"CHROME_PATH": str(_chromium())})
                report = json.loads(told.read_text(encoding="utf-8"))
            except (OSError, ValueError, subprocess.TimeoutExpired) as error:
                print(f"lighthouse: {item.path}: {type(error).__name__}", file=sys.stderr)
                return None
        if failed := report.get("runtimeError"):
            return 0.0 if failed.get("code") == _NOTHING_DRAWN else None
        scores = [report["categories"].get(name, {}).get("score") for name in _CATEGORIES]
        known = [100.0 * score for score in scores if score is not None]
        return fmean(known) if known else None


@dataclass(frozen=True)
class Gremlins:
    """Errors that `count` seeded gremlins.js provoke: uncaught ones and those of the console, from loading on."""

    modules: Path
    count: int = 200
    seed: int = 1234
    name: str = "gremlins.js: errors"

    def rate(self, item: ItemFolder) -> float | None:
        """Minus the number of errors."""
        with _served(item) as address, sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=_chromium(), args=["--no-sandbox"])
            try:
                page = browser.new_page()
                return -float(self._errors(page, address))
            except Error as error:
                print(f"gremlins: {item.path}: {error.message.splitlines()[0]}", file=sys.stderr)
                return None
            finally:
                browser.close()

    def _errors(self, page: Page, address: str) -> int:
        found: list[str] = []
        page.on("pageerror", lambda error: found.append(str(error)))
        page.on("console", lambda said: found.append(said.text) if said.type == "error" else None)
        page.route("**/*", functools.partial(_stay, address))
        page.set_default_timeout(_BLANK_MS)
        page.goto(address, wait_until="load", timeout=_LOAD_MS)
        page.wait_for_timeout(_SETTLE_MS)
        page.evaluate((self.modules / "gremlins.js" / "dist" / "gremlins.min.js").read_text(encoding="utf-8"))
        page.evaluate(_UNLEASH, [self.seed, self.count])
        page.wait_for_timeout(_SETTLE_MS)
        return len(found)


def _run(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Raises `OSError`, and `subprocess.TimeoutExpired` after its time; the browser that it started ends with it."""
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        process.wait(_TOOL_SECONDS)
    finally:
        end(tree(frozenset({process.pid})))


def _chromium() -> Path:
    """The browser that runs here have, too."""
    found = find_chromium(None)
    if found is None:
        sys.exit("there is no browser")
    return found.path


def _stay(address: str, route: Route) -> None:
    """Gremlins press links: a page that goes away takes them with it, so it stays."""
    asked = route.request
    if asked.is_navigation_request() and asked.frame.parent_frame is None and asked.url != address:
        route.abort()
    else:
        route.continue_()


@contextmanager
def _served(item: ItemFolder) -> Iterator[str]:
    """The address of an item's page, on loopback."""
    handler = functools.partial(_Quiet, directory=str(item.artifact))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{item.read_artifact().entry or ''}"
    finally:
        server.shutdown()
        server.server_close()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Print no lines: they would be among those of the comparison."""
