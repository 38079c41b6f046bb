"""`python -m tools.pictures RUN`: pictures of report, item, comparison, rating and terminal, for the documents.

RUN is a run of the samples, such as that of `make bench`. The pictures are written to `docs/pictures/`, with at most
256 colours, so that each is small enough for a repository.
"""

import html
import io
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from pytest_cookie.browser.process.chromium import find_chromium

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZE = {"width": 1280, "height": 800}
MOST_KB = 150
"""A picture that is larger does not belong into a repository. The largest had 56 kB when the limit was set."""
_SHOWN_ITEM = "moth-and-lanterns"
_COMMAND = [sys.executable, "-c", "import sys, pytest_cookie.cli as cli; sys.exit(cli.main(sys.argv[1:]))"]
_TERMINAL = """<style>body {{ margin: 0; background: #14161c; color: #d8dce4; }}
pre {{ font: 15px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; padding: 24px; margin: 0; }}</style>
<pre>{}</pre>"""


def main(arguments: list[str]) -> int:
    """Take the pictures. Returns 2 for wrong arguments, 1 if a picture is too large."""
    if len(arguments) != 1 or not (Path(arguments[0]) / "index.html").is_file():
        sys.stderr.write("usage: python -m tools.pictures RUN, where RUN has a report\n")
        return 2
    run = Path(arguments[0]).resolve()
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as work:
        browser = playwright.chromium.launch(executable_path=str(_chromium()))
        _take(_open(browser, (run / "index.html").as_uri()), "report")
        item = next(run.glob(f"items/{_SHOWN_ITEM}/*flawed*/*/1/index.html"))
        _take(_open(browser, item.as_uri()), "item")
        compared = Path(work) / "compared"
        _run("compare", run, "--html", compared)
        _take(_open(browser, (compared / "index.html").as_uri()), "comparison")
        with _study(run) as address:
            page = _open(browser, address)
            page.fill("#name", "Ana")
            page.keyboard.press("Enter")
            page.wait_for_selector(".task")
            _take(page, "rating")
        shown = f"$ pytest-cookie report reports/{run.name}\n\n{_run('report', run)}"
        page = _open(browser, "about:blank")  # the others refuse foreign HTML
        page.set_content(_TERMINAL.format(html.escape(shown.replace(str(run), f"reports/{run.name}"))))
        _take(page, "terminal", whole=True)
        browser.close()
    return _report_sizes()


def _open(browser: Browser, address: str) -> Page:
    page = browser.new_page(viewport=SIZE, color_scheme="light", device_scale_factor=1)
    page.goto(address)
    return page


def _run(*arguments: object) -> str:
    """The output of a command of pytest-cookie."""
    command = [*_COMMAND, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@contextmanager
def _study(run: Path) -> Iterator[str]:
    """The address for raters of a study of two pages beside each other."""
    options = ["--form", "pairwise", "--no-practice", "--no-browser"]
    with subprocess.Popen([*_COMMAND, "annotate", str(run), *options], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().split()[1]
        process.terminate()


def _chromium() -> Path:
    if found := find_chromium():
        return found.path
    raise SystemExit("there is no Chromium: run pytest-cookie browser --install")


def _take(page: Page, name: str, *, whole: bool = False) -> None:
    page.wait_for_timeout(1000)  # charts are drawn after loading, and the pages of a study are in frames
    shot = page.locator("pre").screenshot() if whole else page.screenshot()
    with Image.open(io.BytesIO(shot)) as picture:
        small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
        small.save(FOLDER / f"{name}.png", optimize=True)


def _report_sizes() -> int:
    """Print the sizes; 1 if one is too large."""
    sizes = {path.name: path.stat().st_size / 1000 for path in sorted(FOLDER.glob("*.png"))}
    sys.stdout.writelines(f"{kb:6.0f} kB  {name}\n" for name, kb in sizes.items())
    return int(max(sizes.values()) > MOST_KB)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
