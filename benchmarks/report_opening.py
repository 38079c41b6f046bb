"""Open a report in Chromium: when its first content is there, and what filters take. Called by `report_scale.py`."""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from pytest_cookie.browser.process.chromium import find_chromium

_PORT = 8931
_FILTERS = (
    "#difficulty=hard",
    "#q=calendar",
    "#min=60&max=80",
    "#sort=difference",
    "#model=basalt-4&outcome=failed",
    "#",
)
_FILTER_MS = """async (fragment) => {
    const times = [];
    for (let time = 0; time < 5; time += 1) {
        location.hash = '#language=pt';
        await new Promise((done) => setTimeout(done, 150));
        const began = performance.now();
        const drawn = new Promise((done) => {
            addEventListener('popstate', () => requestAnimationFrame(() => setTimeout(done)), { once: true });
        });
        location.hash = fragment === '#' ? '#sort=' : fragment;
        await drawn;
        times.push(performance.now() - began);
    }
    return times.sort((a, b) => a - b)[2];
}"""


def opened(address: str, content: str, *, filters: bool) -> Iterator[str]:
    """The measurements, in words."""
    found = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found and found.path, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(0)  # whoever called has a limit
        time.sleep(1.0)
        began = time.monotonic()
        page.goto(address, wait_until="commit")
        page.locator(content).first.wait_for()
        yield f"first content after {time.monotonic() - began:.2f} s"
        if filters:
            page.wait_for_function("() => document.documentElement.dataset.ready !== undefined")
            yield f"all items after {time.monotonic() - began:.2f} s"
            yield from _filtered(page)
        browser.close()


def _filtered(page: Page) -> Iterator[str]:
    """From the change of the address until the frame after the grid was redrawn, the median of five."""
    page.evaluate("() => { location.hash = '#q=calendar' }")
    page.wait_for_function("() => document.getElementById('shown').textContent.endsWith('shown')")
    for fragment in _FILTERS:
        yield f"{fragment} {page.evaluate(_FILTER_MS, fragment):.0f} ms"


@contextmanager
def served(page: Path, *, by_http: bool) -> Iterator[str]:
    """The page's address."""
    if not by_http:
        yield page.resolve().as_uri()
        return
    command = [sys.executable, "-m", "http.server", str(_PORT), "--bind", "127.0.0.1", "-d", str(page.parent)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{_PORT}/"
    finally:
        server.kill()
        server.wait()


def main() -> None:
    """Open the pages of the command line, and print line by line: earlier lines hold if a later page is given up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path)
    parser.add_argument("content", help="a selector of the first content")
    parser.add_argument("--filters", action="store_true")
    parser.add_argument("--http", action="store_true")
    options = parser.parse_args()
    with served(options.page, by_http=options.http) as address:
        for told in opened(address, options.content, filters=options.filters):
            print(told, flush=True)


if __name__ == "__main__":
    main()
