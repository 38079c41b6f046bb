"""A page reaches only its own origin, whatever it tries: no other port of this machine, no name server."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest

from pytest_cookie.browser.process import process_tree as processes
from pytest_cookie.core.action import Click
from pytest_cookie.core.deployment import ORIGIN

PAGE = """<!doctype html><html><head><title>Curious</title>
<link rel=preconnect href="http://HOST/"><link rel=preconnect href="http://preconnect.example/">
<link rel=dns-prefetch href="http://HOST/"><link rel=dns-prefetch href="//dnsprefetch.example/">
<link rel=prefetch href="http://HOST/prefetch"><link rel=prerender href="http://HOST/prerender">
<link rel=preload as=script href="http://HOST/preload.js"><link rel=modulepreload href="http://HOST/module.js">
<link rel=icon href="http://HOST/icon.png"><link rel=manifest href="http://HOST/manifest.json">
<link rel=stylesheet href="http://HOST/style.css">
<script type=speculationrules>{"prefetch": [{"source": "list", "urls": ["http://HOST/spec-prefetch"]}],
  "prerender": [{"source": "list", "urls": ["http://HOST/spec-prerender"]}]}</script>
<style>@import url("http://HOST/import.css");
@font-face { font-family: far; src: url("http://HOST/font.woff2") } h1 { font-family: far }
i { background: url("http://HOST/background.png") } ul { list-style-image: url("http://HOST/bullet.png") }</style>
</head><body><h1>Far letters</h1><i>picture</i><ul><li>one</ul>
<img src="http://HOST/image.png"><img src="https://HOST/secure.png"><video src="http://HOST/film.mp4"></video>
<object data="http://HOST/object"></object><embed src="http://HOST/embed">
<iframe src="http://HOST/frame"></iframe><iframe name=sink></iframe>
<form id=post method=post action="http://HOST/post" target=sink><input name=secret value=1></form>
<a id=ping ping="http://HOST/ping" href="#there">Ping</a>
<a id=popup target=_blank href="http://HOST/popup">Popup</a>
<script src="http://HOST/script.js"></script>
<script>
  post.submit();
  fetch("http://HOST/fetch", { mode: "no-cors" }).catch(() => 0);
  fetch("http://HOST/keepalive", { mode: "no-cors", method: "POST", body: "x", keepalive: true }).catch(() => 0);
  const request = new XMLHttpRequest(); request.open("GET", "http://HOST/xhr"); request.send();
  navigator.sendBeacon("http://HOST/beacon", "x");
  new WebSocket("ws://HOST/socket"); new WebSocket("wss://HOST/secure-socket");
  new EventSource("http://HOST/events");
  try { new Worker("http://HOST/worker.js") } catch { }
  new Worker(URL.createObjectURL(new Blob(['fetch("http://HOST/from-worker", {mode: "no-cors"}).catch(() => 0);'
    + 'try { importScripts("http://HOST/imported.js") } catch { }'])));
  navigator.serviceWorker?.register("/sw.js").catch(() => 0);
  import("http://HOST/dynamic.js").catch(() => 0);
  try { new WebTransport("https://HOST/transport").ready.catch(() => 0) } catch { }
  const peer = new RTCPeerConnection({ iceServers: [{ urls: ["stun:UDP", "stun:stun.example:3478"] },
    { urls: ["turn:UDP?transport=udp", "turn:HOST?transport=tcp"], username: "a", credential: "b" }] });
  peer.createDataChannel("x");
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
</script></body></html>"""

RECORDED = {
    "prefetch", "preload.js", "style.css", "import.css", "font.woff2", "background.png", "bullet.png", "image.png",
    "secure.png", "film.mp4", "frame", "post", "script.js", "fetch", "keepalive", "xhr", "beacon", "socket",
    "secure-socket", "events", "from-worker", "dynamic.js", "ping", "popup",
}  # fmt: skip

MDNS_PORT = 5353


class Listener:
    """Every TCP connection and datagram that comes to two ports of this machine."""

    def __init__(self, tcp: socket.socket, udp: socket.socket) -> None:
        self.host = f"127.0.0.1:{tcp.getsockname()[1]}"
        self.udp = f"127.0.0.1:{udp.getsockname()[1]}"
        self._tcp, self._udp = tcp, udp

    def heard(self) -> list[str]:
        heard = []
        for name, hear in (("connection", self._tcp.accept), ("datagram", lambda: self._udp.recv(100))):
            try:
                hear()
                heard.append(name)
            except BlockingIOError:
                continue
        return heard


@pytest.fixture
def listener() -> Iterator[Listener]:
    with socket.socket() as tcp, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        for item in (tcp, udp):
            item.bind(("127.0.0.1", 0))
            item.setblocking(False)
        tcp.listen(50)
        yield Listener(tcp, udp)


@contextmanager
def peers_of(session) -> Iterator[set[str]]:
    """Everybody whom the browser's processes have a socket to, and the neighbours where names are announced to them."""
    peers: set[str] = set()
    over = threading.Event()

    def look() -> None:
        while not over.wait(0.05):
            for process in processes.tree(session._process._pids):
                try:
                    inet = process.net_connections("inet")
                except psutil.Error:
                    continue
                peers.update(f"{item.raddr.ip}:{item.raddr.port}" for item in inet if item.raddr)
                peers.update("neighbours, by multicast" for one in inet if one.laddr and one.laddr.port == MDNS_PORT)

    watch = threading.Thread(target=look, daemon=True)
    watch.start()
    yield peers
    over.set()
    watch.join()


@pytest.mark.long
def test_a_page_reaches_nobody_and_every_try_is_recorded(session_of, listener):
    page = PAGE.replace("HOST", listener.host).replace("UDP", listener.udp)
    session = session_of(page, load=False, files={"/sw.js": ("text/javascript", b"fetch('http://x.example/')")})
    with peers_of(session) as peers:
        failed = list(session.load(f"{ORIGIN}/").happenings.failed_requests)
        for name in ("ping", "popup"):
            assert session.act(Click(selector=f"#{name}")).done
            session.settle()
        session.wait(3_000)
        failed += session.drain().failed_requests
    assert listener.heard() == []
    assert len(peers) == 1, peers  # the gateway
    blocked = {request.url.rsplit("/", 1)[1] for request in failed if request.blocked}
    assert blocked >= RECORDED, RECORDED - blocked
