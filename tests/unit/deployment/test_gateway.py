import http.client
import json
import socket
import ssl
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import pytest

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.cdn import BLOCKED_HEADER, ENDED_SERVICE, GIVEN_HEADER, PICTURE_HEADER
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.deployment.gateway import Gateway
from pytest_cookie.deployment.pictures.stand_ins import PlaceholderImages
from pytest_cookie.deployment.response_body import MAX_SERVED_BYTES
from pytest_cookie.deployment.site import StaticSite
from pytest_cookie.deployment.static import StaticDeployer
from tests.fake_library import fake_library


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
    assert json.loads(response.headers[BLOCKED_HEADER]) == "outside of the artifact"
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


@pytest.fixture
def stocked(tmp_path: Path) -> Iterator[Gateway]:
    (tmp_path / "index.html").write_text("<h1>Hello</h1>")
    gateway = Gateway(StaticSite(root=tmp_path, entry="index.html"), library=fake_library(tmp_path / "library"))
    yield gateway
    gateway.close()


def ask_by_tunnel(gateway: Gateway, host: str, path: str, method: str = "GET", **headers: str):
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    connection = http.client.HTTPSConnection("127.0.0.1", gateway.server_address[1], timeout=10, context=trusting)
    connection.set_tunnel(host, 443)
    try:
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def test_a_tunnel_to_a_cdn_ends_at_the_library(stocked: Gateway):
    response, body = ask_by_tunnel(stocked, "unpkg.com", "/tiny@1.2/index.js")
    assert (response.status, body) == (200, b"globalThis.tiny = '1.9.0';")
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert json.loads(response.headers[GIVEN_HEADER]) == [["tiny", "1.2", "1.9.0", "index.js"]]
    assert stocked.logs == (
        "GET https://unpkg.com/tiny@1.2/index.js: from the library, tiny 1.9.0 index.js (requested 1.2)",
    )


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/absent", "GET", 403),
        ("/tiny@2.4.1/none.js", "GET", 404),
        ("/tiny@2.4.1/index.js", "POST", 403),
        ("/tiny@2.4.1/index.js", "OPTIONS", 204),
        ("/tiny@2.4.1/index.js", "HEAD", 200),
        ("/@scope/pack", "GET", 302),
    ],
)
def test_what_comes_of_other_requests_in_a_tunnel(stocked: Gateway, path: str, method: str, status: int):
    response, body = ask_by_tunnel(stocked, "unpkg.com", path, method)
    assert response.status == status
    assert body in (b"", b"Not found")
    told = response.headers[BLOCKED_HEADER]
    assert (told is not None) == (status == 403)
    assert path != "/absent" or json.loads(told) == "absent is not in the library"


def test_why_it_is_refused_is_a_header_whatever_the_address(stocked: Gateway):
    response, _ = ask_by_tunnel(stocked, "unpkg.com", "/%0d%0aX-Evil:%201%0d%0a@1/" + "a" * 900)
    assert response.status == 403
    assert "X-Evil" not in response.headers
    assert len(json.loads(response.headers[BLOCKED_HEADER])) <= 200


def test_a_range_of_a_library_file(stocked: Gateway):
    response, body = ask_by_tunnel(stocked, "unpkg.com", "/tiny@2.4.1/index.js", Range="bytes=0-9")
    assert (response.status, body) == (206, b"globalThis")
    many = "bytes=" + ",".join(f"{at}-{at}" for at in range(1_000))
    assert ask_by_tunnel(stocked, "unpkg.com", "/tiny@2.4.1/index.js", Range=many)[0].status == 200


@pytest.mark.parametrize("host", ["example.org", "unpkg.com.example.org", "artifact.localhost", "127.0.0.1"])
def test_no_other_tunnel_is_dug(stocked: Gateway, host: str):
    with pytest.raises(OSError, match="403"):
        ask_by_tunnel(stocked, host, "/")


def test_without_a_library_no_tunnel_is_dug(gateway: Gateway):
    with pytest.raises(OSError, match="403"):
        ask_by_tunnel(gateway, "unpkg.com", "/tiny@1.2/index.js")
    assert gateway.logs == ("CONNECT unpkg.com:443: refused, outside of the artifact",)


def test_what_is_no_tls_in_a_tunnel_harms_nobody(stocked: Gateway):
    with socket.create_connection(("127.0.0.1", stocked.server_address[1]), timeout=10) as connection:
        connection.sendall(b"CONNECT unpkg.com:443 HTTP/1.1\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
        connection.sendall(b"GET /tiny@2.4.1/index.js HTTP/1.1\r\n\r\n")
        with suppress(ConnectionError):
            while connection.recv(100):
                pass
    assert ask_by_tunnel(stocked, "unpkg.com", "/tiny@2.4.1/index.js")[0].status == 200


def test_a_picture_service_is_answered_by_tunnel_and_without_library_or_not(gateway: Gateway, stocked: Gateway):
    for one in (gateway, stocked):
        response, body = ask_by_tunnel(one, "picsum.photos", "/seed/a/64/48")
        assert (response.status, response.headers["Content-Type"]) == (200, "image/jpeg")
        assert json.loads(response.headers[PICTURE_HEADER]) == ["picsum.photos", "64x48", "photo"]
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert ask(one, "http://picsum.photos/seed/a/64/48")[1] == body
        assert one.logs[0] == "GET https://picsum.photos/seed/a/64/48: a placeholder image of 64x48 px"
        assert ask_by_tunnel(one, "picsum.photos", "/1", "POST")[0].status == 403
        assert ask_by_tunnel(one, "picsum.photos", "/1", "HEAD")[1] == b""


def test_a_picture_service_that_has_ended_answers_nobody(gateway: Gateway):
    for response, _ in (
        ask_by_tunnel(gateway, "source.unsplash.com", "/1600x900/?sea"),
        ask(gateway, "http://placeimg.com/64/48"),
    ):
        assert (response.status, json.loads(response.headers[BLOCKED_HEADER])) == (410, ENDED_SERVICE)


def test_too_many_pictures_are_refused_and_noted(gateway: Gateway):
    gateway.stand_ins = PlaceholderImages(most_pixels=5_000)
    assert ask(gateway, "http://picsum.photos/64/48")[0].status == 200
    refused, _ = ask(gateway, "http://picsum.photos/65/48")
    assert refused.status == 403
    assert json.loads(refused.headers[BLOCKED_HEADER]) == "the page has requested too many placeholder images"


def test_a_large_file_is_not_read_into_memory(gateway: Gateway, tmp_path: Path):
    with (tmp_path / "film.mp4").open("wb") as film:
        film.truncate(MAX_SERVED_BYTES)
    tracemalloc.start()
    try:
        connection = http.client.HTTPConnection("127.0.0.1", gateway.server_address[1], timeout=60)
        connection.request("GET", f"{ORIGIN}/film.mp4")
        response = connection.getresponse()
        received = sum(len(portion) for portion in iter(lambda: response.read(1 << 20), b""))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        connection.close()
    assert (received, response.headers["Content-Length"]) == (MAX_SERVED_BYTES, str(MAX_SERVED_BYTES))
    assert most < MAX_SERVED_BYTES / 2  # of the whole process: whoever holds the file needs all of it


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_file_without_end_is_not_served(gateway: Gateway, tmp_path: Path, method: str):
    with (tmp_path / "huge.bin").open("wb") as huge:
        huge.truncate(1_500_000_000)
    response, _ = ask(gateway, f"{ORIGIN}/huge.bin", method, Range="bytes=0-9")
    assert response.status == 413
    assert any("/huge.bin: 413, it has 1,500 MB" in line for line in gateway.logs)


def test_a_head_of_a_file_tells_its_length(gateway: Gateway):
    response, body = ask(gateway, f"{ORIGIN}/tone.wav", "HEAD", Range="bytes=10-19")
    assert (response.status, body, response.headers["Content-Length"]) == (206, b"", "10")


@pytest.mark.parametrize("length", ["-5", "③", "٣", "9" * 5000, "1e9", "x"])
def test_odd_lengths_of_what_is_sent_are_no_lengths(gateway: Gateway, length: str):
    with socket.create_connection(gateway.server_address[:2], timeout=5) as one:
        head = f"POST {ORIGIN}/x HTTP/1.1\r\nHost: artifact.localhost\r\nContent-Length: {length}\r\n\r\n"
        one.sendall(head.encode())
        assert one.recv(100).startswith(b"HTTP/1.1 405")
    assert not any("Error" in line for line in gateway.logs)


@pytest.mark.parametrize("path", ["%00", "%ff%fe", "%ED%A0%80", "[", "%5B::1", "a" * 5000, "..%2f..%2fetc", "٣?%zz#%"])
def test_odd_paths_are_answered(gateway: Gateway, path: str):
    response, _ = ask(gateway, f"{ORIGIN}/{quote(path, safe='%[]:.?#')}")
    assert response.status == 404
    assert not any("Error" in line for line in gateway.logs)
