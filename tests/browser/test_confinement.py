"""No frame of an artifact in a reader's browser lasts, however it is made, and honest pages work as ever."""
# ruff: noqa: E501 - pages, not code

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from pytest_cookie.deployment.confinement import break_shadow_roots, read_confinement
from tests.browser.hostile.canary import Canary

CALL = (
    "const p = new RTCPeerConnection({iceServers: [{urls: `stun:CANARY_UDP`}]}); p.createDataChannel(`x`);"
    "p.createOffer().then(o => p.setLocalDescription(o))"
)
FRAME = f"<iframe srcdoc='<script>{CALL}</script>'></iframe>"
IN_ROOT = f"{FRAME}</template></div>"
PREFIXED = "const f = document.createElementNS('http://www.w3.org/1999/xhtml', 'x:iframe'); f.srcdoc = `<script>${call}<\\/script>`;"


def script(text: str) -> str:
    """A script that knows the texts of a frame and of the end of a shadow root with one."""
    texts = (("frame", FRAME), ("inRoot", IN_ROOT), ("call", CALL))
    quoted = ";".join(f'{name} = "{value}"'.replace("</script>", "<\\/script>") for name, value in texts)
    return f"<script>{quoted};{text}</script>"


WAYS = {
    "another prefix": script(f"{PREFIXED} document.body.append(f)"),
    "another prefix, and no pause": script(
        f"{PREFIXED} document.body.append(f); const end = Date.now() + 800; while (Date.now() < end);"
    ),
    "another prefix in a root": script(
        f"{PREFIXED} const h = document.createElement('p'); h.attachShadow({{mode: 'closed'}}).append(f); document.body.append(h)"
    ),
    "a cloned root": script(
        "const h = document.createElement('div'); h.attachShadow({mode: 'closed', clonable: true}).innerHTML = frame;"
        "document.body.append(h.cloneNode(true))"
    ),
    "a written root": script("document.write('<div><template shadow' + 'ROOTmode=closed>' + inRoot)"),
    "a root written in parts": script(
        "document.write('<div><template shadow'); document.write('roo'); document.writeln('tmode', '=closed>', inRoot)"
    ),
    "a root written later": script(
        "setTimeout(() => { document.write('<div><template shadow' + 'rootmode=closed>' + inRoot); document.close() }, 50)"
    ),
    "a root of written and other text": script("document.write('<div><template shadow')")
    + f"rootmode=closed>{IN_ROOT}",
    "a root written before other text": script(
        "document.write('<script src=\"data:,document.write(`<div><template shadow`)\"><\\/script>');"
        "document.write('rootmode=closed>' + inRoot)"
    ),
    "a root in a written script": script(
        "document.write('<script>document.write(`<div><template shadow`)<\\/script>' + 'rootmode=closed>' + inRoot)"
    ),
    "a changed prototype": script(
        "String.prototype.charCodeAt = () => 0; String.prototype.slice = () => inRoot; Array.prototype.map = () => [];"
        "document.write('<div><template shadow' + 'rootmode=closed>' + inRoot)"
    ),
    "unsafe text": script(
        "const d = document.createElement('div'); document.body.append(d);"
        "d.setHTMLUnsafe('<div><template shadow' + 'rootmode=closed>' + inRoot)"
    ),
    "a root in the page": f"<div><template ShadowRootMode=closed>{IN_ROOT}",
}


def opened(chromium: Browser, folder: Path, html: str, *, confined: bool) -> Page:
    """A page with `html` in a sandboxed frame, as readers have it."""
    text = f"<script>{read_confinement()}</script>{break_shadow_roots(html)}" if confined else html
    (folder / "page.html").write_text(f"<!doctype html><body>{text}")
    (folder / "index.html").write_text("<!doctype html><iframe sandbox=allow-scripts src=page.html></iframe>")
    page = chromium.new_page()
    page.goto((folder / "index.html").as_uri())
    return page


def test_no_frame_calls_anybody(chromium: Browser, tmp_path: Path, subtests: pytest.Subtests):
    with ExitStack() as stack:
        canaries = {way: stack.enter_context(Canary()) for way in WAYS}
        pages = {way: canary.named_in(WAYS[way]) for way, canary in canaries.items()}
        open_pages = [opened(chromium, tmp_path, html, confined=True) for html in pages.values()]
        open_pages[-1].wait_for_timeout(700)  # more time could only make more be heard
        for way, canary in canaries.items():
            with subtests.test(way=way):
                assert canary.heard() == []
        open_pages += [opened(chromium, tmp_path, html, confined=False) for html in pages.values()]
        silent = set(WAYS)
        for _ in range(100):
            silent -= {way for way in silent if canaries[way].heard()}
            if not silent:
                break
            open_pages[-1].wait_for_timeout(100)
        assert not silent, "the browser does not know these ways, so the silence is no proof"
        for page in open_pages:
            page.close()


def test_honest_pages_work(chromium: Browser, tmp_path: Path):
    html = """<script>
    document.write("<p id=w cla"); document.write("ss=a>Hel", "lo</p>"); document.writeln("<b>1</b>");
    const root = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "open", delegatesFocus: true });
    root.innerHTML = "<i>in a root</i>";
    let refusal = "";
    try { document.createElement("div").attachShadow() } catch (error) { refusal = error.name }
    self.found = [w.className, w.textContent, document.querySelector("b").textContent, document.querySelector("div").shadowRoot.textContent,
      root.delegatesFocus, refusal, typeof RTCPeerConnection, typeof webkitRTCPeerConnection];
    </script>"""
    page = opened(chromium, tmp_path, html, confined=True)
    found = page.frames[1].evaluate("found")
    assert found == ["a", "Hello", "1", "in a root", True, "TypeError", "undefined", "undefined"]
    page.close()
