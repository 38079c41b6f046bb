"""`python -m tools.pictures RUN`: pictures of the report, an item, and the terminal, for README and documentation.

RUN is a run of the samples, such as that of `make bench`. The pictures are written to `docs/pictures/`, with at most
256 colours, so that each is small enough for a repository.
"""

import html
import io
import subprocess
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from pytest_cookie.browser.process.chromium import find_chromium

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZE = {"width": 1280, "height": 800}
_SHOWN_ITEM = "moth-and-lanterns"
_TERMINAL = """<style>body {{ margin: 0; background: #14161c; color: #d8dce4; }}
pre {{ font: 15px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; padding: 24px; margin: 0; }}</style>
<pre>{}</pre>"""


def main(arguments: list[str]) -> int:
    """Take the pictures. Returns 2 for wrong arguments."""
    if len(arguments) != 1 or not (Path(arguments[0]) / "index.html").is_file():
        sys.stderr.write("usage: python -m tools.pictures RUN, where RUN has a report\n")
        return 2
    run = Path(arguments[0]).resolve()
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(_chromium()))
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport=SIZE, color_scheme=scheme, device_scale_factor=1)
            page.goto((run / "index.html").as_uri())
            _take(page, f"report-{scheme}")
        page.emulate_media(color_scheme="light")
        item = next(run.glob(f"items/{_SHOWN_ITEM}/*flawed*/*/1/index.html"))
        page.goto(item.as_uri())
        _take(page, "item")
        command = [sys.executable, "-c", "import sys, pytest_cookie.cli as cli; cli.main(sys.argv[1:])", "report", run]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        page.set_content(_TERMINAL.format(html.escape(f"$ pytest-cookie report reports/{run.name}\n\n{printed}")))
        _take(page, "terminal", whole=True)
        browser.close()
    return 0


def _chromium() -> Path:
    if found := find_chromium():
        return found.path
    raise SystemExit("there is no Chromium: run pytest-cookie browser --install")


def _take(page: Page, name: str, *, whole: bool = False) -> None:
    page.wait_for_timeout(500)  # charts are drawn after loading
    shot = page.locator("pre").screenshot() if whole else page.screenshot()
    with Image.open(io.BytesIO(shot)) as picture:
        small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
        small.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
