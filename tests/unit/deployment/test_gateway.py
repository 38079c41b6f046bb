import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.deployment.gateway import Gateway
from pytest_cookie.deployment.site import StaticSite
from pytest_cookie.deployment.static import StaticDeployer


@pytest.fixture
def gateway(tmp_path: Path) -> Iterator[Gateway]:
    (tmp_path / "index.html").write_text("<h1>Hello</h1>")
    (tmp_path / "tone.wav").write_bytes(bytes(range(100)))
    gateway = Gateway(StaticSite(root=tmp_path, entry="index.html"))
    yield gateway
    gateway.close()


def ask(gateway: Gateway, url: str, method: str = "GET", **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", gateway.server_address[1], timeout=5)
    try:
        connection.request(method, url, headers=headers)
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def test_serves_the_origin_to_a_proxy_client(gateway: Gateway):
    response, body = ask(gateway, f"{ORIGIN}/")
    assert (response.status, body) == (200, b"<h1>Hello</h1>")
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "http://127.0.0.1:1/",
        "http://artifact.localhost.example.org/",
        "http://user@artifact.localhost/",
        "http://artifact.localhost:8080/",
        "/",
    ],
)
def test_refuses_every_other_address(gateway: Gateway, url: str):
    response, _ = ask(gateway, url)
    assert response.status == 403
    assert response.headers["X-Cookie-Blocked"] == "1"
    assert any("refused" in line for line in gateway.logs)


def test_no_service_worker_is_served(gateway: Gateway):
    headers = {"Service-Worker": "script"}
    response, body = ask(gateway, f"{ORIGIN}/", **headers)
    assert (response.status, body) == (403, b"")
    assert any("service worker" in line for line in gateway.logs)


def test_refuses_tunnels(gateway: Gateway):
    response, _ = ask(gateway, "example.org:443", method="CONNECT")
    assert response.status == 403


def test_a_form_that_posts_is_told_that_nothing_takes_it(gateway: Gateway):
    response, _ = ask(gateway, f"{ORIGIN}/submit", method="POST")
    assert response.status == 405


def test_a_missing_favicon_is_no_error_but_a_missing_script_is(gateway: Gateway):
    assert ask(gateway, f"{ORIGIN}/favicon.ico")[0].status == 200
    assert ask(gateway, f"{ORIGIN}/app.js")[0].status == 404
    assert gateway.logs == ("GET /app.js: 404",)


@pytest.mark.parametrize(
    ("wanted", "status", "body"),
    [
        ("bytes=0-3", 206, bytes(range(4))),
        ("bytes=96-", 206, bytes(range(96, 100))),
        ("bytes=-2", 206, bytes([98, 99])),
        ("bytes=90-900", 206, bytes(range(90, 100))),
        ("bytes=200-", 200, bytes(range(100))),
        ("bytes=-", 200, bytes(range(100))),
        ("nonsense", 200, bytes(range(100))),
    ],
)
def test_media_can_seek(gateway: Gateway, wanted: str, status: int, body: bytes):
    response, got = ask(gateway, f"{ORIGIN}/tone.wav", Range=wanted)
    assert (response.status, got) == (status, body)


def artifact(entry: str | None) -> Artifact:
    return Artifact(key=ItemKey(case="c", model="m", mode="html"), files=(), entry=entry, digest="d")


@pytest.mark.parametrize(
    ("entry", "url"),
    [("index.html", f"{ORIGIN}/"), ("demo/a b.html", f"{ORIGIN}/demo/a%20b.html"), (None, f"{ORIGIN}/")],
)
def test_an_artifact_is_deployed_at_its_entry_and_then_gone(tmp_path: Path, entry: str | None, url: str):
    log = tmp_path / "deployment.log"
    with StaticDeployer().deploy(artifact(entry), tmp_path, built=tmp_path / "dist", log=log) as deployment:
        assert isinstance(deployment, Deployment)
        assert deployment.url == url
        port = int(deployment.gateway.rsplit(":", 1)[1])
    with pytest.raises(ConnectionRefusedError):
        http.client.HTTPConnection("127.0.0.1", port, timeout=2).request("GET", "/")
    assert log.read_text() == ""
