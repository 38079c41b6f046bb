"""References are recorded from a page, and rebuilt pages are used as the reference was."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.cli import main
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.interaction2code.case_fields import InteractionFields
from pytest_cookie.protocols.interaction2code.explorer import attempt_interaction, copy_reference, window_of
from pytest_cookie.protocols.interaction2code.failures.kinds import KINDS
from pytest_cookie.protocols.interaction2code.judge_interaction import judge_interaction
from pytest_cookie.protocols.interaction2code.options import Options
from pytest_cookie.protocols.interaction2code.recording.open_page import serve_page
from pytest_cookie.protocols.interaction2code.recording.record_page import record_page
from pytest_cookie.protocols.interaction2code.recording.write_case import (
    describe_case,
    propose,
    write_attachments,
    write_case_file,
)

PAGE = """<!doctype html><html lang="en"><title>Stamps</title>
<style>body { font: 16px sans-serif; margin: 20px }</style>
<h1>Stamps</h1><img src="https://example.org/stamp.png" width="80" height="40" alt="A stamp">
<p><button id="interact1">Add</button> <span id="n">1 stamp</span> <a href="https://example.org">Elsewhere</a></p>
<p><label for="interact2">Album</label> <select id="interact2"><option>Birds</option><option>Ships</option></select></p>
<p id="album">Herons of the north</p><p><button>Does nothing</button></p>
<script>
let n = 1;
interact1.onclick = () => { n += 1; document.querySelector("#n").textContent = `${n} stamps`; };
interact2.onchange = () => { album.textContent = ["Herons of the north", "Steamers"][interact2.selectedIndex]; };
</script></html>"""
WINDOW = (600, 400)


@pytest.fixture(scope="module")
def recorded(browser_host: BrowserHost, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page's case."""
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "page.html").write_text(PAGE)
    with serve_page(folder / "page.html", browser_host, WINDOW) as (open_session, url, _):
        recording = record_page(open_session, url)
    chosen = propose(recording)
    write_attachments(recording, chosen, folder / "stamps")
    write_case_file(describe_case(recording, chosen, "stamps", WINDOW), "stamps", "Stamps", folder / "stamps.yaml")
    return folder


def test_the_recorder_proposes_what_changes_the_page(recorded: Path):
    (case,) = load_cases(recorded / "stamps.yaml", extra=InteractionFields)
    fields = InteractionFields.model_validate(case.fields)
    add, album = fields.interactions
    assert (add.action, add.tags, add.visual) == ("click", ("button",), ("text",))
    assert (album.action, album.value, album.tags) == ("select", "Ships", ("option", "select"))
    assert add.element_box is not None
    assert [screen.id for screen in fields.screens] == ["0", "1", "2"]


@contextmanager
def server(pages: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """The address of a server, and the paths that it was asked for. Any browser may read its answers."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            body = pages.get(self.path, "").encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html" if "html" in self.path else "text/plain")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *given: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = Thread(target=running.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_port}", asked
        finally:
            running.shutdown()
            thread.join()


def test_the_page_of_a_server_is_recorded_and_reaches_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    with ExitStack() as stack:
        other, asked_other = stack.enter_context(server({"/number": "9"}))
        fetches = f"""n = await (await fetch("{other}/number").catch(() => fetch("/number"))).text();"""
        page = PAGE.replace("interact1.onclick = () => { n += 1;", f"interact1.onclick = async () => {{ {fetches}")
        address, asked = stack.enter_context(server({"/stamps.html?of=birds": page, "/number": "7"}))
        assert main(["dataset", "record", f"{address}/stamps.html?of=birds", "--window", "600x400"]) == 0
    assert "Add" in capsys.readouterr().out
    (case,) = load_cases(tmp_path / "recorded/stamps.yaml", extra=InteractionFields)
    assert [one.action for one in InteractionFields.model_validate(case.fields).interactions] == ["click", "select"]
    assert "7 stamps" in (tmp_path / "recorded/stamps/elements.json").read_text()
    assert {"/stamps.html?of=birds", "/number"} <= set(asked)
    assert asked_other == []


@pytest.mark.long
def test_rebuilt_pages_are_used_as_the_reference_was(recorded: Path, browser_host: BrowserHost, tmp_path: Path):
    (case,) = load_cases(recorded / "stamps.yaml", extra=InteractionFields)
    fields = InteractionFields.model_validate(case.fields)
    buttons = '<button id="interact2" onclick="album.textContent=\'Steamers\'">Album</button>'
    start, end = PAGE.index("<select"), PAGE.index("</select>") + len("</select>")
    pages = {
        "same": PAGE,
        "without ids": PAGE.replace(' id="interact1"', ' id="other"').replace("interact1.onclick", "other.onclick"),
        "a button in place of the list": PAGE[:start] + buttons + PAGE[end:].replace("interact2.onchange", "n.x"),
        "gone": "<!doctype html><title>Stamps</title><h1>Stamps</h1>",
    }
    found = {name: use(browser_host, case, fields, page, tmp_path / name) for name, page in pages.items()}
    assert [result.failures for result in found["same"]] == [(), ()]
    assert all(result.compared.metrics["part_ssim"] == pytest.approx(1) for result in found["same"])
    assert [result.failures for result in found["without ids"]] == [(), ()]
    assert [failure.kind for failure in found["a button in place of the list"][1].failures] == ["wrong-element-type"]
    assert [failure.kind for result in found["gone"] for failure in result.failures] == ["element-missing"] * 2


def use(host: BrowserHost, case, fields: InteractionFields, page: str, folder: Path):
    """The results of both interactions on a page."""
    reference = copy_reference(case, fields, folder)
    (folder / "index.html").write_text(page)
    with serve_page(folder / "index.html", host, WINDOW) as (_, url, gateway):
        settings = SessionSettings(gateway=gateway, viewport=window_of(reference))
        attempts = [attempt_interaction(host, settings, reference, number, url, folder) for number in (1, 2)]
    return [judge_interaction(reference, attempt, folder, Options(), None) for attempt in attempts]


@pytest.mark.slow
def test_seeded_failures_are_named(browser_host: BrowserHost):
    """On eight pages, each of the ten failures once, and every interaction of the faithful rebuild."""
    from tools.interaction2code.confusion import describe, name_failures
    from tools.interaction2code.seeded import seeded_pages

    named = [name_failures(browser_host, page) for page in seeded_pages()]
    seeded = [item for item in named if item.page.failure]
    table = "\n".join(describe(named))
    assert len(seeded) == 8 * len(KINDS)
    assert sum(one.name == one.page.failure for one in seeded) >= 64, table
    assert [one.page for one in named if not one.page.failure and one.failures] == [], table
