"""How a document arrives, or why it does not; and that a session stays usable whatever it was sent to."""

import socket
import threading
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pytest_cookie.browser.clock import load_gate as gate
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.action import Back, Click, Forward
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.deployment.applications.app_gateway import AppGateway
from tests.slow_application import OK, SlowApplication

ENDLESS = "<h1>Before</h1><script>while (true) {}</script>"


def test_a_page_arrives_with_its_status_and_what_it_did(session_of):
    session = session_of("<title>Hi</title><script>console.warn('careful')</script>", load=False)
    outcome = session.load(f"{ORIGIN}/")
    assert (outcome.loaded, outcome.status, outcome.problem) == (True, 200, "")
    assert [(line.level, line.text) for line in outcome.happenings.console] == [("warning", "careful")]
    assert outcome.happenings.navigations == (f"{ORIGIN}/",)
    assert session.drain().console == ()


def test_a_missing_page_is_not_loaded(session_of):
    outcome = session_of("", load=False).load(f"{ORIGIN}/none.html")
    assert (outcome.loaded, outcome.status, outcome.problem) == (False, 404, "the server answered 404")
    assert outcome.happenings.failed_requests[0].reason == "HTTP 404"


@pytest.mark.parametrize(
    ("kind", "problem"), [("application/pdf", ""), ("application/zip", "download"), ("text/plain", "text/plain")]
)
def test_what_is_no_page_is_not_loaded(session_of, kind, problem):
    files = {"/file": (kind, b"%PDF-1.4\n%%EOF")}
    outcome = session_of("", load=False, files=files).load(f"{ORIGIN}/file")
    assert not outcome.loaded
    assert problem in outcome.problem
    assert "not an HTML page" in outcome.problem


@pytest.mark.long
def test_a_document_that_breaks_off_is_not_waited_for(browser_host, monkeypatch: pytest.MonkeyPatch):
    """Only Chromium decides that such a document gets no `load` event."""
    monkeypatch.setattr("pytest_cookie.browser.session._LOAD_SECONDS", 600)
    head = OK + b"Content-Type: text/html\r\nContent-Length: 10000\r\n\r\n<h1>Half"
    with (
        closing(AppGateway(SlowApplication(head, b"<p>", 0, times=3), lambda line: None, None)) as gateway,
        browser_host.open_session(SessionSettings(gateway.address)) as session,
    ):
        outcome = session.load(f"{ORIGIN}/")
        assert (outcome.loaded, outcome.problem) == (False, "the document did not arrive completely")
        assert "its answer broke off" in gateway.logs[0]


def test_an_endless_script_is_ended_and_the_next_session_works(session_of, monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.session._LOAD_SECONDS", 1.0)
    session = session_of(ENDLESS, load=False)
    outcome = session.load(f"{ORIGIN}/")
    assert not outcome.loaded
    assert "did not answer" in outcome.problem
    assert "without yielding" in outcome.happenings.page_errors[0].message
    assert session_of("<h1>Next</h1>").observe().inventory.headings[0].text == "Next"


def test_the_page_reaches_no_other_server_on_this_machine(session_of):
    reached: list[str] = []

    class Secret(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            reached.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Keep the test's output clean."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Secret) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        session = session_of("<h1>Curious</h1>")
        hosts = [f"{name}:{server.server_port}" for name in ("127.0.0.1", "localhost", "[::1]")]
        fetches = "hosts => Promise.all(hosts.map(h => fetch('http://' + h, {mode: 'no-cors'}).catch(() => null)))"
        session.evaluate(f"async (hosts) => void await ({fetches})(hosts)", hosts)
        requests = session.drain().failed_requests
        server.shutdown()
    assert reached == []
    assert len(requests) == 3
    assert all(request.blocked for request in requests)


GATHER = """(port) => {
  peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
  peer.createDataChannel('x');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer)).then(() => { document.title = 'gathers' });
}"""


def test_no_datagram_passes_the_gateway(session_of):
    session = session_of("<h1>Calling</h1>")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.setblocking(False)
        session.evaluate(GATHER, listener.getsockname()[1])
        while session.evaluate("() => document.title") != "gathers":
            session.wait(50)
        time.sleep(1)  # more time could only let more arrive
        with pytest.raises(BlockingIOError):
            listener.recv(100)


def test_a_link_to_a_foreign_site_is_noted_and_left_again(session_of):
    session = session_of("<a href='http://example.com/away'>Away</a>")
    assert session.act(Click(selector="a")).done
    session.settle(2000)
    assert session.observe().url == "http://example.com/away"
    happenings = session.drain(3)
    assert happenings.navigations == ("http://example.com/away",)
    request = happenings.failed_requests[0]
    assert (request.url, request.blocked, request.step) == ("http://example.com/away", True, 3)
    assert session.act(Back()).done
    assert session.observe().url == f"{ORIGIN}/"


def test_back_never_leads_before_the_first_page(session_of):
    session = session_of("<h1>Start</h1>")
    outcome = session.act(Back())
    assert (outcome.done, outcome.problem) == (False, "there is no page to go back to")
    assert session.observe().inventory.headings[0].text == "Start"


def test_settings_are_what_the_page_sees(browser_host, gateway_of):
    gateway = gateway_of("<h1>Where</h1>")
    seen = []
    for _ in range(2):
        settings = SessionSettings(gateway.address, locale="de-DE", timezone="Asia/Tokyo", seed=7)
        with browser_host.open_session(settings) as session:
            session.load(f"{ORIGIN}/")
            seen.append(
                session.evaluate(
                    "() => [navigator.language, new Date(0).getHours(), devicePixelRatio, innerWidth, innerHeight,"
                    " isSecureContext, Math.random(), Math.random()]"
                )
            )
    assert seen[0] == seen[1]
    assert seen[0][:6] == ["de-DE", 9, 1, 1280, 720, True]
    assert seen[0][6] != seen[0][7]


TELL = "<script>parent.postMessage(Date.now(), '*')</script>"
FRAMED = f"""<!doctype html><title>Framed</title>
<script>began = [Date.now()]; onmessage = (event) => began.push(event.data)</script>
<iframe src="/in.html"></iframe><iframe sandbox="allow-scripts" srcdoc="{TELL}"></iframe>
<p style="height: 9000px"></p><iframe loading="lazy" src="/in.html"></iframe>"""


def test_frames_begin_at_the_moment_at_which_the_page_begins(session_of):
    for _ in range(3):
        session = session_of(FRAMED, files={"/in.html": ("text/html", TELL.encode())})
        page, *frames = session.evaluate("() => began")
        assert frames == [page, page]


def test_a_page_that_waits_for_a_script_is_let_in_when_it_is_there(session_of, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gate, "_LOAD_SECONDS", 1_000.0)
    session = session_of(
        "<script src='/first.js'></script><script>later = first + 1</script><p>here",
        files={"/first.js": ("text/javascript", b"first = 41")},
    )
    assert session.evaluate("() => later") == 42
    assert session.notes == ()


ROUTED = """<button onclick="history.pushState(null, '', '?dish=soup'); h.textContent = 'Soup'">Soup</button>
<h1 id="h">All</h1><script>addEventListener('popstate', () => { h.textContent = 'All' })</script>"""


def test_an_address_that_the_document_made_is_left_without_a_wait_for_a_load(session_of):
    """Only a browser tells whether a step back stays in the document."""
    session = session_of(ROUTED)
    assert session.act(Click(selector="button")).done
    before = session.evaluate("() => performance.now()")
    assert session.act(Back()).done
    assert session.evaluate("() => h.textContent").strip() == "All"
    assert session.act(Forward()).done
    assert session.observe().url == f"{ORIGIN}/?dish=soup"
    assert session.evaluate("() => performance.now()") - before < 3000  # page time; a load has 6 s to come
    assert session.act(Forward()).problem == "there is no page to go forward to"
