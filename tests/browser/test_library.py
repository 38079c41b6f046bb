"""Pages that load from content delivery networks, with a small library that the test makes and no network."""

import base64
import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import LibraryAnswer
from pytest_cookie.deployment.gateway import Gateway
from pytest_cookie.deployment.site import StaticSite
from tests.fake_library import fake_library

PAGE = """<!doctype html><title>Libraries</title>
<link rel="stylesheet" href="https://cdn.jsdelivr.net/npm/tiny@2/dist/tiny.css">
<script src="https://unpkg.com/tiny@1.2.0/index.js" integrity="{right}" crossorigin></script>
<script>first = tiny</script>
<script src="//unpkg.com/@scope/pack"></script>
<script src="https://cdn.jsdelivr.net/npm/tiny@2.4.1/index.js" integrity="{wrong}" crossorigin></script>
<script src="https://unpkg.com/absent@1" onerror="absent = 'was refused'"></script>
<script src="https://unpkg.com/tiny@2.4.1/none.js" onerror="none = 'is nowhere'"></script>
<script src="https://example.org/evil.js" onerror="evil = 'was refused'"></script>
<script type="importmap">{{"imports": {{"tiny/": "https://cdn.jsdelivr.net/npm/tiny@2/"}}}}</script>
<script type="module">
  import {{ a }} from "tiny/esm/a.js";
  import {{ seen }} from "https://esm.sh/view?deps=tiny@1";
  import version from "https://esm.sh/tiny@1.9.0";
  const sheet = await fetch("https://unpkg.com/tiny@2/dist/tiny.css", {{ headers: {{ "X-Own": "1" }} }});
  Object.assign(window, {{ a, seen, version, sheet: await sheet.text() }});
</script>
<p>Here</p>"""
GLOBALS = "() => ({ first, pack, tiny, absent, none, evil, a, seen, version, sheet })"


def integrity(text: str) -> str:
    return f"sha384-{base64.b64encode(hashlib.sha384(text.encode()).digest()).decode()}"


@pytest.fixture
def opened(browser_host: BrowserHost, tmp_path: Path) -> Iterator[Callable[[str], Session]]:
    """A session that has loaded a page, with an installed library."""
    library = fake_library(tmp_path / "library")
    (tmp_path / "site").mkdir()
    with ExitStack() as stack:

        def make(html: str) -> Session:
            (tmp_path / "site" / "index.html").write_text(html)
            gateway = Gateway(StaticSite(tmp_path / "site", "index.html"), library=library)
            stack.callback(gateway.close)
            return stack.enter_context(browser_host.open_session(SessionSettings(gateway.address)))

        yield make


def test_a_page_gets_what_the_library_has_and_the_evidence_tells(opened: Callable[[str], Session]):
    session = opened(PAGE.format(right=integrity("globalThis.tiny = '1.9.0';"), wrong=integrity("other")))
    seen = session.load(f"{ORIGIN}/").happenings
    assert session.evaluate(GLOBALS) == {
        "first": "1.9.0", "pack": 3, "tiny": "1.9.0", "a": 42, "seen": "view of 1.9.0", "version": "1.9.0",
        "absent": "was refused", "none": "is nowhere", "evil": "was refused",
        "sheet": "body { background: rgb(1, 2, 3) }",
    }  # fmt: skip
    assert session.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(1, 2, 3)"
    assert session.notes == ()
    assert [
        (failed_request.url, failed_request.reason, failed_request.blocked) for failed_request in seen.failed_requests
    ] == [
        ("https://example.org/evil.js", "net::ERR_TUNNEL_CONNECTION_FAILED", True),
        ("https://unpkg.com/absent@1", "HTTP 403: absent is not in the library", True),
        ("https://unpkg.com/tiny@2.4.1/none.js", "HTTP 404", False),
    ]
    assert any("'integrity' attribute" in line.text and "tiny@2.4.1" in line.text for line in seen.console)
    asked = LibraryAnswer(
        url="https://unpkg.com/tiny@1.2.0/index.js", package="tiny", asked="1.2.0", given="1.9.0", file="index.js"
    )
    assert asked in seen.library_answers
    assert len(seen.library_answers) == len(set(seen.library_answers))


def test_two_sessions_of_it_are_the_same(opened: Callable[[str], Session]):
    html = PAGE.format(right=integrity("globalThis.tiny = '1.9.0';"), wrong=integrity("other"))

    def noted() -> tuple[object, ...]:
        session = opened(html)
        seen = session.load(f"{ORIGIN}/").happenings
        return session.page_ms, session.picture(), seen.library_answers, seen.failed_requests, seen.console

    assert noted() == noted()


def test_a_worker_gets_it_too(opened: Callable[[str], Session]):
    session = opened("""<!doctype html><script>
    const source = "importScripts('https://unpkg.com/tiny@1/index.js'); postMessage(tiny)";
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    worker.onmessage = ({ data }) => { heard = data };
    worker.onerror = ({ message }) => { heard = message };
    </script><p>Here</p>""")
    session.load(f"{ORIGIN}/")
    session.wait(500)
    assert session.evaluate("() => heard") == "1.9.0"
