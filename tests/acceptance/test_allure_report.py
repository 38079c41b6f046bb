"""The report that Allure 3 makes of two runs, read in a browser: labels, steps, film, history."""

import http.server
import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from pytest_cookie.browser.process.chromium import INSTALL_HINT, find_chromium
from tests.acceptance.conftest import Project

ALLURE = "allure@3"


@pytest.fixture
def allure(tmp_path: Path) -> Path:
    """The command of Allure 3, fetched from npm's registry."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not here, which Allure 3 comes from")
    folder = tmp_path / "npm"
    folder.mkdir()
    (folder / "package.json").write_text("{}")  # without it npm installs into a folder above that has one
    options = ("--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=20000")
    try:
        subprocess.run([npm, "install", *options, ALLURE], cwd=folder, check=True, capture_output=True, timeout=240)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"npm cannot install {ALLURE} here: {error}")
    return folder / "node_modules/.bin/allure"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Print no requests."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """`tmp_path/report` at an address: Allure's report does not open from disk."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path / "report")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def reader() -> Iterator[Page]:
    found = find_chromium()
    assert found is not None, INSTALL_HINT
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.path, args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


@pytest.mark.slow
def test_allure_shows_labels_steps_film_and_history(
    project: Project, allure: Path, served: str, reader: Page, tmp_path: Path
):
    (project.path / "pyproject.toml").write_text("[tool.pytest-cookie]\nmax_steps = 4\n")
    project.page("blank.html", "<!doctype html><html lang=en><title>t</title><script>const broken = ;</script></html>")
    project.case("blank-page", "blank.html")
    settings = {"output": str(tmp_path / "report"), "historyPath": str(tmp_path / "history.jsonl")}
    rc = tmp_path / "allurerc.mjs"
    rc.write_text(f"export default {json.dumps(settings)[:-1]}, plugins: {{awesome: {{options: {{}}}}}} }};")
    for number in ("1", "2"):
        results = project.path / f"allure-{number}"
        project.run(f"--alluredir={results}", run=f"run-{number}")
        shutil.rmtree(tmp_path / "report", ignore_errors=True)
        subprocess.run([allure, "generate", "--config", rc, results], check=True, timeout=120, capture_output=True)

    reader.goto(served)
    reader.get_by_text("blank-page · ready").first.click()
    reader.get_by_text("Product errors").first.wait_for()
    text = reader.locator("body").inner_text()
    for words in ("Formula Calculator", "Static web pages", "The page is blank", "0 look", "film", "video/mp4"):
        assert words in text
    reader.get_by_text("film", exact=True).first.click()
    film = reader.locator("video").first
    film.wait_for()
    reader.wait_for_function("() => document.querySelector('video').readyState > 0")
    reader.reload()
    reader.get_by_text("History").first.click()
    assert "History\n1" in reader.locator("body").inner_text()
