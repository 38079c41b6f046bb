"""Shared by browser tests: one Chromium per pytest session, and pages served at the fixed origin through a proxy."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, sync_playwright

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.process.chromium import INSTALL_HINT, find_chromium
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.checks.registry import make_watches
from pytest_cookie.core.action import Press
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.trace import Trace
from pytest_cookie.exploration.agent_protocol import Agent
from pytest_cookie.exploration.loop import Budget, Exploration
from pytest_cookie.exploration.recorder import Recorder
from tests.browser.ear import Ear
from tests.unit.exploration.pages import case

Files = dict[str, tuple[str, bytes]]
SessionOf = Callable[..., Session]
_BUDGET = Budget(max_steps=60, max_seconds=120)


class Gateway(ThreadingHTTPServer):
    """An HTTP proxy that serves one origin, and other origins' files that `files` lists under a whole address.

    `files` maps a path to its type and content; `asked` lists the requested addresses, `headers` what they came with.
    """

    daemon_threads = True

    def __init__(self, files: Files) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files = files
        self.asked: list[str] = []
        self.headers: list[tuple[str, dict[str, str]]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Gateway
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.server.headers.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        url = urlsplit(self.path)
        if self.path in self.server.files:
            self._answer(200, *self.server.files[self.path], {})
        elif f"{url.scheme}://{url.netloc}" != ORIGIN:
            self._answer(403, "text/html", b"blocked", {"X-Cookie-Blocked": "1"})
        elif url.path in self.server.files:
            self._answer(200, *self.server.files[url.path], {})
        elif url.path == "/favicon.ico":
            self._answer(200, "image/svg+xml", b'<svg xmlns="http://www.w3.org/2000/svg"/>', {})
        else:
            self._answer(404, "text/plain", b"not found", {})

    def do_CONNECT(self) -> None:
        self.server.asked.append(self.path)
        self._answer(403, "text/plain", b"blocked", {"X-Cookie-Blocked": "1"})

    def _answer(self, status: int, kind: str, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test's output clean."""


@pytest.fixture(scope="session")
def browser_host() -> Iterator[BrowserHost]:
    """One Chromium for all browser tests of this worker."""
    host = BrowserHost()
    yield host
    host.close()


@pytest.fixture(scope="session")
def stepped_clock(browser_host: BrowserHost) -> None:
    """Skips a test that needs virtual time, which only the headless shell has."""
    if browser_host.clock != "stepped":
        pytest.skip("no headless shell of Chromium was found")


@contextmanager
def serve(html: str, files: dict[str, str | tuple[str, bytes]] | None = None) -> Iterator[Gateway]:
    """Serve `html` at the fixed origin's root, and other `files` (path to text or (type, bytes)) beside it."""
    pages: Files = {"/": ("text/html; charset=utf-8", html.encode())}
    for path, content in (files or {}).items():
        pages[path] = ("text/html; charset=utf-8", content.encode()) if isinstance(content, str) else content
    with Gateway(pages) as gateway:
        threading.Thread(target=gateway.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        try:
            yield gateway
        finally:
            gateway.shutdown()


@pytest.fixture
def gateway_of() -> Iterator[Callable[..., Gateway]]:
    """Serves pages until the test ends; see `serve`."""
    with ExitStack() as stack:
        yield lambda html, files=None: stack.enter_context(serve(html, files))


@pytest.fixture
def session_of(browser_host: BrowserHost, gateway_of: Callable[..., Gateway]) -> Iterator[SessionOf]:
    """Opens a session and loads a page in it: `session_of(html, files={"/other.html": "…"})`.

    Keyword arguments beside `files` are `SessionSettings`; with `load=False` the test loads the page itself.
    """
    with ExitStack() as stack:

        def make(html: str, *, files: dict | None = None, load: bool = True, **settings) -> Session:
            gateway = gateway_of(html, files)
            session = stack.enter_context(browser_host.open_session(SessionSettings(gateway.address, **settings)))
            if load:
                outcome = session.load(f"{ORIGIN}/")
                assert outcome.loaded, outcome.problem
            return session

        yield make


@pytest.fixture
def walk(session_of: SessionOf, tmp_path: Path) -> Callable[..., Trace]:
    """Lets an agent use a page and returns the trace: `walk(html, make_crawler(), files=…, domain="games")`.

    The recording is in `tmp_path / "walk"`. Other keyword arguments are fields of the case.
    """

    def run(html: str, agent: Agent, *, budget: Budget = _BUDGET, files: dict | None = None, **labels) -> Trace:
        session = session_of(html, files=files)
        with Recorder(tmp_path / "walk") as recorder:
            return Exploration(
                session=session,
                agent=agent,
                case=case(**labels),
                budget=budget,
                recorder=recorder,
                watches=make_watches(),
            ).run()

    return run


@pytest.fixture
def ear_of(session_of: SessionOf, browser_host: BrowserHost) -> Callable[..., Ear]:
    """Listens to a page on which a key was pressed, which allows it to play sound. Arguments as for `session_of`."""
    if browser_host.clock != "stepped":
        pytest.skip("no headless shell")

    def listen(html: str, **rest: object) -> Ear:
        session = session_of(html, **rest)
        session.act(Press(value="Shift"))
        return Ear(session)

    return listen


@pytest.fixture(scope="module")
def show(browser_host: BrowserHost) -> Iterator[Callable[[str], Session]]:
    """Replaces the document of the module's session with each call: for pages without scripts."""

    def fill(html: str) -> Session:
        session.evaluate("(html) => { document.documentElement.innerHTML = html; scrollTo(0, 0); return null; }", html)
        return session

    page = "<!doctype html><title>t</title>"
    with serve(page) as gateway, browser_host.open_session(SessionSettings(gateway.address)) as session:
        assert session.load(f"{ORIGIN}/").loaded
        yield fill


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for our own pages, such as reports."""
    found = find_chromium()
    assert found is not None, INSTALL_HINT
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.path, args=["--no-sandbox"])
        yield browser
        browser.close()
