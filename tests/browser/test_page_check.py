"""One page from file to findings, by the command and from Python. Needs the whole pipeline, so a real browser."""

import asyncio
import doctest
import json
import socket
import sys
from pathlib import Path

import pytest

from pytest_cookie import Checker
from pytest_cookie.cli import main
from pytest_cookie.page_check import checker, face
from pytest_cookie.page_check.rewards import rewarder

PAGE = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Notes</title>
<h1>Notes</h1>
<label for="note">Note</label> <input id="note">
<button id="add">Add</button>
<button id="dead">Print all notes</button>
<ul id="list"></ul>
<script>
  document.getElementById('add').onclick = () => {
    const item = document.createElement('li')
    item.textContent = document.getElementById('note').value || 'Empty note'
    document.getElementById('list').append(item)
  }
</script>"""

SAYS_WHERE = """document.querySelector('h1').textContent +=
  ` of ${localStorage.who} at ${innerWidth} with ${navigator.maxTouchPoints}`"""

TINY = "<!doctype html><html lang='en'><title>Hello</title><h1>Hello</h1><p>A page without controls.</p>"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.html").write_text(PAGE, "utf-8")
    return Path("notes.html")


def test_the_command_finds_the_dead_button_and_its_line(page: Path, capsys: pytest.CaptureFixture[str]):
    brief = "A page for notes: add a note to a list, print all notes."
    command = ["check", str(page), "--brief", brief, "--effort", "quick", "--format", "json", "--fail-on", "major"]
    assert main(command) == 1
    printed = capsys.readouterr()
    (checked,) = json.loads(printed.out)["pages"]
    (dead,) = [placed for placed in checked["findings"] if placed["finding"]["kind"] == "dead-control"]
    assert (dead["file"], dead["line"]) == ("notes.html", 5)
    assert Path(dead["picture"]).is_file()
    assert (Path(checked["run"]) / "index.html").is_file()
    assert "--fail-on: " in printed.err
    assert main(["check", "missing.html"]) == 2
    assert "missing.html: no such page" in capsys.readouterr().err


def test_a_checker_serves_a_running_event_loop_and_several_tasks(page: Path):
    async def check_all() -> list[float | None]:
        page.write_text(TINY, "utf-8")
        with Checker(effort="quick") as shared:
            found = await asyncio.gather(shared.acheck(page), shared.acheck(TINY))
            assert all(one.evidence.is_dir() for one in found)
            return [one.scores["total"] for one in found]

    first, second = asyncio.run(check_all())
    assert first == second


def test_a_page_that_a_command_serves(page: Path, capsys: pytest.CaptureFixture[str]):
    """It reaches its own server, by the address that the user knows, and nothing else; with a login, on a phone."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    page.rename("index.html")
    Path("app.js").write_text(SAYS_WHERE, "utf-8")
    Path("index.html").write_text(PAGE + '<script src="app.js"></script>', "utf-8")
    serve = f"{sys.executable} -m http.server --bind 127.0.0.1 {port}"
    state = {"origins": [{"origin": f"http://127.0.0.1:{port}", "localStorage": [{"name": "who", "value": "Ada"}]}]}
    Path("state.json").write_text(json.dumps(state), "utf-8")
    command = ["check", f"http://127.0.0.1:{port}/", "--start", serve, "--effort", "quick", "--format", "json"]
    assert main([*command, "--device", "phone", "--storage", "state.json"]) == 0
    (checked,) = json.loads(capsys.readouterr().out)["pages"]
    evidence = next(Path(checked["run"]).glob("items/*/*/*/*/evidence/evidence.json")).read_text("utf-8")
    assert "Notes of Ada at 1280 with 0" in evidence, "the page at rest"
    assert "Notes of Ada at 375 with 1" in evidence, "the page in use"
    assert any(placed["finding"]["kind"] == "dead-control" for placed in checked["findings"])


def test_the_examples_of_the_docstrings_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for module in (checker, face, rewarder):
        result = doctest.testmod(module)
        assert (result.failed, result.attempted > 0) == (0, True)
